import { ProtocolError, ProtocolErrorCode } from "@modelcontextprotocol/server";
import { problemBody } from "@/lib/domain/present/problem";
import { toProblem } from "@/lib/server/http/problem-answer";

/**
 * Runs a protocol request other than a tool call. Errors become protocol errors with the problem's code and next step,
 * because the SDK would show the message of any other exception to the model.
 */
export async function refuseByProtocol<T>(request_id: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof ProtocolError) throw error;
    const problem = toProblem(error, request_id);
    const { code, detail, next_step } = problemBody(problem, request_id);
    throw new ProtocolError(
      problem.status < 500 ? ProtocolErrorCode.InvalidParams : ProtocolErrorCode.InternalError,
      `${code}: ${detail}`,
      { code, next_step, request_id },
    );
  }
}
