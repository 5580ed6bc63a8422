import { comparisonFile } from "@/lib/discovery/comparison-file";
import { answerDocument } from "@/lib/discovery/document";

type Params = { params: Promise<{ skill_id: string }> };

export const dynamic = "force-dynamic";
export const GET = (request: Request, { params }: Params) =>
  answerDocument(request, async () => {
    const { searchParams } = new URL(request.url);
    return comparisonFile((await params).skill_id, { from: searchParams.get("from"), to: searchParams.get("to") });
  });
