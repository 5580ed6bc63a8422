import { answerMcp } from "@/lib/server/front/answer-mcp";
import { toApiRequest, toResponse } from "@/lib/server/pages/next-routes";

export const dynamic = "force-dynamic";

async function handle(request: Request): Promise<Response> {
  const answer = await answerMcp(toApiRequest(request), () => request.signal);
  return answer instanceof Response ? answer : toResponse(answer);
}

export {
  handle as DELETE,
  handle as GET,
  handle as HEAD,
  handle as OPTIONS,
  handle as PATCH,
  handle as POST,
  handle as PUT,
};
