import { type Told, told } from "@/components/ui/for-people";
import { type ProblemCode, problems } from "@/lib/contract/problems";
import { Problem } from "@/lib/errors";

/** What a problem tells a person. */
export function toldOf(problem: {
  code: ProblemCode;
  options: { detail?: string | undefined; errors?: unknown };
}): Told {
  const { detail = "", errors } = problem.options;
  const [, title, next_step] = problems[problem.code];
  return told({ code: problem.code, title, detail, next_step, more: { errors } });
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
