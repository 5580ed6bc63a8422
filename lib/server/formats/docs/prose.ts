import { readFileSync } from "node:fs";
import path from "node:path";
import { singleton } from "@/lib/platform/singleton";

const FOLDER = path.join(process.cwd(), "docs/pages");

/**
 * The text of `docs/pages/<page>.md` with each `{{name}}` replaced by its value. Throws for a name without a value, and for
 * a value that the text does not name.
 */
export function prose(page: string, values: Readonly<Record<string, string | number>>): string {
  const unused = new Set(Object.keys(values));
  const text = textOf(page).replaceAll(/\{\{(.*?)\}\}/g, (_, name: string) => {
    const value = values[name];
    if (value === undefined) throw new Error(`docs/pages/${page}.md names {{${name}}}, which has no value.`);
    unused.delete(name);
    return String(value);
  });
  if (unused.size > 0) throw new Error(`docs/pages/${page}.md does not name ${[...unused].join(", ")}.`);
  return text;
}

/** Read once per process: the pages' build depends on these files, too. */
function textOf(page: string): string {
  const texts = singleton("docs-prose", () => new Map<string, string>());
  const text = texts.get(page) ?? readFileSync(path.join(FOLDER, `${page}.md`), "utf8");
  texts.set(page, text);
  return text;
}
