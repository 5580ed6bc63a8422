import { answerDocument, jsonDocument } from "@/lib/discovery/document";
import { getPublicOpenapi } from "@/lib/openapi/get-openapi";
import { pageContext } from "@/lib/page-context";

export const dynamic = "force-dynamic";
export const GET = (request: Request) =>
  answerDocument(request, async () => jsonDocument(await getPublicOpenapi(pageContext()), 3_600));
