"use client";

import { X } from "lucide-react";
import { address } from "@/components/address";
import type { Filters } from "@/components/skills/skill-filters";

export type Facets = {
  total: number;
  technologies: Array<{ technology: string; count: number }>;
  reviewed: { yes: number; no: number };
  reported: { yes: number; no: number };
  sources: Record<SourceKind, number>;
};

type SourceKind = keyof typeof KINDS;
const KINDS = {
  npm: "npm packages",
  git: "Git repositories",
  folder: "Imported folders",
  submission: "Submitted here",
};

/** Technologies shown before the rest is folded. */
const TECHNOLOGIES_SHOWN = 8;

/** The filters of the list, each with its number of skills. All are links, because the URL is the state. */
export function FacetList({
  facets,
  filters,
  chosen,
}: {
  facets: Facets;
  filters: Filters;
  /** The chosen technology by its name in the facets. */
  chosen: string | undefined;
}) {
  const addressWith = (change: Filters) => address("/skills", { ...filters, ...change });
  const shown = facets.technologies.filter(
    ({ technology }, place) => place < TECHNOLOGIES_SHOWN || technology === chosen,
  );
  const folded = facets.technologies.filter((one) => !shown.includes(one));
  const kinds = (Object.keys(KINDS) as SourceKind[]).filter(
    (kind) => facets.sources[kind] > 0 || filters.source === kind,
  );
  const technologyLink = ({ technology, count }: Facets["technologies"][number]) => (
    <Choice
      key={technology}
      href={addressWith({ ...without("technology"), ...(technology === chosen ? {} : { technology }) })}
      count={count}
      isChosen={technology === chosen}
    >
      {technology}
    </Choice>
  );
  return (
    <div className="space-y-5 text-base">
      {facets.technologies.length > 0 && (
        <Facet name="Technology">
          {shown.map(technologyLink)}
          {folded.length > 0 && (
            <li>
              <details>
                <summary className="px-2 py-0.5 text-ink-soft hover:text-ink">{folded.length} more</summary>
                <ul>{folded.map(technologyLink)}</ul>
              </details>
            </li>
          )}
          <li>
            <a className="block px-2 py-0.5 text-ink-soft hover:text-ink hover:underline" href="/technologies">
              All technologies
            </a>
          </li>
        </Facet>
      )}
      <Facet name="Review">
        {(["true", "false"] as const).map((value) => (
          <Choice
            key={value}
            href={addressWith({ reviewed: filters.reviewed === value ? undefined : value })}
            count={value === "true" ? facets.reviewed.yes : facets.reviewed.no}
            isChosen={filters.reviewed === value}
          >
            {value === "true" ? "Reviewed" : "Not reviewed"}
          </Choice>
        ))}
      </Facet>
      <Facet name="Outcomes">
        {(["true", "false"] as const).map((value) => (
          <Choice
            key={value}
            href={addressWith({ reported: filters.reported === value ? undefined : value })}
            count={value === "true" ? facets.reported.yes : facets.reported.no}
            isChosen={filters.reported === value}
          >
            {value === "true" ? "Reported" : "No reports"}
          </Choice>
        ))}
      </Facet>
      {kinds.length > 0 && (
        <Facet name="Source">
          {kinds.map((kind) => (
            <Choice
              key={kind}
              href={addressWith({ source: filters.source === kind ? undefined : kind })}
              count={facets.sources[kind]}
              isChosen={filters.source === kind}
            >
              {KINDS[kind]}
            </Choice>
          ))}
        </Facet>
      )}
    </div>
  );
}

function Facet({ name, children }: { name: string; children: React.ReactNode }) {
  return (
    <section>
      <h2 className="label mb-1.5 px-2">{name}</h2>
      <ul>{children}</ul>
    </section>
  );
}

function Choice({
  href,
  count,
  isChosen,
  children,
}: {
  href: string;
  count: number;
  isChosen: boolean;
  children: React.ReactNode;
}) {
  return (
    <li>
      <a
        href={href}
        aria-current={isChosen ? "true" : undefined}
        className="flex items-center gap-2 rounded-md px-2 py-0.5 text-ink-soft hover:bg-sunken hover:text-ink aria-[current]:bg-moss-wash aria-[current]:font-semibold aria-[current]:text-moss-strong"
      >
        <bdi className="min-w-0 flex-1">{children}</bdi>
        <span className="font-mono text-sm tabular-nums">{count}</span>
        {isChosen && (
          <>
            <X aria-hidden="true" className="size-4" />
            <span className="sr-only">, chosen: remove</span>
          </>
        )}
      </a>
    </li>
  );
}

const NAMES: Array<{ name: keyof Filters; words: (value: string) => string }> = [
  { name: "technology", words: (value) => value },
  { name: "version", words: (value) => `fits ${value}` },
  { name: "reviewed", words: (value) => (value === "true" ? "reviewed" : "not reviewed") },
  { name: "reported", words: (value) => (value === "true" ? "with outcomes" : "without outcomes") },
  { name: "source", words: (value) => new Map(Object.entries(KINDS)).get(value) ?? value },
];

/** The active filters; each can be removed separately. `source` is the address of the one source that was chosen. */
export function ChosenFilters({ filters, source }: { filters: Filters; source: string | null }) {
  const chosen = NAMES.flatMap(({ name, words }) => {
    const value = filters[name];
    return value ? [{ name, text: name === "source" && source !== null ? source : words(value) }] : [];
  });
  if (chosen.length === 0) return null;
  return (
    <ul aria-label="Active filters" className="flex flex-wrap gap-2">
      {chosen.map(({ name, text }) => (
        <li key={name}>
          <a
            href={address("/skills", { ...filters, ...without(name) })}
            className="inline-flex items-center gap-1.5 rounded-full border border-line-strong bg-surface px-2.5 py-0.5 text-sm hover:bg-sunken"
          >
            <bdi>{text}</bdi>
            <X aria-hidden="true" className="size-3.5" />
            <span className="sr-only">: remove this filter</span>
          </a>
        </li>
      ))}
    </ul>
  );
}

/** A version belongs to the technology it was given for. */
function without(name: keyof Filters): Filters {
  return name === "technology" ? { technology: undefined, version: undefined } : { [name]: undefined };
}
