import { APPLICABILITY_ENTRIES_MAX } from "@/lib/contract/primitives";

export type ApplicabilityFields = { technology: string; constraint: string; version_scheme: string };

/** The fields of the form as filled in. */
export type PublishFields = {
  title: string;
  description: string;
  markdown: string;
  rationale: string;
  supporting_basis: string;
  /** One address a line. */
  references: string;
  license: string;
  repository: string;
  applicability: ApplicabilityFields[];
  /** The name of the connection to make. */
  name: string;
  /** The token to publish with, instead of a new connection. */
  token: string;
  /** Sent again with the same form, so that a second click publishes nothing twice. */
  once: string;
};

export const APPLICABILITY_ROWS = APPLICABILITY_ENTRIES_MAX;

/** The name of the draft that this browser keeps. */
export const DRAFT = "skill";

/** Fields that are not part of the draft: they are secret or belong to one page. */
export const NOT_KEPT: readonly string[] = ["token", "once", "action"];

/** Reads the fields of a posted form. Browsers send line ends as CR LF. */
export function readFields(form: URLSearchParams): PublishFields {
  const text = (name: string) => (form.get(name) ?? "").replaceAll("\r\n", "\n");
  const line = (name: string) => text(name).replace(/\s+/g, " ").trim();
  return {
    title: line("title"),
    description: line("description"),
    markdown: text("markdown"),
    rationale: text("rationale").trim(),
    supporting_basis: text("supporting_basis").trim(),
    references: text("references"),
    license: line("license"),
    repository: line("repository"),
    applicability: Array.from({ length: APPLICABILITY_ROWS }, (_, row) => ({
      technology: line(`technology_${row}`),
      constraint: line(`constraint_${row}`),
      version_scheme: line(`scheme_${row}`) || "semver",
    })),
    name: line("name"),
    token: line("token"),
    once: line("once"),
  };
}

/** The submission that these fields are, as the API takes it; it may still be invalid. */
export function submissionOf(fields: PublishFields): Record<string, unknown> {
  const { title, description, rationale, supporting_basis, license, repository } = fields;
  const stated = [
    ...(license ? [`license: ${JSON.stringify(license)}`] : []),
    ...(repository ? ["metadata:", `  repository: ${JSON.stringify(repository)}`] : []),
  ];
  const front = stated.length > 0 ? `---\n${stated.join("\n")}\n---\n\n` : "";
  return {
    kind: "create",
    title,
    description,
    markdown: fields.markdown.trim() === "" ? "" : `${front}${fields.markdown}`,
    change_summary: "First version.",
    rationale,
    supporting_basis,
    applicability: filledRows(fields).map(([, entry]) => entry),
    public_references: referencesOf(fields),
  };
}

/** The rows with any text, each with its place in the form. */
export function filledRows({ applicability }: PublishFields): Array<[row: number, entry: ApplicabilityFields]> {
  return [...applicability.entries()].filter(([, entry]) => entry.technology !== "" || entry.constraint !== "");
}

function referencesOf({ references }: PublishFields): string[] {
  return references
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "");
}
