"use client";

import { type CardMatch, type CardSkill, SkillCard } from "@/components/skills/skill-card";
import type { Reader } from "@/components/skills/with-reader";

export type CardItem = { key: string; skill: CardSkill; match?: CardMatch | null };

/**
 * The items of a list of skills; those that only share words with a search come last, under a line that says so. All of
 * `items` is sent to the browser, so it contains only what a card shows.
 */
export function SkillCards({
  items,
  reader,
  heading,
}: {
  items: CardItem[];
  reader?: Reader;
  heading?: "h2" | "h3" | "h4";
}) {
  const firstWeak = items.find(({ match }) => match?.strength === "weak");
  return items.map(({ key, skill, match }) => (
    <li key={key}>
      {key === firstWeak?.key && <p className="label pt-6">Shares words only</p>}
      <SkillCard skill={skill} match={match ?? null} reader={reader} heading={heading} />
    </li>
  ));
}
