# Every line of page in the text, in its order; blanks do not count. "Used:" must name the
# standard that the page calls unknown.

function squeeze(line)
{
	gsub(/[ \t]+/, " ", line)
	sub(/^ /, "", line)
	sub(/ $/, "", line)
	return line
}

{ text[++lines] = squeeze($0) }

function follows(fact,    i)
{
	for (i = at + 1; i <= lines; i++) {
		if (text[i] == fact ||
		    (fact ~ /^Used:/ && text[i] ~ /^Used: ATA8-ACS.* revision 6$/)) {
			at = i
			return 1
		}
	}
	return 0
}

END {
	while ((getline fact < page) > 0) {
		if (fact ~ /^#/)
			continue
		fact = squeeze(fact)
		if (follows(fact)) {
			found++
			continue
		}
		print "    missing: " fact
		missing++
	}
	exit missing || !found
}
