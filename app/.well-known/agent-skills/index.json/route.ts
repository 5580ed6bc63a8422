import { answerDocument } from "@/lib/discovery/document";
import { siteIndex } from "@/lib/discovery/skill-index";

export const dynamic = "force-dynamic";
export const GET = (request: Request) => answerDocument(request, siteIndex);
