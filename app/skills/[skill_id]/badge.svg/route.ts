import { skillBadge } from "@/lib/discovery/badge";
import { answerDocument } from "@/lib/discovery/document";

type Params = { params: Promise<{ skill_id: string }> };

export const dynamic = "force-dynamic";
export const GET = (request: Request, { params }: Params) =>
  answerDocument(request, async () => skillBadge((await params).skill_id));
