import type { IncomingMessage } from "node:http";
import { LONG_BODY_BYTES_MAX } from "@/lib/contract/primitives";
import { Problem } from "@/lib/platform/errors";
import { isForeignForm } from "@/lib/server/http/foreign-form";
import { readBody } from "@/lib/server/http/read-body";
import { header } from "@/lib/server/pages/to-next";

/**
 * Reads the fields of a form that was posted to a page which answers it itself, and turns the request into the GET that
 * Next renders. Throws `not_found` for another site's form, and `body_too_large`.
 */
export async function takePostedForm(request: IncomingMessage): Promise<URLSearchParams> {
  if (isForeignForm((name) => header(request, name) ?? null))
    throw new Problem("not_found", { detail: "This form can only be sent from its own page." });
  const isForm = header(request, "content-type")?.startsWith("application/x-www-form-urlencoded") ?? false;
  const text = Buffer.from(await readBody(request, LONG_BODY_BYTES_MAX)).toString("utf8");
  request.method = "GET";
  for (const name of ["content-length", "content-type", "transfer-encoding"]) delete request.headers[name];
  return new URLSearchParams(isForm ? text : "");
}
