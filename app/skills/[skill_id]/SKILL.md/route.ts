import { answerDocument } from "@/lib/discovery/document";
import { selectedSkillFile } from "@/lib/discovery/skill-files";

type Params = { params: Promise<{ skill_id: string }> };

export const dynamic = "force-dynamic";
export const GET = (request: Request, { params }: Params) =>
  answerDocument(request, async () => selectedSkillFile((await params).skill_id));
