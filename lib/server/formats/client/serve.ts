import { env } from "@/lib/platform/env";
import { BASE_PLACEHOLDER, builtPackages, type ClientFile } from "@/lib/server/formats/client/outputs";
import { packed } from "@/lib/server/formats/client/tar";
import type { Document } from "@/lib/server/formats/document";

const KEEP_SECONDS = 3_600;

/** The client as one module without imports, for browsers and Node 20, that knows where this service is. */
export function clientScript(): Document {
  return { type: "text/javascript; charset=utf-8", text: here("client.js"), keep: KEEP_SECONDS };
}

/** The types of that module. */
export function clientTypes(): Document {
  return { type: "application/typescript; charset=utf-8", text: here("client.d.ts"), keep: KEEP_SECONDS };
}

/** The npm package `cairn-client`: the module, its types and the command line. */
export function packedClient(): Uint8Array {
  return packed("client-package", () =>
    Object.entries(builtPackages().client).map(([name, text]) => ({
      name,
      text: withBase(text),
      isProgram: name === "cairn.js",
    })),
  ).bytes;
}

/** The manual of the package in markdown, without its title. */
export function clientManual(): string {
  return here("README.md").replace(/^# .*\n/, "");
}

function here(file: ClientFile): string {
  return withBase(builtPackages().client[file]);
}

function withBase(text: string): string {
  return text.replaceAll(BASE_PLACEHOLDER, env().BASE_URL);
}
