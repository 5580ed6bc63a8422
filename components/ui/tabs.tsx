type Tab = { href: string; text: string; count?: number | undefined; isCurrent: boolean };

/**
 * Views of one thing as links, so that each has a URL. On narrow screens they take two rows, so that none is hidden.
 */
export function Tabs({ label, tabs }: { label: string; tabs: Tab[] }) {
  return (
    <nav aria-label={label} className="no-print relative -mx-5 border-line border-b sm:mx-0">
      <ul className="flex flex-wrap gap-x-1 px-2.5 pt-1 sm:px-0">
        {tabs.map(({ href, text, count, isCurrent }) => (
          <li key={text}>
            <a
              href={href}
              aria-current={isCurrent ? "page" : undefined}
              className="-mb-px flex items-baseline gap-1.5 whitespace-nowrap border-transparent border-b-2 px-2.5 py-2 text-base text-ink-soft hover:border-line-strong hover:text-ink aria-[current]:border-moss aria-[current]:font-semibold aria-[current]:text-ink forced-colors:not-aria-[current]:border-b-0 forced-colors:not-aria-[current]:pb-2.5"
            >
              {text}
              {count !== undefined && (
                <span className="rounded-full bg-sunken px-1.5 font-mono text-ink-soft text-xs">{count}</span>
              )}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}
