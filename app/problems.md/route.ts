import { answerDocument } from "@/lib/discovery/document";
import { problemsTwin } from "@/lib/discovery/twins/problems";

export const dynamic = "force-dynamic";
export const GET = (request: Request) => answerDocument(request, problemsTwin);
