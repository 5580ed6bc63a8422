import type { ReactNode } from "react";
import { Source } from "@/components/skills/origin";
import { Callout } from "@/components/ui/callout";
import type { Origin } from "@/lib/contract/public/resources";

type Finding = {
  rule: string;
  class: "reject" | "hold" | "label" | "notice";
  field: string;
  /** The path of the file, where it is in one. */
  file?: string | undefined;
  line: number;
  what: string;
  excerpt: string;
};

type CheckedProps = {
  checked: {
    verdict: "reject" | "hold" | "clear";
    findings: Finding[];
    policy: "risk" | "new-authors" | "off";
    warnings: Array<{ pointer: string; detail: string }>;
    duplicate: { title: string; canonical_url: string; withdrawn: boolean } | null;
    origin: Pick<Origin, "source_repository" | "source_commit" | "license" | "author">;
  };
  /** The text as its page would show it. */
  children: ReactNode;
};

const VERDICTS = {
  reject: { tone: "rust", title: "It cannot be published yet" },
  hold: { tone: "amber", title: "You can publish it; a person looks first" },
  clear: { tone: "moss", title: "All checks passed" },
} as const;

const CLASSES = {
  reject: "must be removed",
  hold: "a risk: a person looks first",
  label: "shown as a label; nothing waits for it",
  notice: "notice",
} as const;

/** What the checks say of a skill that is not published yet, and its preview. */
export function Checked({ checked, children }: CheckedProps) {
  const { verdict, findings, policy, warnings, duplicate, origin } = checked;
  const isNew = policy === "new-authors";
  return (
    <>
      <section id="checked" aria-labelledby="checked-title" className="space-y-4">
        <h2 id="checked-title" className="text-2xl">
          Check
        </h2>
        <div role="status">
          <Callout tone={VERDICTS[verdict].tone} title={VERDICTS[verdict].title}>
            {verdict === "reject" && <p>Correct the problems listed here, then check again. Nothing was stored.</p>}
            {verdict === "hold" && (
              <p>
                A risk is something that the text makes an agent able to do, not proof of a bad intent. Until a
                maintainer has looked, the version is found at its own address only. Authors with a record wait only for
                a risk that their last accepted version had not.
              </p>
            )}
            {verdict === "clear" && isNew && (
              <p>A maintainer looks first at each version of an author who has no record yet.</p>
            )}
            {duplicate && (
              <p>
                The same text {duplicate.withdrawn ? "was published before and has been withdrawn" : "is published"}:{" "}
                <a className="link" href={new URL(duplicate.canonical_url).pathname}>
                  {duplicate.title}
                </a>
              </p>
            )}
          </Callout>
        </div>
        {findings.length > 0 && (
          <ul aria-label="What the rules found" className="divide-y divide-line border-line border-y">
            {findings.map((finding) => (
              <li key={`${finding.rule} ${finding.file ?? finding.field} ${finding.line}`} className="py-3 text-base">
                <span className="font-semibold">
                  {finding.file ?? finding.field} line {finding.line}: {finding.what}
                </span>{" "}
                <span className="text-ink-soft">
                  ({CLASSES[finding.class]}, rule {finding.rule})
                </span>
                {finding.excerpt && (
                  <code dir="auto" className="mt-1 block whitespace-pre-wrap break-words font-mono text-sm">
                    {finding.excerpt}
                  </code>
                )}
              </li>
            ))}
          </ul>
        )}
        {warnings.length > 0 && (
          <Callout tone="amber" title="Versions not understood">
            {warnings.map(({ pointer, detail }) => (
              <p key={pointer}>
                The versions of technology {Number(pointer.split("/")[2]) + 1}: this {detail}.
              </p>
            ))}
          </Callout>
        )}
        {Object.values(origin).some((value) => value !== null) && (
          <p className="text-base text-ink-soft">
            Origin: <Source origin={origin} />
            {origin.license && (
              <>
                , licence <bdi>{origin.license}</bdi>
              </>
            )}
          </p>
        )}
      </section>
      <section aria-labelledby="preview-title">
        <h2 id="preview-title" className="text-2xl">
          Preview
        </h2>
        <div className="mt-3 rounded-lg border border-line bg-surface p-5 sm:p-7">{children}</div>
      </section>
    </>
  );
}
