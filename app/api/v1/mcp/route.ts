import { answerMcp } from "@/lib/server/front/answer-mcp";
import { toApiRequest } from "@/lib/server/pages/next-routes";

export const dynamic = "force-dynamic";

const handle = (request: Request) => answerMcp(toApiRequest(request), request.signal);

export {
  handle as DELETE,
  handle as GET,
  handle as HEAD,
  handle as OPTIONS,
  handle as PATCH,
  handle as POST,
  handle as PUT,
};
