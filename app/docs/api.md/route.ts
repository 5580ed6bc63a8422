import { answerDocument } from "@/lib/discovery/document";
import { referenceTwin } from "@/lib/discovery/twins/reference";

export const dynamic = "force-dynamic";
export const GET = (request: Request) => answerDocument(request, referenceTwin);
