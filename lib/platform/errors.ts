import { type ProblemCode, problems } from "@/lib/contract/problems";

/**
 * One invalid place in a request: a JSON pointer into the body, or the name of a query parameter, path part or header.
 */
export type FieldError = ({ pointer: string } | { parameter: string } | { header: string }) & {
  code: string;
  detail: string;
  /** For a text that may not become public: the position in the field, in Unicode code points, `end` exclusive. */
  range?: { start: number; end: number };
  /** The rule that found it. */
  rule?: string;
};

type ProblemOptions = {
  detail?: string;
  errors?: FieldError[];
  /** Extra members of the answer, such as `current_control_revision`. */
  extra?: Record<string, unknown>;
  headers?: Record<string, string>;
  retryAfterSeconds?: number;
};

/** What a thrown value says. */
export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/**
 * Next bundles its own copy of this class, while the database guard exists once per process: `instanceof` must
 * recognise both.
 */
const BRAND = Symbol.for("cairn.problem");

/**
 * Thrown by verbs to refuse a request, with a code of the table above. `detail` must contain no secret and little of
 * the caller's text.
 */
export class Problem extends Error {
  readonly code: ProblemCode;
  readonly options: ProblemOptions;
  readonly [BRAND] = true;

  static override [Symbol.hasInstance](value: unknown): boolean {
    return typeof value === "object" && value !== null && BRAND in value;
  }

  constructor(code: ProblemCode, options: ProblemOptions = {}) {
    super(`${code}: ${options.detail ?? problems[code][1]}`);
    this.name = "Problem";
    this.code = code;
    this.options = options;
  }

  get status(): number {
    return problems[this.code][0];
  }
}
