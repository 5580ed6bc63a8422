import { answerDocument } from "@/lib/discovery/document";
import { skillViewTwin } from "@/lib/discovery/twins/skill-views";

type Params = { params: Promise<{ skill_id: string; version_id: string; view: string }> };

export const dynamic = "force-dynamic";
export const GET = (request: Request, { params }: Params) =>
  answerDocument(request, async () => {
    const { view, ...place } = await params;
    return skillViewTwin(place, view, new URL(request.url).searchParams);
  });
