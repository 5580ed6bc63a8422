import { Problem } from "@/lib/platform/errors";
import { answerDocument } from "@/lib/server/formats/document";
import { findDocument } from "@/lib/server/formats/documents";
import { toApiRequest } from "@/lib/server/pages/next-routes";
import { spendSearch } from "@/lib/server/pages/page-exchange";

export const dynamic = "force-dynamic";

/**
 * Serves every document on hosts that run plain Next; next.config.mjs rewrites to it. Our own server answers documents
 * itself.
 */
export async function GET(request: Request): Promise<Response> {
  const { target, header } = toApiRequest(request);
  const { pathname, searchParams: search } = new URL(target, request.url);
  const found = findDocument(pathname);
  const { status, headers, body } = await answerDocument(header("if-none-match"), () => {
    if (!found) throw new Problem("not_found", { detail: "No document has this address." });
    return found({ search, spend: spendSearch, header });
  });
  return new Response(body, { status, headers });
}
