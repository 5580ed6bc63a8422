import { type Notice, told } from "@/components/ui/error-messages";
import { type ProblemCode, problems } from "@/lib/contract/problems";
import { Problem } from "@/lib/platform/errors";
import { waitInWords } from "@/lib/platform/words";

/** A problem as a notice for people. `wait` says when to try again, if the problem does not. */
export function noticeOf(
  problem: {
    code: ProblemCode;
    options: { detail?: string | undefined; errors?: unknown; retryAfterSeconds?: number };
  },
  wait?: string,
): Notice {
  const { detail = "", errors, retryAfterSeconds } = problem.options;
  const [, title, next_step] = problems[problem.code];
  const shown = told({ code: problem.code, title, detail, next_step, more: { errors } });
  if (problem.code !== "rate_limited" || !retryAfterSeconds) return shown;
  return { ...shown, ...tooMany(wait ?? waitInWords(retryAfterSeconds)) };
}

/** The reader does not know about rate limits and may share an IP address with others. */
function tooMany(wait: string): Pick<Notice, "title" | "detail" | "next_step"> {
  return {
    title: "Too many requests",
    detail: "Your network address sent more requests than allowed in a short time.",
    next_step: `You can continue ${wait}.`,
  };
}

/** The problem of a form whose fields violate its contract. */
export function wrongFields(issues: Array<{ path: PropertyKey[]; message: string }>): Problem {
  const errors = issues.map(({ path, message }) => ({
    pointer: `/${path.map(String).join("/")}`,
    code: "invalid_value",
    detail: message,
  }));
  return new Problem("validation_failed", { errors });
}
