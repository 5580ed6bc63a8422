import { clientTypes } from "@/lib/discovery/client-files";
import { answerDocument } from "@/lib/discovery/document";

export const dynamic = "force-dynamic";
export const GET = (request: Request) => answerDocument(request, clientTypes);
