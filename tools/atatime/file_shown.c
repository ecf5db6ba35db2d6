/* SPDX-License-Identifier: BSD-2-Clause */
#include "file_shown.h"

#include "redact.h"

const char *file_shown(const struct options *options, const char *path)
{
	static char pseudonym[REDACT_NAME_SIZE];

	if (!options->drive.redact)
		return path;
	redact_name(&options->drive.redact_key, path, pseudonym);
	return pseudonym;
}
