import { answerDocument } from "@/lib/discovery/document";
import { llmsText } from "@/lib/discovery/guide";

export const dynamic = "force-dynamic";
export const GET = (request: Request) => answerDocument(request, llmsText);
