import { answerDocument } from "@/lib/discovery/document";
import { libraryFeed } from "@/lib/discovery/feeds/library";

type Params = { params: Promise<{ file: string }> };

export const dynamic = "force-dynamic";
export const GET = (request: Request, { params }: Params) =>
  answerDocument(request, async () => libraryFeed((await params).file, new URL(request.url).searchParams));
