import type { Skill } from "@/e2e/support/fixtures";
import { type Page, pages } from "@/lib/server/pages";

/** What the named parts of addresses stand for, in a test. */
export type Parts = Record<string, string>;

/** The parts that name a skill and a thread. */
export function partsOf({ skill_id, slug, version_id }: Skill, thread_id: string): Parts {
  return { skill_id, slug, version_id, thread_id, code: "withdrawn" };
}

/** The address that a pattern of the tables of pages and documents has for these parts. A new part must be said here. */
export function fillPattern(pattern: string, parts: Parts): string {
  return pattern.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    const value = parts[name];
    if (value === undefined) throw new Error(`${pattern}: say here what ${name} stands for.`);
    return value;
  });
}

/** Pages of the table that show nothing at their own address: they lead on, refuse, or take a form. */
export const NOTHING_TO_SEE = new Set(
  Object.entries<Page>(pages)
    .filter(([, { form }]) => form)
    .map(([path]) => path)
    .concat("/skills/{skill_id}", "/threads/{thread_id}/replies/{message_id}", "/refused"),
);
