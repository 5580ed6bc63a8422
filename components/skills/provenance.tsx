import type { ReactNode } from "react";
import { pathOf } from "@/components/address";
import { AuthorLink } from "@/components/author-name";
import { Source } from "@/components/skills/origin";
import { References } from "@/components/skills/references";
import { exactTime } from "@/components/ui/relative-time";
import { isStarter, ORIGIN_KINDS } from "@/lib/contract/origin-in-words";
import type { Signature } from "@/lib/contract/primitives";
import type { Origin, VersionSummary } from "@/lib/contract/public/resources";

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
