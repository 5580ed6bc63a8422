export type Heading = { id: string; text: string; level: 2 | 3 };

/** A table of contents for a rail. */
export function Contents({ headings }: { headings: Heading[] }) {
  return (
    <nav aria-labelledby="contents" className="max-h-[calc(100dvh-3rem)] overflow-y-auto text-base">
      <h2 id="contents" className="text-lg">
        On this page
      </h2>
      <ContentsList headings={headings} />
    </nav>
  );
}

/** The same above a text, folded. */
export function FoldedContents({ headings }: { headings: Heading[] }) {
  return (
    <details className="rounded-md border border-line px-4 py-2">
      <summary className="font-semibold">On this page</summary>
      <ContentsList headings={headings} />
    </details>
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
