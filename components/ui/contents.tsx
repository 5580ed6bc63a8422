export type Heading = { id: string; text: string; level: 2 | 3 };

/** A table of contents beside a text: folded on narrow screens, sticky on wide ones. */
export function Contents({ headings }: { headings: Heading[] }) {
  return (
    <>
      <details className="rounded-md border border-line px-4 py-2 lg:hidden">
        <summary className="font-semibold">On this page</summary>
        <ContentsList headings={headings} />
      </details>
      <nav
        aria-labelledby="contents"
        className="sticky top-6 hidden max-h-[calc(100dvh-3rem)] overflow-y-auto text-base lg:block"
      >
        <h2 id="contents" className="text-base">
          On this page
        </h2>
        <ContentsList headings={headings} />
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
