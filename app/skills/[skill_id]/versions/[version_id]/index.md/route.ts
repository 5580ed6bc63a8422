import { answerDocument } from "@/lib/discovery/document";
import { versionTwin } from "@/lib/discovery/twins/skill";

type Params = { params: Promise<{ skill_id: string; version_id: string }> };

export const dynamic = "force-dynamic";
export const GET = (request: Request, { params }: Params) =>
  answerDocument(request, async () => {
    const { skill_id, version_id } = await params;
    return versionTwin(skill_id, version_id);
  });
