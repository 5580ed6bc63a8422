import { answerDocument } from "@/lib/discovery/document";
import { homeTwin } from "@/lib/discovery/twins/lists";

export const dynamic = "force-dynamic";
export const GET = (request: Request) => answerDocument(request, homeTwin);
