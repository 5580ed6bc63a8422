import { answerDocument } from "@/lib/discovery/document";
import { searchDescription } from "@/lib/discovery/site-files";

export const dynamic = "force-dynamic";
export const GET = (request: Request) => answerDocument(request, searchDescription);
