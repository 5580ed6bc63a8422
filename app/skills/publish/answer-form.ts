import { publicationCookies } from "@/app/cookies";
import { openForm } from "@/app/forms";
import { noticeOf } from "@/app/notice";
import { filledRows, type PublishFields, readFields, submissionOf } from "@/components/publish/publish-fields";
import type { Notice } from "@/components/ui/error-messages";
import { anyContract } from "@/lib/contract/endpoint";
import { Submission, submitSkill as submitContract } from "@/lib/contract/knowledge/submissions";
import { characters } from "@/lib/contract/primitives";
import { createConnection as connectionContract } from "@/lib/contract/public/connections";
import { createConnection } from "@/lib/domain/connections/own-connection";
import { type Connection, pageContext } from "@/lib/domain/context";
import { type CheckedSubmission, checkSubmission, submitSkill } from "@/lib/domain/submissions/submit-skill";
import { type FieldError, Problem } from "@/lib/platform/errors";
import { sha256 } from "@/lib/platform/secret";
import { authenticate, idempotencyOf } from "@/lib/server/http/open-call";
import { clientKey } from "@/lib/server/http/rate-limit";
import { fromFront, redirectPosted, spendSearch } from "@/lib/server/pages/page-exchange";

export type FormAnswer = {
  fields: PublishFields;
  /** What is wrong, by the name of the form's field. */
  wrong: Record<string, string>;
  checked: CheckedSubmission | null;
  refused: Notice | null;
};

/**
 * Answers the posted form: checks it, and with `action=publish` sends it as the API does. When it was accepted, the
 * browser is redirected to the page that follows it. Nothing that was filled in is lost when it was not.
 */
export async function answerForm(form: URLSearchParams): Promise<FormAnswer> {
  const fields = readFields(form);
  try {
    // The safety rules read the whole text, which costs about as much as a search.
    spendSearch();
    const parsed = Submission.safeParse(submissionOf(fields));
    if (!parsed.success)
      return { fields, wrong: wrongFields(fields, parsed.error.issues), checked: null, refused: null };
    const submission = parsed.data;
    const checked = await checkSubmission(pageContext(), submission);
    const wrong = Object.fromEntries(
      checked.errors.map((error) => [fieldAt(fields, pathOf(error)), unsafeInWords(fields, submission, error)]),
    );
    if (form.get("action") !== "publish" || checked.verdict === "reject")
      return { fields, wrong, checked, refused: null };
    return { fields, wrong, checked, refused: await send(fields, submission) };
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    return { fields, wrong: {}, checked: null, refused: noticeOf(error) };
  }
}

/** Sends the submission with the given token, else with a new connection. Null when it was accepted. */
async function send(fields: PublishFields, submission: Submission): Promise<Notice | null> {
  const given = fields.token;
  try {
    const { connection, token } = given
      ? { connection: await authenticate(`Bearer ${given}`), token: null }
      : await makeConnection(fields);
    const ctx = await openForm(submitContract, connection);
    const idempotency = ONCE.test(fields.once)
      ? idempotencyOf(anyContract(submitContract), callOf(fields, submission), {
          client: clientKey(fromFront()?.address ?? "unknown"),
          headers: {},
          connection,
          header: () => undefined,
        })
      : null;
    const { answer } = await submitSkill({ ...ctx, idempotency }, submission);
    const { operation_ref } = answer.data.operation;
    redirectPosted(
      `/skills/publish/${operation_ref}`,
      publicationCookies(connection.connection_id, operation_ref, token),
    );
    return null;
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    return noticeOf(error);
  }
}

const ONCE = /^[\w-]{22,64}$/;

function callOf(fields: PublishFields, submission: Submission) {
  const { method, path } = submitContract;
  return { key: fields.once, method, path, request_hash: sha256(JSON.stringify(submission)) };
}

/** Its token goes into the form first, so that it is not lost when the submission is refused. */
async function makeConnection(fields: PublishFields): Promise<{ connection: Connection; token: string }> {
  const input = connectionContract.input.safeParse({ name: fields.name });
  if (!input.success)
    throw new Problem("validation_failed", {
      errors: [{ pointer: "/name", code: "invalid_value", detail: "must be plain prose of 1 to 120 characters" }],
    });
  const { data } = (await createConnection(await openForm(connectionContract), input.data)).answer;
  if (data.token === null) throw new Problem("internal");
  fields.token = data.token;
  return { connection: await authenticate(`Bearer ${data.token}`), token: data.token };
}

const MESSAGES: Record<string, string> = {
  title: "Give a title of up to 120 characters.",
  description: "Say in up to 500 characters what the skill is for and when to use it.",
  markdown: "Write the skill as markdown, up to 32,768 bytes.",
  rationale: "Say in up to 1,000 characters why it is needed.",
  supporting_basis: "Say in up to 4,000 characters what you tried, and on which versions.",
  public_references: "Write one http or https address a line, without credentials; eight at most.",
  technology: "Name the technology in up to 120 characters.",
  constraint: "State the versions in up to 200 characters, such as >=16 <17.",
  version_scheme: "Choose how the versions are written.",
};

function wrongFields(fields: PublishFields, issues: Array<{ path: PropertyKey[] }>): Record<string, string> {
  const wrong: Record<string, string> = {};
  for (const { path } of issues) {
    const parts = path.map(String);
    const own = parts[0] === "applicability" ? (parts[2] ?? "technology") : (parts[0] ?? "");
    wrong[fieldAt(fields, parts)] ??= MESSAGES[own] ?? "Correct this field.";
  }
  return wrong;
}

/** The name of the form's field at a path of the submission. */
function fieldAt(fields: PublishFields, [name = "", place = "", part = "technology"]: string[]): string {
  if (name === "public_references") return "references";
  if (name !== "applicability") return name;
  const [row = 0] = filledRows(fields)[Number(place)] ?? [];
  return `${part === "version_scheme" ? "scheme" : part}_${row}`;
}

/** The markdown is submitted with the origin before it, which the form has in fields of its own. */
function unsafeInWords(fields: PublishFields, submission: Submission, error: FieldError): string {
  if (!("pointer" in error) || error.pointer !== "/markdown" || !error.range) return `This ${error.detail}.`;
  const before = characters(submission.markdown) - characters(fields.markdown);
  const { start, end } = error.range;
  const what = error.detail.replace(/ \(characters? [^()]*\)$/, "");
  return start < before
    ? `The licence or the repository ${what}.`
    : `This ${what} (characters ${start - before + 1} to ${end - before}).`;
}

function pathOf(error: object): string[] {
  const pointer = "pointer" in error ? String(error.pointer) : "";
  return pointer.split("/").slice(1);
}
