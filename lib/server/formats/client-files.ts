import { env } from "@/lib/platform/env";
import { BASE_PLACEHOLDER } from "@/lib/server/formats/client-base";
import built from "@/lib/server/formats/client-files.json" with { type: "json" };
import type { Document } from "@/lib/server/formats/document";

const KEEP_SECONDS = 3_600;

/** `lib/client` as one module without imports, for browsers and Node 20, that knows where this service is. */
export function clientScript(): Document {
  const text = built.script.replaceAll(BASE_PLACEHOLDER, env().BASE_URL);
  return { type: "text/javascript; charset=utf-8", text, keep: KEEP_SECONDS };
}

/** The types of that module. */
export function clientTypes(): Document {
  return { type: "application/typescript; charset=utf-8", text: built.types, keep: KEEP_SECONDS };
}
