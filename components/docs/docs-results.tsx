import { Marked } from "@/components/ui/marked";

export type DocsResult = { href: string; page: string; title: string; excerpt: string };

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
