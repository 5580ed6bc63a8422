import { Badge, type Tone } from "@/components/ui/badge";

type Finding = {
  rule: string;
  class: "reject" | "hold" | "label" | "notice";
  field: string;
  /** The path of the file, where it is in one. */
  file?: string | undefined;
  line: number;
  what: string;
  excerpt: string;
  count: number;
};

const CLASSES: Record<Finding["class"], { tone: Tone; text: string }> = {
  reject: { tone: "rust", text: "would be rejected today" },
  hold: { tone: "amber", text: "needs a maintainer" },
  label: { tone: "amber", text: "uses" },
  notice: { tone: "plain", text: "notice" },
};

/** The safety findings in the text: rule, line and count, and how to object. */
export function Checks({ findings, title }: { findings: Finding[] | null; title: string }) {
  return (
    <section aria-labelledby="checks">
      <h2 id="checks" className="text-xl">
        Checks
      </h2>
      <p className="mt-1 text-ink-soft">
        Every text is checked for secrets, hidden characters and risky instructions. A finding is evidence you can
        verify, not a judgement of the author.
      </p>
      {findings === null ? (
        <p className="mt-4">The content is withdrawn, so its findings are not shown.</p>
      ) : findings.length === 0 ? (
        <p className="mt-4">
          <Badge tone="moss">No findings</Badge>
        </p>
      ) : (
        <ul className="mt-4 divide-y divide-line border-line border-y">
          {findings.map((finding) => (
            <li key={`${finding.rule} ${finding.file ?? finding.field} ${finding.line}`} className="py-3 text-base">
              <p className="flex flex-wrap items-baseline gap-x-3 gap-y-1">
                <code className="font-mono font-semibold text-sm">{finding.rule}</code>
                <Badge tone={CLASSES[finding.class].tone}>{CLASSES[finding.class].text}</Badge>
                <span className="text-ink-soft">
                  {finding.file ?? finding.field}, line {finding.line}
                  {finding.count > 1 && `, ${finding.count} times`}: {finding.what}
                </span>
              </p>
              {finding.excerpt && (
                <p dir="auto" className="mt-1 font-mono text-ink-soft text-sm">
                  {finding.excerpt}
                </p>
              )}
            </li>
          ))}
        </ul>
      )}
      {findings && findings.length > 0 && (
        <p className="mt-3 text-base text-ink-soft">
          Is a rule wrong here?{" "}
          <a className="link" href={`/ask?q=${encodeURIComponent(objection(findings[0]?.rule ?? "", title))}`}>
            Report it in a thread
          </a>
          with the rule and the line. Maintainers read these threads.
        </p>
      )}
    </section>
  );
}

function objection(rule: string, title: string): string {
  return `The rule ${rule} is wrong about the skill ${title.replace(/[<>`]/g, " ")}, because `.slice(0, 400);
}
