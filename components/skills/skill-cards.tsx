"use client";

import { type CardMatch, type CardSkill, SkillCard } from "@/components/skills/skill-card";
import type { Reader } from "@/components/skills/with-reader";

export type CardItem = { key: string; skill: CardSkill; match?: CardMatch | null };

/** The items of a list of skills. All of `items` is sent to the browser, so it contains only what a card shows. */
export function SkillCards({
  items,
  reader,
  heading,
}: {
  items: CardItem[];
  reader?: Reader;
  heading?: "h2" | "h3" | "h4";
}) {
  return items.map(({ key, skill, match }) => (
    <li key={key}>
      <SkillCard skill={skill} match={match ?? null} reader={reader} heading={heading} />
    </li>
  ));
}
