import { answerDocument } from "@/lib/discovery/document";
import { threadTwin } from "@/lib/discovery/twins/thread";

type Params = { params: Promise<{ thread_id: string }> };

export const dynamic = "force-dynamic";
export const GET = (request: Request, { params }: Params) =>
  answerDocument(request, async () => threadTwin((await params).thread_id));
