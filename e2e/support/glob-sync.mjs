/**
 * Lets the conformance suite load on Node 20: it imports `globSync`, which exists in `node:fs` only since Node 22, for
 * commands that are not used here. The rest of the suite runs on Node 20.
 */
import { register } from "node:module";

const fs = `
  export * from "node:fs";
  export { default } from "node:fs";
  export function globSync() { throw new Error("globSync needs Node 22"); }`;
const hooks = `
  const fs = ${JSON.stringify(`data:text/javascript,${encodeURIComponent(fs)}`)};
  export function resolve(specifier, context, next) {
    const mine = specifier === "fs" && context.parentURL?.includes("/@modelcontextprotocol/conformance/");
    return mine ? { url: fs, format: "module", shortCircuit: true } : next(specifier, context);
  }`;
register(`data:text/javascript,${encodeURIComponent(hooks)}`);
