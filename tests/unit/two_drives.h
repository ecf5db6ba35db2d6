/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef TWO_DRIVES_H
#define TWO_DRIVES_H

/* A recording as people edit it: comments, blanks, CRLF, no newline at its end. */
static const char two_drives[] = "# from a friend\n"
				 "\n"
				 "ataprobe-recording 1\r\n"
				 "drive /dev/sda\r\n"
				 "\tfact block_name   sda   # trailing\n"
				 "request none 0 10000\n"
				 "cdb 00 00 00 00 00 00\n"
				 "reply 0 0 0 2 0\n"
				 "time 10 20\n"
				 "sense 70 00 06 00 00 00 00 0a 00 00 00 00 29 00\n"
				 "request none 0 10000\n"
				 "cdb 00 00 00 00 00 00\n"
				 "reply 0 0 0 0 -1\n"
				 "time 30 40\n"
				 "request in 8 10000\n"
				 "cdb 25 00 00 00 00 00 00 00 00 00\n"
				 "reply 0 0 0 0 0\n"
				 "time 50 60\n"
				 "data 01 02 03 04\n"
				 "data 05 06 07 08\n"
				 "end\n"
				 "drive\n"
				 "note open_error 13\n"
				 "end";

#endif
