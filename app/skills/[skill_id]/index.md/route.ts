import { answerDocument } from "@/lib/discovery/document";
import { skillTwin } from "@/lib/discovery/twins/skill";

type Params = { params: Promise<{ skill_id: string }> };

export const dynamic = "force-dynamic";
export const GET = (request: Request, { params }: Params) =>
  answerDocument(request, async () => skillTwin((await params).skill_id));
