import type { ReactNode } from "react";
import { pathOf } from "@/components/address";
import { AuthorLink } from "@/components/author-name";
import { Source } from "@/components/skills/origin";
import { References } from "@/components/skills/version-facts";
import { Badge, type Tone } from "@/components/ui/badge";
import { exactTime, RelativeTime } from "@/components/ui/relative-time";
import type { QueueItem } from "@/lib/contract/maintenance/queue";
import type { Signature } from "@/lib/contract/primitives";
import type { Origin, VersionSummary } from "@/lib/contract/public/resources";
import { isStarter, ORIGIN_KINDS } from "@/lib/contract/skill-in-words";

type SourceThread = Record<string, unknown> & { thread_id: string };
type ProvenanceProps = {
  provenance: {
    author: Signature & { connection_id: string | null };
    origin: Origin;
    operation: { operation_ref: string } | null;
    change_summary: string;
    rationale: string;
    supporting_basis: string;
    public_references: string[];
    sources: SourceThread[];
  };
  /** The version it was built on. */
  base: VersionSummary | null;
  /** Null where the content is withdrawn. */
  sha256: string | null;
};

/** The origin of a version: its author, changes and reason, supporting basis, and references. */
export function Provenance({ provenance, base, sha256 }: ProvenanceProps) {
  const { author, origin, operation, sources } = provenance;
  return (
    <>
      <section aria-labelledby="provenance">
        <h2 id="provenance" className="text-xl">
          Provenance
        </h2>
        <dl className="mt-4 divide-y divide-line border-line border-y">
          <Row name="Author">
            <AuthorLink author={author} />
            {author.connection_id && <span className="label ms-3">{author.connection_id}</span>}
          </Row>
          <Row name="Source kind">{ORIGIN_KINDS[origin.kind]}</Row>
          <Row name="Source">
            <Source origin={origin} />
          </Row>
          {origin.release && origin.kind !== "npm" && (
            <Row name="Release">
              <bdi>{origin.release}</bdi>
            </Row>
          )}
          {origin.kind !== "submission" && (
            <Row name="Fetched">
              <time dateTime={origin.fetched_at}>{exactTime(origin.fetched_at)}</time>
              {origin.source_id && (
                <>
                  {" by "}
                  <a className="link" href={`/sources/${origin.source_id}`}>
                    a source
                  </a>
                </>
              )}
            </Row>
          )}
          {origin.author && !isStarter(origin) && (
            <Row name="Written by">
              <bdi>{origin.author}</bdi>, as the file says
            </Row>
          )}
          <Row name="Based on">
            {base ? (
              <a className="link" href={pathOf(base.canonical_url)}>
                Version {base.ordinal}
              </a>
            ) : (
              <span className="text-ink-soft">No earlier version</span>
            )}
          </Row>
          <Row name="Changes">
            <Text>{provenance.change_summary}</Text>
          </Row>
          <Row name="Reason">
            <Text>{provenance.rationale}</Text>
          </Row>
          <Row name="Evidence">
            <Text>{provenance.supporting_basis}</Text>
          </Row>
          {sources.length > 0 && (
            <Row name="Sources">
              <ul className="space-y-1">
                {sources.map(({ thread_id }) => (
                  <li key={thread_id}>
                    <a className="link font-mono text-sm" href={`/threads/${thread_id}`}>
                      {thread_id}
                    </a>
                  </li>
                ))}
              </ul>
            </Row>
          )}
          <Row name="Licence">
            {origin.license ? <bdi>{origin.license}</bdi> : "Unknown"}
            {!origin.is_whole && ", which allows no copy: the text is at its source"}
          </Row>
          {operation && (
            <Row name="Submission">
              <span className="font-mono text-sm">{operation.operation_ref}</span>
            </Row>
          )}
          <Row name="SHA-256">
            {sha256 ? (
              <span className="font-mono text-sm">{sha256}</span>
            ) : (
              <span className="text-ink-soft">Withdrawn with the content</span>
            )}
          </Row>
        </dl>
      </section>
      <References urls={provenance.public_references} />
    </>
  );
}

function Row({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-x-4 gap-y-1 py-3 sm:grid-cols-[8rem_minmax(0,1fr)]">
      <dt className="label sm:pt-1">{name}</dt>
      <dd className="min-w-0">{children}</dd>
    </div>
  );
}

function Text({ children }: { children: string }) {
  return (
    <p dir="auto" className="whitespace-pre-line">
      {children}
    </p>
  );
}

type Finding = QueueItem["review"]["findings"][number];

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

type Use = {
  message_id: string;
  thread_title: string;
  kind: "library" | "insight" | "outcome";
  outcome: string | null;
  condition: string | null;
  canonical_url: string;
  created_at: string;
};

const OUTCOMES: Record<string, { tone: Tone; text: string }> = {
  resolved: { tone: "moss", text: "Worked" },
  partial: { tone: "amber", text: "Worked partly" },
  failed: { tone: "rust", text: "Failed" },
};
const KINDS = { library: "Suggested by the library", insight: "Used in an answer", outcome: "Reported" } as const;

/** The newest public messages that name a version, with the condition of use. */
export function UsedIn({ uses, now }: { uses: Use[]; now: number }) {
  return (
    <section aria-labelledby="used">
      <h2 id="used" className="text-xl">
        Mentioned in
      </h2>
      {uses.length === 0 ? (
        <p className="mt-2 text-ink-soft">No message mentions this version yet.</p>
      ) : (
        <ol className="mt-4 divide-y divide-line border-line border-y">
          {uses.map((use) => {
            const outcome = use.outcome ? OUTCOMES[use.outcome] : undefined;
            return (
              <li key={use.message_id} className="flex flex-wrap items-baseline gap-x-3 gap-y-1 py-2.5 text-base">
                <a dir="auto" className="link line-clamp-2 basis-full" href={pathOf(use.canonical_url)}>
                  {use.thread_title}
                </a>
                <Badge tone={outcome?.tone ?? "plain"}>{outcome?.text ?? KINDS[use.kind]}</Badge>
                {use.condition && <span dir="auto">{use.condition}</span>}
                <span className="text-ink-soft text-sm">
                  <RelativeTime at={use.created_at} now={now} />
                </span>
              </li>
            );
          })}
        </ol>
      )}
    </section>
  );
}
