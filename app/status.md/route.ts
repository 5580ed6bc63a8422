import { answerDocument } from "@/lib/discovery/document";
import { statusTwin } from "@/lib/discovery/twins/status";

export const dynamic = "force-dynamic";
export const GET = (request: Request) => answerDocument(request, statusTwin);
