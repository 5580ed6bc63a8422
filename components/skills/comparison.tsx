import { ArrowRight } from "lucide-react";
import type { ReactNode } from "react";
import { pathOf } from "@/components/address";
import type { VersionInList } from "@/components/skills/versions";
import { AddressForm } from "@/components/ui/address-form";
import { Callout } from "@/components/ui/callout";
import { buttonClass, fieldClass } from "@/components/ui/controls";
import { DiffView, UnifiedDiff } from "@/components/ui/diff-view";
import { day } from "@/components/ui/relative-time";
import type { FileChange } from "@/lib/contract/knowledge/reading";
import type { ApplicabilityEntry } from "@/lib/contract/primitives";
import type { VersionSummary } from "@/lib/contract/public/resources";
import type { DiffBlock } from "@/lib/contract/shown-text";
import { sizeInWords } from "@/lib/contract/skill-in-words";

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

/** Selects two versions to compare. A plain form; the older version always comes first. */
export function ComparePicker({
  path,
  versions,
  pair,
  view,
}: {
  path: string;
  versions: VersionInList[];
  pair: { from: string; to: string };
  view: "split" | "unified";
}) {
  return (
    <AddressForm
      action={path}
      className="no-print grid max-w-4xl grid-cols-[minmax(0,1fr)] items-end gap-3 sm:grid-cols-[minmax(0,1fr)_auto_minmax(0,1fr)_auto]"
    >
      <VersionSelect name="from" label="From" versions={versions} chosen={pair.from} />
      <ArrowRight aria-hidden="true" className="mb-2.5 hidden size-5 text-ink-faint sm:block rtl:rotate-180" />
      <VersionSelect name="to" label="To" versions={versions} chosen={pair.to} />
      {view === "unified" && <input type="hidden" name="view" value="unified" />}
      <button type="submit" className={buttonClass("quiet")}>
        Compare
      </button>
    </AddressForm>
  );
}

function VersionSelect({
  name,
  label,
  versions,
  chosen,
}: {
  name: string;
  label: string;
  versions: VersionInList[];
  chosen: string;
}) {
  return (
    <label className="text-base">
      <span className="mb-1 block text-ink-soft text-sm">{label}</span>
      <select name={name} defaultValue={chosen} className={fieldClass}>
        {versions.map((version) => (
          <option key={version.version_id} value={version.version_id}>
            {`Version ${version.ordinal}, ${version.standing}, ${day(version.created_at)}`}
          </option>
        ))}
      </select>
    </label>
  );
}

/** The files that differ between two versions: changed texts with their difference, folded beyond the first. */
function FileChanges({ files, older, newer }: { files: FileChange[]; older: string; newer: string }) {
  const first = files.find(({ diff }) => diff !== null && diff.unified !== null);
  return (
    <section aria-labelledby="files" className="mt-8">
      <h3 id="files" className="text-lg">
        Files <span className="tabular-nums">({files.length})</span>
      </h3>
      <ul className="mt-2 divide-y divide-line">
        {files.map((file) => (
          <li key={file.path} className="py-2">
            <p className="flex flex-wrap items-baseline gap-x-4 gap-y-0.5">
              <span className="text-ink-soft text-sm">{file.change}</span>
              <a
                className="link min-w-0 break-words font-mono text-sm"
                href={`${file.change === "removed" ? older : newer}/files?${new URLSearchParams({ path: file.path })}`}
                dir="ltr"
              >
                {file.path}
              </a>
              <span className="text-ink-soft text-sm">{sizeInWords(file)}</span>
            </p>
            <Difference file={file} isOpen={file === first} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function Difference({ file, isOpen }: { file: FileChange; isOpen: boolean }) {
  const text = file.diff?.unified;
  if (!text) return null;
  return (
    <details open={isOpen} className="mt-1">
      <summary className="w-fit text-ink-soft text-sm hover:text-ink">Difference</summary>
      <div className="mt-1">
        <UnifiedDiff text={text.replace(/\n$/, "")} label={`Difference of ${file.path}`} />
      </div>
    </details>
  );
}
