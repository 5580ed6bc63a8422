import { answerDocument } from "@/lib/discovery/document";
import { Problem } from "@/lib/errors";

export const dynamic = "force-dynamic";
/** Programs ask here for what a site may have; OAuth clients above all, and this service has no authorization server. */
export const GET = (request: Request) =>
  answerDocument(request, () => {
    throw new Problem("not_found", { detail: "This site publishes nothing at this well-known address." });
  });
