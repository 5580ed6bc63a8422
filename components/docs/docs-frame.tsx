import { Search } from "lucide-react";
import type { ReactNode } from "react";
import { Frame } from "@/components/site/frame";
import { buttonClass, fieldClass } from "@/components/ui/controls";
import { Marked } from "@/components/ui/marked";

type DocsGroup = { name: string; links: Array<{ href: string; text: string }> };
export type DocsHeading = { id: string; text: string };

/** The frame of every docs page: search and navigation at the side, folded on narrow screens; the page beside it. */
export function DocsFrame({
  groups,
  here,
  headings = [],
  query,
  title,
  lead,
  children,
}: {
  groups: DocsGroup[];
  /** The address of the page in the navigation. */
  here: string;
  /** The sections of the page, listed below its link. */
  headings?: DocsHeading[];
  query?: string | undefined;
  title: ReactNode;
  lead?: ReactNode;
  children: ReactNode;
}) {
  const list = <DocsLinks groups={groups} here={here} headings={headings} />;
  return (
    <Frame section="docs">
      <div className="page-grid items-start gap-y-4 lg:grid-rows-[auto_1fr]">
        <div>
          <h1 className="text-3xl sm:text-4xl">{title}</h1>
          {lead && <p className="mt-3 text-ink-soft text-lg">{lead}</p>}
        </div>
        <div className="no-print text-base lg:sticky lg:top-6 lg:col-start-2 lg:row-span-2 lg:row-start-1 lg:max-h-[calc(100dvh-8rem)] lg:overflow-y-auto lg:p-1">
          <search>
            <form action="/docs" className="flex gap-2">
              <input
                type="search"
                name="q"
                aria-label="Search the docs"
                placeholder="Search the docs"
                defaultValue={query}
                maxLength={200}
                className={fieldClass}
              />
              <button type="submit" aria-label="Search the docs" className={`${buttonClass("quiet")} px-2.5`}>
                <Search aria-hidden="true" className="size-5" />
              </button>
            </form>
          </search>
          <details className="mt-3 rounded-md border border-line px-4 py-2 lg:hidden">
            <summary className="font-semibold">All docs pages</summary>
            {list}
          </details>
          <nav aria-label="Docs" className="mt-2 hidden lg:block">
            {list}
          </nav>
        </div>
        <div className="min-w-0 pt-3">{children}</div>
      </div>
    </Frame>
  );
}

function DocsLinks({ groups, here, headings }: { groups: DocsGroup[]; here: string; headings: DocsHeading[] }) {
  return groups.map(({ name, links }) => (
    <div key={name} className="mt-4">
      <p className="label mb-1">{name}</p>
      <ul className="border-line border-s">
        {links.map(({ href, text }) => (
          <li key={href}>
            <a
              href={href}
              aria-current={href === here ? "page" : undefined}
              className="block py-0.5 ps-3 text-ink-soft hover:text-ink hover:underline aria-[current]:font-semibold aria-[current]:text-ink"
            >
              {text}
            </a>
            {href === here && headings.length > 0 && (
              <ul className="mb-1 ps-6 text-sm leading-snug">
                {headings.map((heading) => (
                  <li key={heading.id}>
                    <a
                      href={`#${heading.id}`}
                      className="wrap-anywhere block min-h-6 py-1 text-ink-soft hover:text-ink hover:underline"
                    >
                      {heading.text}
                    </a>
                  </li>
                ))}
              </ul>
            )}
          </li>
        ))}
      </ul>
    </div>
  ));
}

type DocsResult = { href: string; page: string; title: string; excerpt: string };

/** The sections of the docs that match a search. */
export function DocsResults({ query, results }: { query: string; results: DocsResult[] }) {
  return (
    <>
      <p role="status" className="mt-3 text-ink-soft">
        {countOf(results.length)} for “{query}”
      </p>
      {results.length === 0 && (
        <p className="mt-4 max-w-2xl">
          Try fewer or other words, look at the <Link href="/docs/glossary">glossary</Link>, or{" "}
          <Link href={`/skills?q=${encodeURIComponent(query)}`}>search the skills</Link> instead.
        </p>
      )}
      <ol className="mt-4 max-w-3xl divide-y divide-line">
        {results.map(({ href, page, title, excerpt }) => (
          <li key={href} className="py-4">
            <p className="text-ink-soft text-sm">{page}</p>
            <h2 className="wrap-anywhere text-lg">
              <Link href={href}>{title}</Link>
            </h2>
            <p className="wrap-anywhere mt-1 text-base text-ink-soft">
              <Marked text={excerpt} typed={query} />
            </p>
          </li>
        ))}
      </ol>
    </>
  );
}

function Link({ href, children }: { href: string; children: string }) {
  return (
    <a className="link" href={href}>
      {children}
    </a>
  );
}

function countOf(results: number): string {
  if (results === 0) return "No results";
  return results === 1 ? "1 result" : `${results} results`;
}
