import { answerDocument } from "@/lib/discovery/document";
import { problemTwin } from "@/lib/discovery/twins/problems";

type Params = { params: Promise<{ code: string }> };

export const dynamic = "force-dynamic";
export const GET = (request: Request, { params }: Params) =>
  answerDocument(request, async () => problemTwin((await params).code));
