import { answerDocument } from "@/lib/discovery/document";
import { agentGuide } from "@/lib/discovery/guide";

export const dynamic = "force-dynamic";
export const GET = (request: Request) => answerDocument(request, agentGuide);
