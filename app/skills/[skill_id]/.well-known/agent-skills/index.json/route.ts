import { answerDocument } from "@/lib/discovery/document";
import { skillIndex } from "@/lib/discovery/skill-index";

type Params = { params: Promise<{ skill_id: string }> };

export const dynamic = "force-dynamic";
export const GET = (request: Request, { params }: Params) =>
  answerDocument(request, async () => skillIndex((await params).skill_id));
