# Pages made of edits, one a line, into files in dir:
#   base NAME EDIT...           starts from 256 words of 0
#   NAME BASE EDIT...           starts from a base or an earlier page
# An EDIT is WORD=HEX[,HEX...], words one after the other, or WORD-WORD=HEX. Words are
# decimal. The checksum is made right where the low byte of word 255 is A5h, unless an
# EDIT gives another one.

function hex(text,    i, n)
{
	n = 0
	for (i = 1; i <= length(text); i++)
		n = 16 * n + index("0123456789abcdef", substr(text, i, 1)) - 1
	return n
}

function edit(text,    part, range, values, n, i)
{
	split(text, part, "=")
	split(part[1], range, "-")
	n = split(part[2], values, ",")
	if (range[2] != "") {
		for (i = range[1] + 0; i <= range[2] + 0; i++)
			page[i] = hex(values[1])
		return
	}
	for (i = 1; i <= n; i++)
		page[range[1] + i - 1] = hex(values[i])
	if (range[1] + n - 1 == 255 && values[n] != "00a5")
		sealed = 1
}

function seal(    i, sum)
{
	if (sealed || page[255] % 256 != 165)
		return
	sum = 165
	for (i = 0; i < 255; i++)
		sum += page[i] % 256 + int(page[i] / 256)
	page[255] = 256 * ((256 - sum % 256) % 256) + 165
}

/^#/ || NF == 0 { next }

{
	is_base = $1 == "base"
	name = is_base ? $2 : $1
	if (!is_base && !($2 in known)) {
		print FILENAME ":" FNR ": no page '" $2 "'" > "/dev/stderr"
		exit 1
	}
	for (i = 0; i < 256; i++)
		page[i] = is_base ? 0 : saved[$2, i]
	sealed = 0
	for (f = 3; f <= NF; f++)
		edit($f)
	seal()
	known[name] = 1
	out = dir "/" name
	for (i = 0; i < 256; i++) {
		saved[name, i] = page[i]
		printf "%04x%s", page[i], i % 8 == 7 ? "\n" : " " > out
	}
	close(out)
}
