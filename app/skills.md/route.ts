import { answerDocument } from "@/lib/discovery/document";
import { skillsTwin } from "@/lib/discovery/twins/lists";

export const dynamic = "force-dynamic";
export const GET = (request: Request) => answerDocument(request, () => skillsTwin(new URL(request.url).searchParams));
