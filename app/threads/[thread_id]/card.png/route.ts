import { cardPicture } from "@/app/card-picture";
import { describeThread } from "@/components/cards/describe";
import { ThreadId } from "@/lib/contract/primitives";
import { answerPicture } from "@/lib/discovery/document";
import { Problem } from "@/lib/errors";
import { pageContext } from "@/lib/page-context";
import { getPost } from "@/lib/threads/get-post";

type Params = { params: Promise<{ thread_id: string }> };

export const dynamic = "force-dynamic";
export const GET = (request: Request, { params }: Params) =>
  answerPicture(request, async () => {
    const post_id = ThreadId.safeParse((await params).thread_id);
    if (!post_id.success) throw new Problem("not_found", { detail: "No thread has this id." });
    const { data } = await getPost(pageContext(), { post_id: post_id.data });
    return cardPicture(describeThread(data), "A question");
  });
