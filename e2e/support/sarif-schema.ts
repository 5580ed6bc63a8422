/**
 * What the schema of SARIF 2.1.0 (OASIS, sarif-schema-2.1.0.json) demands of the objects that the program writes: their
 * members, which of them are required, their types, bounds and words. Objects that it does not write are left out, so an
 * unknown member is an error.
 */
const strict = (properties: Record<string, object>, required: string[] = []) => ({
  type: "object",
  properties,
  required,
  additionalProperties: false,
});
const text = { type: "string" };
const message = {
  ...strict({ text, markdown: text, id: text }),
  anyOf: [{ required: ["text"] }, { required: ["id"] }],
};

const rule = strict(
  {
    id: text,
    name: text,
    shortDescription: strict({ text, markdown: text }, ["text"]),
    helpUri: { type: "string", pattern: "^https?://" },
  },
  ["id"],
);
const location = strict({
  physicalLocation: {
    ...strict({
      artifactLocation: strict({ uri: { type: "string", pattern: "^[^\\s\\\\]+$" }, uriBaseId: text }),
      region: strict({ startLine: { type: "integer", minimum: 1 }, startColumn: { type: "integer", minimum: 1 } }),
    }),
    anyOf: [{ required: ["address"] }, { required: ["artifactLocation"] }],
  },
});
const result = strict(
  {
    ruleId: text,
    level: { enum: ["none", "note", "warning", "error"] },
    message,
    locations: { type: "array", minItems: 0, items: location },
    partialFingerprints: { type: "object", additionalProperties: text },
  },
  ["message"],
);

export const SARIF_SCHEMA = strict(
  {
    $schema: { type: "string", pattern: "^https://" },
    version: { enum: ["2.1.0"] },
    runs: {
      type: "array",
      minItems: 0,
      items: strict(
        {
          tool: strict(
            {
              driver: strict(
                {
                  name: text,
                  version: text,
                  informationUri: { type: "string", pattern: "^https?://" },
                  rules: { type: "array", minItems: 0, uniqueItems: true, items: rule },
                },
                ["name"],
              ),
            },
            ["driver"],
          ),
          results: { type: "array", minItems: 0, items: result },
        },
        ["tool"],
      ),
    },
  },
  ["version", "runs"],
);
