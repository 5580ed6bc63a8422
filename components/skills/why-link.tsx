import { address } from "@/components/address";

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

/** A search whose results can be explained. */
export type Searched = {
  q: string;
  technology?: string | undefined;
  version?: string | undefined;
  /** For results of the directory. */
  list?: "directory";
};

/** The address that explains why a skill is a result of a search. */
export function whyPath(searched: Searched, skill: string): string {
  return address("/docs/ranking", { ...searched, skill });
}
