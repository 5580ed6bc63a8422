import { answerDocument } from "@/lib/discovery/document";
import { connectTwin } from "@/lib/discovery/twins/connect";

export const dynamic = "force-dynamic";
export const GET = (request: Request) => answerDocument(request, connectTwin);
