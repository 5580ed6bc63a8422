import { cardPicture } from "@/app/card-picture";
import { describeSkill } from "@/components/cards/describe";
import { SkillId } from "@/lib/contract/primitives";
import { answerPicture } from "@/lib/discovery/document";
import { Problem } from "@/lib/errors";
import { pageContext } from "@/lib/page-context";
import { getSkill } from "@/lib/skills/get-skill";

type Params = { params: Promise<{ skill_id: string }> };

export const dynamic = "force-dynamic";
export const GET = (request: Request, { params }: Params) =>
  answerPicture(request, async () => {
    const skill_id = SkillId.safeParse((await params).skill_id);
    if (!skill_id.success) throw new Problem("not_found", { detail: "No skill has this id." });
    const { data } = await getSkill(pageContext(), { skill_id: skill_id.data });
    return cardPicture(describeSkill(data), "A skill");
  });
