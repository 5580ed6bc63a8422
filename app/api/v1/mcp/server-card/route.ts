import { toApiRequest } from "@/lib/http/next-routes";
import { answerMcp } from "@/lib/mcp/answer-mcp";

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
