# source=1 differences source=2 files source=3 hdparm's texts source=4 ataid's texts:
# what differs, and what of it is explained. A text is taken apart into facts: a key,
# what stands before it on its line, and a value. A difference is written
# "KEY: hdparm's value -> ataid's", (none) for a fact that one of them does not print,
# and must match an entry as a whole.

BEGIN { FS = "\t" }

source == 1 {
	if ($0 ~ /^#/ || $0 == "")
		next
	if (NF != 2 || $2 == "") {
		print FILENAME ":" FNR ": not a pattern, a tab and a reason"
		broken = 1
		next
	}
	pattern[++patterns] = $1
	next
}

source == 2 {
	file[++files] = $2
	is_file[$2] = 1
	next
}

source == 3 && /^@@ / {
	begin("hdparm", substr($0, 4))
	next
}

# The heading of a dump: its name and a colon on a line of their own.
source == 4 && /:$/ && substr($0, 1, length($0) - 1) in is_file {
	begin("ataid", substr($0, 1, length($0) - 1))
	next
}

tool != "" { line($0) }

function begin(name, path)
{
	tool = name
	of = path
	section = ""
	mode = ""
	seen[tool, of] = 1
}

function squeeze(text)
{
	gsub(/[ \t]+/, " ", text)
	sub(/^ /, "", text)
	sub(/ $/, "", text)
	return text
}

function fact(key, value,    n)
{
	key = squeeze(key)
	value = squeeze(value)
	if (value == "")
		value = "(blank)"
	if (key == "Used")
		gsub("/", " ", value) # "T13 1532D" and "T13/1532D"
	if ((tool, of, key) in where) {
		what[tool, of, key] = what[tool, of, key] " and " value
		return
	}
	n = ++count[tool, of]
	name[tool, of, n] = key
	where[tool, of, key] = n
	what[tool, of, key] = value
}

# "key: value", "key = value", or a line that only is there.
function pair(text,    at, equals)
{
	at = index(text, ":")
	equals = index(text, " = ")
	if (equals && (!at || equals < at))
		fact(substr(text, 1, equals - 1), substr(text, equals + 3))
	else if (at)
		fact(substr(text, 1, at - 1), substr(text, at + 1))
	else
		fact(text, "yes")
}

function feature(text,    at)
{
	if (text ~ /^\t   .\t/) {
		at = match(text, / \(|:/)
		if (!at)
			at = length(text) + 1
		fact(substr(text, 7, at - 7),
			(substr(text, 5, 1) == " " ? "off" : substr(text, 5, 1)) \
			substr(text, at))
	} else if (text ~ /msec for TLC/) {
		fact("TLC completion timer", text)
	} else if (text !~ /Enabled\tSupported/) {
		pair(text)
	}
}

function security(text,    at, part, n, i)
{
	if (text ~ /^\t(not|-|)\t/) {
		at = index(substr(text, 2), "\t") + 1
		n = squeeze(substr(text, 1, at))
		fact(substr(text, at), n == "" ? "yes" : n)
	} else if (text ~ /min for /) {
		n = split(text, part, /\. */)
		for (i = 1; i <= n; i++) {
			at = index(part[i], "min for ")
			if (at)
				fact(substr(part[i], at + 8), substr(part[i], 1, at - 1))
		}
	} else {
		sub(/level /, "level: ", text)
		pair(text)
	}
}

function configuration(text,    part, n, i)
{
	if (text ~ /^\t(cylinders|heads|sectors\/track)\t/) {
		n = squeeze(text)
		i = index(n, " ")
		fact(substr(n, 1, i - 1), substr(n, i + 1))
		return
	}
	if (text ~ /Cycle time:/) {
		sub(/^.*Cycle time:/, "", text)
		fact(mode " cycle time", text)
		return
	}
	n = split(text, part, "\t")
	if (part[2] ~ /^R\/W multiple/) {
		pair(part[2] " " part[3])
		return
	}
	for (i = 2; i <= n; i++) {
		if (part[i] != "")
			pair(part[i])
		if (part[i] ~ /^(DMA|PIO):/)
			mode = substr(part[i], 1, 3)
	}
}

function line(text)
{
	if (squeeze(text) == "" || text ~ /^\tLogical\t/ || squeeze(text) == "--")
		return
	if (text ~ /^[^\t ].*: *$/) {
		section = squeeze(text)
		fact(section, "section")
	} else if (text ~ /^(ATA device|ATAPI |CompactFlash)/) {
		fact("kind", text)
	} else if (text !~ /^[\t ]/) {
		section = ""
		pair(text)
	} else if (section == "Oddities:") {
		if (text ~ /the bytes of every word are exchanged/)
			exchanged[of] = "page"
		if (text ~ /the bytes of the strings are exchanged/)
			exchanged[of] = "strings"
	} else if (section == "Commands/features:") {
		feature(text)
	} else if (section == "Security:") {
		security(text)
	} else if (section == "Configuration:" || section == "Capabilities:") {
		configuration(text)
	} else {
		pair(text)
	}
}

function explain(text,    i)
{
	for (i = 1; i <= patterns; i++) {
		if (text ~ ("^(" pattern[i] ")$")) {
			used[i] = 1
			return
		}
	}
	unexplained[++wrong] = text
}

# The facts that both print, in the order of each.
function order(path, a, b,    i, text)
{
	text = ""
	for (i = 1; i <= count[a, path]; i++) {
		if ((b, path, name[a, path, i]) in where)
			text = text "; " name[a, path, i]
	}
	return text
}

function has(path, key) { return ("ataid", path, key) in where }

# Facts that follow from another one that differs are named after it.
function follows(path, key,    same)
{
	same = what["hdparm", path, "Logical Sector size"] == \
		what["ataid", path, "Logical Sector size"]
	if (key ~ /^(Physical Sector size|Logical Sector-0 offset|device size with M)$/ &&
	    has(path, "Logical Sector size") && !same)
		return key " of other sectors"
	if (key == "device size with M" && has(path, "Extended user addressable sectors"))
		return key " of words 230-233"
	if (key ~ /^(Model Number|Serial Number|Firmware Revision)$/ &&
	    exchanged[path] == "strings")
		return key " of exchanged bytes"
	return key
}

function compare(path,    i, key)
{
	if (!(("ataid", path) in seen)) {
		explain("page: decoded -> refused")
		return
	}
	if (exchanged[path] == "page") {
		explain("page: as it is -> bytes exchanged")
		return
	}
	if (("hdparm", path, "Unknown device type:") in where) {
		explain("page: refused -> decoded")
		return
	}
	for (i = 1; i <= count["hdparm", path]; i++) {
		key = name["hdparm", path, i]
		if (!(("ataid", path, key) in where))
			explain(key ": " what["hdparm", path, key] " -> (none)")
		else if (what["hdparm", path, key] != what["ataid", path, key])
			explain(follows(path, key) ": " what["hdparm", path, key] \
				" -> " what["ataid", path, key])
	}
	for (i = 1; i <= count["ataid", path]; i++) {
		key = name["ataid", path, i]
		if (!(("hdparm", path, key) in where))
			explain(key ": (none) -> " what["ataid", path, key])
	}
	if (order(path, "hdparm", "ataid") != order(path, "ataid", "hdparm"))
		unexplained[++wrong] = "the order differs"
}

END {
	for (i = 1; i <= files; i++) {
		wrong = 0
		compare(file[i])
		label = file[i]
		if (index(label, vectors) == 1)
			label = "vector " substr(label, length(vectors) + 1)
		print (wrong ? "not ok " : "ok ") label
		for (j = 1; j <= wrong; j++)
			print "    " unexplained[j]
		if (wrong)
			failed++
		else
			passed++
	}
	for (i = 1; i <= patterns; i++) {
		if (!(i in used)) {
			print "not ok unused: " pattern[i]
			failed++
		}
	}
	printf "parity: %d passed, %d failed\n", passed, failed
	exit failed || broken || !passed
}
