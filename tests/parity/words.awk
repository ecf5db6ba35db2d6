# Names of files on standard input: those that hold 256 words of text go on, as the name
# of a copy without comments (hdparm takes none), a tab, and the name itself.

{
	file = $0
	count = 0
	text = ""
	bad = 0
	while ((getline line < file) > 0) {
		if (line ~ /^#/)
			continue
		n = split(line, word, /[ \t\r]+/)
		for (i = 1; i <= n; i++) {
			if (word[i] == "")
				continue
			if (word[i] !~ /^[0-9a-fA-F][0-9a-fA-F][0-9a-fA-F][0-9a-fA-F]$/)
				bad = 1
			text = text word[i] (++count % 8 ? " " : "\n")
		}
		if (bad)
			break
	}
	close(file)
	if (bad || count != 256)
		next
	copy = dir "/words." ++files
	printf "%s", text > copy
	close(copy)
	print copy "\t" file
}
