import { answerDocument } from "@/lib/discovery/document";
import { askTwin } from "@/lib/discovery/twins/ask";

export const dynamic = "force-dynamic";
export const GET = (request: Request) => answerDocument(request, askTwin);
