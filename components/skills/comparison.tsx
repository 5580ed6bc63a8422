import { ArrowRight } from "lucide-react";
import type { ReactNode } from "react";
import { pathOf } from "@/components/address";
import { FileChanges } from "@/components/skills/file-changes";
import { Callout } from "@/components/ui/callout";
import { type DiffBlock, DiffView } from "@/components/ui/diff-view";
import type { FileChange } from "@/lib/contract/knowledge/read";
import type { ApplicabilityEntry } from "@/lib/contract/primitives";
import type { VersionSummary } from "@/lib/contract/public/resources";

type ComparisonProps = {
  comparison: {
    from: VersionSummary;
    to: VersionSummary;
    fields: Array<{ name: string; blocks: DiffBlock[] }>;
    applicability: { added: ApplicabilityEntry[]; removed: ApplicabilityEntry[] };
    text: { blocks: DiffBlock[]; lines_added: number; lines_removed: number } | null;
    files: FileChange[];
  };
  view: "split" | "unified";
  links: { split: string; unified: string; file: string };
};

const FIELDS: Record<string, string> = {
  title: "Title",
  description: "Description",
  public_references: "References",
  questions: "Questions it is written for",
  license: "Licence",
  risk_labels: "Uses",
};

/** Two versions, old to new: the other fields first, then the text with the changed words marked. */
export function Comparison({
  comparison: { from, to, fields, applicability, text, files },
  view,
  links,
}: ComparisonProps) {
  const isSame = from.version_id === to.version_id;
  const told = fields.filter(({ name }) => FIELDS[name]);
  const nothing = !text?.lines_added && !text?.lines_removed && text !== null;
  return (
    <section aria-labelledby="comparison" className="mt-8">
      <h2 id="comparison" className="flex flex-wrap items-center gap-x-3 text-xl">
        <a className="link" href={pathOf(from.canonical_url)}>
          Version {from.ordinal}
        </a>
        <ArrowRight aria-label="to" role="img" className="size-5 text-ink-faint rtl:rotate-180" />
        <a className="link" href={pathOf(to.canonical_url)}>
          Version {to.ordinal}
        </a>
      </h2>
      {!isSame && (
        <blockquote className="mt-3 max-w-3xl border-line border-s-2 ps-4">
          <p dir="auto" className="whitespace-pre-line">
            {to.change_summary}
          </p>
          <footer className="label mt-1">changes, according to the author</footer>
        </blockquote>
      )}
      {(told.length > 0 || applicability.added.length > 0 || applicability.removed.length > 0) && (
        <dl className="mt-6 divide-y divide-line border-line border-y">
          {(applicability.added.length > 0 || applicability.removed.length > 0) && (
            <Row name="Applies to">
              <ul className="flex flex-wrap gap-1.5">
                {applicability.removed.map((entry) => (
                  <Entry key={keyOf(entry)} entry={entry} is="removed" />
                ))}
                {applicability.added.map((entry) => (
                  <Entry key={keyOf(entry)} entry={entry} is="added" />
                ))}
              </ul>
            </Row>
          )}
          {told.map(({ name, blocks }) => (
            <Row key={name} name={FIELDS[name] ?? name}>
              <DiffView blocks={blocks} view="unified" isProse />
            </Row>
          ))}
        </dl>
      )}
      <div className="mt-8 mb-3 flex flex-wrap items-baseline justify-between gap-x-6 gap-y-2">
        <h3 className="text-lg">
          Text{" "}
          {text && !nothing && (
            <span className="ms-2 font-mono font-normal text-base">
              <span className="text-moss-strong">+{text.lines_added}</span>{" "}
              <span className="text-rust">−{text.lines_removed}</span>
              <span className="sr-only"> lines added and removed</span>
            </span>
          )}
        </h3>
        {text && !nothing && (
          <nav aria-label="How the text is shown" className="no-print flex flex-wrap gap-x-5 text-base">
            <ViewLink href={links.split} isCurrent={view === "split"}>
              Side by side
            </ViewLink>
            <ViewLink href={links.unified} isCurrent={view === "unified"}>
              Unified
            </ViewLink>
            <a className="link" href={links.file}>
              Raw .diff
            </a>
          </nav>
        )}
      </div>
      {text === null && (
        <Callout tone="amber" title="The text is withheld">
          One of the two versions is withdrawn. Its text is not shown, so there is no comparison.
        </Callout>
      )}
      {nothing && (
        <Callout>{isSame ? "Both sides are the same version." : "The text is identical in both versions."}</Callout>
      )}
      {text && !nothing && <DiffView blocks={text.blocks} view={view} />}
      {files.length > 0 && (
        <FileChanges files={files} older={pathOf(from.canonical_url)} newer={pathOf(to.canonical_url)} />
      )}
    </section>
  );
}

function Row({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-x-4 gap-y-1 py-3 sm:grid-cols-[7rem_minmax(0,1fr)]">
      <dt className="label sm:pt-1">{name}</dt>
      <dd className="min-w-0">{children}</dd>
    </div>
  );
}

function Entry({ entry, is }: { entry: ApplicabilityEntry; is: "added" | "removed" }) {
  const Element = is === "added" ? "ins" : "del";
  return (
    <li>
      <Element
        className={`block rounded-sm px-2 py-0.5 font-mono text-sm ${is === "added" ? "bg-moss-wash text-moss-strong no-underline" : "bg-rust-wash text-rust"}`}
      >
        <span className="sr-only">{is}: </span>
        <bdi>{entry.technology}</bdi> <bdi>{entry.constraint}</bdi>
      </Element>
    </li>
  );
}

function ViewLink({ href, isCurrent, children }: { href: string; isCurrent: boolean; children: ReactNode }) {
  return (
    <a
      href={href}
      aria-current={isCurrent ? "true" : undefined}
      className="link aria-[current]:font-semibold aria-[current]:text-ink aria-[current]:no-underline"
    >
      {children}
    </a>
  );
}

function keyOf(entry: ApplicabilityEntry): string {
  return `${entry.technology} ${entry.version_scheme} ${entry.constraint}`;
}
