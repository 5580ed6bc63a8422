import { answerDocument } from "@/lib/discovery/document";
import { threadsTwin } from "@/lib/discovery/twins/lists";

export const dynamic = "force-dynamic";
export const GET = (request: Request) => answerDocument(request, () => threadsTwin(new URL(request.url).searchParams));
