# Change words of a dump and set its checksum right again.
#   awk -f patch.awk -v set="76=850e 222=11ff" [-v seal=0] BASE
# Values are four hex digits. Out come 32 lines of 8 words; several dumps for several
# sets, with semicolons between them. seal=0 leaves word 255 alone.
function hex(text,    i, value)
{
	text = tolower(text)
	for (i = 1; i <= length(text); i++)
		value = value * 16 + index("0123456789abcdef", substr(text, i, 1)) - 1
	return value
}

/^#/ { next }

{
	for (i = 1; i <= NF; i++)
		base[count++] = hex($i)
}

function apply(set,    change, changes, pair, i)
{
	for (i = 0; i < 256; i++)
		word[i] = base[i]
	changes = split(set, change, " ")
	for (i = 1; i <= changes; i++) {
		split(change[i], pair, "=")
		word[pair[1]] = hex(pair[2])
	}
}

function put_checksum(    i, sum)
{
	word[255] = 165
	for (i = 0; i < 256; i++)
		sum += word[i] % 256 + int(word[i] / 256)
	word[255] += (256 - sum % 256) % 256 * 256
}

END {
	sets = split(set, each, ";")
	if (!sets)
		sets = 1
	for (n = 1; n <= sets; n++) {
		apply(each[n])
		if (seal != "0")
			put_checksum()
		for (i = 0; i < 256; i++)
			printf "%04x%s", word[i], i % 8 == 7 ? "\n" : " "
	}
}
