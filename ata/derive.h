/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef ATA_DERIVE_H
#define ATA_DERIVE_H

#include "identify.h"

/*
 * The functions that D() and C() rows of identify.def name: facts that need more than
 * one field. Each sets value->known, and the rest when it is true.
 */
#define F(...)
#define A(...)
#define N(...)
#define S(...)
#define D(id, function, ...) ata_derive ata_derive_##function;
#define C(id, function, ...) ata_derive ata_derive_##function;
#define FE(...)
#define FS(...)
#define P(...)
#define R(...)
#define RW(...)
#include "identify.def"
#undef F
#undef A
#undef N
#undef S
#undef D
#undef C
#undef FE
#undef FS
#undef P
#undef R
#undef RW

/* What the derive_*.c files share. */

static inline bool derive_is_set(uint16_t word)
{
	return word != 0x0000 && word != 0xffff;
}

static inline void derive_number(struct ata_value *value, uint64_t number)
{
	value->known = true;
	value->number = number;
}

/* @text is constant; NULL is unknown. */
void derive_text(struct ata_value *value, const char *text);

/*
 * Compose what no constant says: the versions that go into id->version and
 * id->sata_version. After the rules are known.
 */
void ata_derive_prepare(struct ata_identify *id);

#endif
