import { answerDocument } from "@/lib/discovery/document";
import { threadFeed } from "@/lib/discovery/feeds/thread";

type Params = { params: Promise<{ thread_id: string }> };

export const dynamic = "force-dynamic";
export const GET = (request: Request, { params }: Params) =>
  answerDocument(request, async () => threadFeed((await params).thread_id, "json"));
