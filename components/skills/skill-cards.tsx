"use client";

import type { Reader } from "@/components/address";
import { type CardMatch, type CardSkill, type Searched, SkillCard, whyPath } from "@/components/skills/skill-card";

export type CardItem = { key: string; skill: CardSkill; match?: CardMatch | null };

type SkillCardsProps = {
  /** With the ids of the skills as keys. */
  items: CardItem[];
  reader?: Reader;
  /** The search that found them, where one did. */
  searched?: Searched | undefined;
  heading?: "h2" | "h3" | "h4";
  now?: number;
};

/**
 * The items of a list of skills. Those that only share words with a search come last and are folded, unless there are
 * no others. All of `items` is sent to the browser, so it contains only what a card shows.
 */
export function SkillCards({ items, ...shown }: SkillCardsProps) {
  const weak = items.filter(({ match }) => match?.strength === "weak");
  const others = items.filter((item) => !weak.includes(item));
  return (
    <>
      <Items items={others} {...shown} />
      {weak.length > 0 && (
        <li>
          <details open={others.length === 0} className="py-2">
            <summary className="w-fit text-base text-ink-soft hover:text-ink">
              Weaker matches <span className="tabular-nums">({weak.length})</span>
            </summary>
            <ul className="mt-2 divide-y divide-line border-line border-t">
              <Items items={weak} {...shown} />
            </ul>
          </details>
        </li>
      )}
    </>
  );
}

function Items({ items, reader, searched, heading, now }: SkillCardsProps) {
  return items.map(({ key, skill, match }) => (
    <li key={key}>
      <SkillCard
        skill={skill}
        match={match ?? null}
        reader={reader}
        heading={heading}
        now={now}
        why={searched && whyPath(searched, key)}
      />
    </li>
  ));
}
