import { env } from "@/lib/platform/env";
import { BASE_PLACEHOLDER } from "@/lib/server/formats/client/base";
import built from "@/lib/server/formats/client/files.json" with { type: "json" };
import { packed } from "@/lib/server/formats/client/tar";
import type { Document } from "@/lib/server/formats/document";

const KEEP_SECONDS = 3_600;

/** The client as one module without imports, for browsers and Node 20, that knows where this service is. */
export function clientScript(): Document {
  return { type: "text/javascript; charset=utf-8", text: here(built["client.js"]), keep: KEEP_SECONDS };
}

/** The types of that module. */
export function clientTypes(): Document {
  return { type: "application/typescript; charset=utf-8", text: here(built["client.d.ts"]), keep: KEEP_SECONDS };
}

/** The npm package `cairn-client`: the module, its types and the command line. */
export function packedClient(): Uint8Array {
  return packed("client-package", () =>
    Object.entries(built).map(([name, text]) => ({ name, text: here(text), isProgram: name === "cairn.js" })),
  ).bytes;
}

/** The manual of the package in markdown, without its title. */
export function clientManual(): string {
  return here(built["README.md"]).replace(/^# .*\n/, "");
}

function here(text: string): string {
  return text.replaceAll(BASE_PLACEHOLDER, env().BASE_URL);
}
