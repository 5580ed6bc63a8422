/** A link to the explanation of a result. Its name says which one. */
export function WhyLink({ href, title, className = "" }: { href: string; title: string; className?: string }) {
  return (
    <a
      href={href}
      rel="nofollow"
      aria-label={`Why this result: ${title}`}
      className={`link shrink-0 text-sm ${className}`}
    >
      Why this result
    </a>
  );
}
