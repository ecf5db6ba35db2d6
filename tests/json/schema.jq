# docs/ataid.schema.json, made of what --keys prints:
#   ataid --keys | jq -R -n -f tests/json/schema.jq
# The text of a 64-bit number, KEY_s, is told by the KEY beside it.

# Printable ASCII only; a backslash begins \xNN and nothing else.
def escaped: "^([ -\\[\\]-~]|\\\\x[0-9a-f]{2})*$";

# What the type of a key does not say.
def exceptions: {
	"schema": {const: "ataid/1"},
	"device.type": {enum: ["sat", "sat12", "cached", "dump", "recording", "sim"]},
	"device.protocol": {enum: ["ATA", "ATAPI", null]},
	"device.index": {type: "integer", minimum: 0},
	"checksum": {enum: ["valid", "invalid", "absent", null]},
	"exit_status": {type: "integer", minimum: 0, maximum: 127},
	"error.code": {type: "string", pattern: "^[a-z0-9_]+$"},
	"oddities": {
		type: "array",
		items: {
			type: "object",
			properties: {
				code: {type: "string", pattern: "^[a-z0-9_]+$"},
				message: {type: "string", pattern: escaped}
			},
			required: ["code", "message"],
			additionalProperties: false
		}
	}
};

def constraint($key; $unit; $is_digits):
	exceptions[$key] //
	if $is_digits then {type: ["string", "null"], pattern: "^(0|[1-9][0-9]*)$"}
	elif $unit == "flag" then {type: ["boolean", "null"]}
	elif $unit == "string" then {type: ["string", "null"], pattern: escaped}
	elif $unit == "list" then
		{type: ["array", "null"], items: {type: "integer", minimum: 0, maximum: 63}}
	else {type: ["integer", "null"], minimum: 0}
	end;

# Facts without a unit of their own say nothing in brackets but where they come from.
def description($unit; $source; $text):
	if [$unit] | inside(["flag", "string", "list", "number"]) then "\($text) (\($source))"
	else "\($text), \($unit) (\($source))"
	end;

# Objects of keys come out of setpath() with their properties only.
def closed:
	if has("properties") and (has("type") | not) then {
		type: "object",
		properties: (.properties | map_values(closed)),
		required: (.properties | keys_unsorted),
		additionalProperties: false
	} else .
	end;

[inputs | split("\t")] as $rows
| ($rows | map({(.[0]): true}) | add) as $known
| reduce $rows[] as [$key, $unit, $source, $text] ({};
	setpath($key | split(".") | map("properties", .);
		{description: description($unit; $source; $text)}
		+ constraint($key; $unit;
			($key | endswith("_s")) and $known[$key[:-2]])))
| closed
| .properties.error.type = ["object", "null"]
| .properties.error.description = "What went wrong; null when nothing did"
| {
	"$schema": "http://json-schema.org/draft-07/schema#",
	title: "ataid --json, one object a drive",
	description: "Facts that are not reported are null. KEY_s is KEY, 64 bits wide, as text."
} + .
