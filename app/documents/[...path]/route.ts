import { answerDocument } from "@/lib/discovery/document";
import { findDocument } from "@/lib/discovery/documents";
import { Problem } from "@/lib/errors";
import { toApiRequest } from "@/lib/http/next-routes";
import { spendSearch } from "@/lib/page-exchange";

export const dynamic = "force-dynamic";

/** Every document on any host of Next; next.config.mjs leads here. Our own server answers them itself. */
export async function GET(request: Request): Promise<Response> {
  const { target, header } = toApiRequest(request);
  const { pathname, searchParams: search } = new URL(target, request.url);
  const found = findDocument(pathname);
  const { status, headers, body } = await answerDocument(header("if-none-match"), () => {
    if (!found) throw new Problem("not_found", { detail: "No document has this address." });
    return found({ search, spend: spendSearch });
  });
  return new Response(body, { status, headers });
}
