// SPDX-License-Identifier: BSD-2-Clause
// Validate JSON Lines: NODE_PATH=… node validate.js SCHEMA [FILE]…
// Says what is wrong, one line each, and how many objects were good; exit status 1 when
// one was not or there was none.
const fs = require("fs");
const Ajv = require("ajv");

const [schemaFile, ...files] = process.argv.slice(2);
const schema = JSON.parse(fs.readFileSync(schemaFile, "utf8"));
const ajv = new Ajv({ allErrors: true });
// An invalid schema would pass everything.
if (!ajv.validateSchema(schema))
	throw new Error(`${schemaFile}: ${ajv.errorsText()}`);
const validate = ajv.compile(schema);

let good = 0;
let bad = 0;

function check(where, line) {
	let object;
	try {
		object = JSON.parse(line);
	} catch (error) {
		bad++;
		console.log(`${where}: ${error.message}`);
		return;
	}
	if (validate(object)) {
		good++;
		return;
	}
	bad++;
	for (const error of validate.errors)
		console.log(`${where}: ${error.dataPath} ${error.message} ` +
			JSON.stringify(error.params));
}

for (const file of files.length ? files : ["/dev/stdin"]) {
	const text = fs.readFileSync(file, "utf8");
	if (text && !text.endsWith("\n")) {
		bad++;
		console.log(`${file}: the last line has no end`);
	}
	text.split("\n").slice(0, -1).forEach((line, i) => check(`${file}:${i + 1}`, line));
}
console.log(`${good} objects valid, ${bad} not`);
process.exitCode = bad || !good ? 1 : 0;
