import { type Told, told } from "@/components/ui/for-people";
import { type ProblemCode, problems } from "@/lib/contract/problems";
import { Problem } from "@/lib/errors";

/** What a problem tells a person. */
export function toldOf(problem: {
  code: ProblemCode;
  options: { detail?: string | undefined; errors?: unknown; retryAfterSeconds?: number };
}): Told {
  const { detail = "", errors, retryAfterSeconds } = problem.options;
  const [, title, next_step] = problems[problem.code];
  const shown = told({ code: problem.code, title, detail, next_step, more: { errors } });
  if (problem.code !== "rate_limited" || !retryAfterSeconds) return shown;
  return { ...shown, ...tooMany(retryAfterSeconds) };
}

/** Who reads this knows nothing of limits, and may share an address with others. */
function tooMany(seconds: number): Pick<Told, "title" | "detail" | "next_step"> {
  const wait = seconds === 1 ? "1 second" : `${seconds} seconds`;
  const at = new Date(Date.now() + seconds * 1_000).toISOString().slice(11, 19);
  return {
    title: "Too many requests for now",
    detail: "From your network address more has been asked in a short time than one address may ask.",
    next_step: `You can go on in ${wait}, at ${at} UTC. What you wrote is still here.`,
  };
}

/** The refusal of a form whose fields its contract refuses. */
export function wrongFields(issues: Array<{ path: PropertyKey[]; message: string }>): Problem {
  const errors = issues.map(({ path, message }) => ({
    pointer: `/${path.map(String).join("/")}`,
    code: "invalid_value",
    detail: message,
  }));
  return new Problem("validation_failed", { errors });
}
