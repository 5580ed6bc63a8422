import { readFileSync } from "node:fs";
import path from "node:path";
import Ajv from "ajv";

const FILE = path.resolve(import.meta.dirname, "../samples/schemas/sarif-2.1.0.json");
const ajv = new Ajv({
  strict: false,
  // One of its patterns is none of JSON Schema's.
  unicodeRegExp: false,
  formats: {
    uri: (value: string) => URL.canParse(value),
    "uri-reference": (value: string) => !/\s/.test(value) && URL.canParse(value, "https://example.org"),
    "date-time": (value: string) => !Number.isNaN(Date.parse(value)),
  },
});
const validate = ajv.compile(JSON.parse(readFileSync(FILE, "utf8")));

/** True for a document that the schema of SARIF 2.1.0 takes, else what it refuses. */
export function isSarif(document: unknown): true | string {
  return validate(document) ? true : JSON.stringify(validate.errors);
}
