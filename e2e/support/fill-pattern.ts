import type { Skill } from "@/e2e/support/fixtures";
import { type Page, pages } from "@/lib/server/pages";

/** Test values for the parameters of URL patterns. */
export type Parts = Record<string, string>;

/** The parameters that name a skill, a thread, an author and an area of the reference. */
export function partsOf({ skill_id, slug, version_id }: Skill, thread_id: string, connection_id: string): Parts {
  return {
    skill_id,
    slug,
    version_id,
    thread_id,
    connection_id,
    code: "withdrawn",
    area: "threads",
    file_path: "references/more.md",
  };
}

/** The URL of a page or document pattern with these values. New parameters must be added here. */
export function fillPattern(pattern: string, parts: Parts): string {
  return pattern.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    const value = parts[name];
    if (value === undefined) throw new Error(`${pattern}: say here what ${name} stands for.`);
    return value;
  });
}

/** Pages of the table without content of their own: they redirect, refuse, or take a form. */
export const NOTHING_TO_SEE = new Set(
  Object.entries<Page>(pages)
    .filter(([, { form }]) => form)
    .map(([path]) => path)
    .concat(
      "/skills/publish/{operation_ref}",
      "/skills/{skill_id}",
      "/threads/{thread_id}/replies/{message_id}",
      "/refused",
    ),
);
