import type { ReactNode } from "react";
import { DashboardSection, type SaidNow } from "@/components/maintain/dashboard-section";

type Version = { ref: { skill_id: string; version_id: string }; title: string; description: string };

export type VersionItemsProps<Item> = {
  items: Item[] | null;
  more: boolean;
  waiting: string | null;
  said: SaidNow | null;
};

/** A section of the dashboard that lists versions to decide about. A decision loads the next. */
export function VersionItems<Item extends Version>({
  id,
  title,
  about,
  items,
  more,
  waiting,
  said,
  show,
}: VersionItemsProps<Item> & { id: string; title: string; about: string; show: (item: Item) => ReactNode }) {
  return (
    <DashboardSection id={id} title={title} waiting={waiting} said={said} busy={items === null}>
      <p className="mt-2 max-w-3xl text-ink-soft">{about}</p>
      {items?.length === 0 && <p className="mt-2 text-ink-soft">Nothing is waiting for a decision.</p>}
      <ul className="mt-2 divide-y divide-line">
        {items?.map((item) => (
          <li key={item.ref.version_id} className="py-6">
            <article aria-label={item.title} className="space-y-4">
              {show(item)}
            </article>
          </li>
        ))}
      </ul>
      {more && <p className="text-ink-soft">More versions follow when these are decided.</p>}
    </DashboardSection>
  );
}

/** The title of a version, which leads to its page, and its description; then `children`. */
export function VersionHead({ item, children }: { item: Version; children: ReactNode }) {
  return (
    <header>
      <h3 dir="auto" className="text-xl">
        <a className="link" href={`/skills/${item.ref.skill_id}/versions/${item.ref.version_id}`}>
          {item.title}
        </a>
      </h3>
      <p dir="auto" className="mt-1 text-ink-soft">
        {item.description}
      </p>
      {children}
    </header>
  );
}
