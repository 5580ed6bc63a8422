import type { ReactNode } from "react";
import { Provenance } from "@/components/skills/provenance";
import { SpecimenLabel } from "@/components/skills/specimen-label";
import { VersionList } from "@/components/skills/version-list";
import { CopyBox } from "@/components/ui/copy-box";
import type { SkillVersion, VersionSummary } from "@/lib/contract/public/resources";

type Heading = { id: string; text: string; level: 2 | 3 };
type Props = {
  version: SkillVersion;
  /** All versions of the skill; empty where they could not be read. */
  versions: VersionSummary[];
  headings: Heading[];
  /** The address of this version's JSON. */
  json_url: string;
  now: number;
  notice?: ReactNode;
  /** The rendered markdown. */
  children: ReactNode;
};

/** A skill version as a page: its label, its content, and below where it comes from. */
export function SkillView({ version, versions, headings, json_url, now, notice, children }: Props) {
  const isLong = headings.length > 2;
  return (
    <article>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-x-14 gap-y-8 lg:grid-cols-[minmax(0,1fr)_18rem]">
        <header className="max-w-3xl">
          <p className="label mb-2 flex flex-wrap gap-x-3">
            <a href="/skills" className="hover:underline">
              Skills
            </a>
            <span>Version {version.ordinal}</span>
          </p>
          <h1 dir="auto" className="text-3xl sm:text-4xl">
            {version.title}
          </h1>
          <p dir="auto" className="mt-3 text-ink-soft text-lg sm:text-xl">
            {version.description}
          </p>
          {notice && <div className="mt-6">{notice}</div>}
          <SpecimenLabel version={version} now={now} />
        </header>
        <TakeAlong json_url={json_url} versionCount={versions.length} />
      </div>
      <div className="mt-10 grid grid-cols-[minmax(0,1fr)] gap-x-14 gap-y-8 lg:grid-cols-[minmax(0,1fr)_18rem]">
        {isLong && <Contents headings={headings} />}
        <div className="min-w-0 lg:col-start-1 lg:row-start-1">{children}</div>
      </div>
      <footer className="mt-16 grid grid-cols-[minmax(0,1fr)] gap-x-14 gap-y-10 border-line border-t pt-10 text-base lg:grid-cols-[minmax(0,1fr)_18rem]">
        <Provenance version={version} />
        {versions.length > 0 && <VersionList versions={versions} current={version.version_id} now={now} />}
      </footer>
    </article>
  );
}

function TakeAlong({ json_url, versionCount }: { json_url: string; versionCount: number }) {
  return (
    <section className="min-w-0 text-base lg:pt-7">
      <h2 className="mb-2 text-base">Take it along</h2>
      <CopyBox text={`curl -s ${json_url}`} what="the command" />
      <p className="mt-2 text-ink-soft text-sm">
        One JSON object with the markdown, its SHA-256 and everything on this page.{" "}
        <a className="link" href={new URL(json_url).pathname}>
          Open it
        </a>
        .
      </p>
      {versionCount > 1 && (
        <p className="mt-4">
          <a className="link" href="#versions">
            All {versionCount} versions
          </a>
        </p>
      )}
    </section>
  );
}

/** The table of contents: folded away on narrow screens, following the reader on wide ones. */
function Contents({ headings }: { headings: Heading[] }) {
  return (
    <>
      <details className="rounded-md border border-line px-4 py-2 lg:hidden">
        <summary className="font-semibold">On this page</summary>
        <ContentsList headings={headings} />
      </details>
      <nav aria-labelledby="contents" className="hidden text-base lg:col-start-2 lg:block">
        <div className="sticky top-6 max-h-[calc(100dvh-3rem)] overflow-y-auto">
          <h2 id="contents" className="text-base">
            On this page
          </h2>
          <ContentsList headings={headings} />
        </div>
      </nav>
    </>
  );
}

function ContentsList({ headings }: { headings: Heading[] }) {
  return (
    <ol className="mt-2 space-y-1.5 border-line border-s text-ink-soft leading-snug">
      {headings.map((heading) => (
        <li key={heading.id} className={heading.level === 2 ? "ps-3" : "ps-6 text-sm"}>
          <a dir="auto" href={`#${heading.id}`} className="hover:text-ink hover:underline">
            {heading.text}
          </a>
        </li>
      ))}
    </ol>
  );
}
