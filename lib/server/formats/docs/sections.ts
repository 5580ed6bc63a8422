import { problemCodes, problems } from "@/lib/contract/problems";
import { singleton } from "@/lib/platform/singleton";
import { contracts } from "@/lib/server/endpoints";
import { type GuidePath, guides, guideText } from "@/lib/server/formats/docs/guides";
import { referenceAreas } from "@/lib/server/openapi/reference-entries";
import { renderGuide } from "@/lib/text/markdown/render";

/** A part of the docs that a search can find. */
export type DocsSection = {
  /** Its address with the anchor. */
  href: string;
  /** The title of its page. */
  page: string;
  title: string;
  /** Its text without markup, in one line. */
  text: string;
};

/** Every section of the docs: of the guides, the endpoints and the problems. Built once per process. */
export function docsSections(): Promise<DocsSection[]> {
  return singleton("docs-sections", async () => {
    const ofGuides = await Promise.all(Object.keys(guides).map((path) => guideSections(path as GuidePath)));
    return [...ofGuides.flat(), ...endpointSections(), ...problemSections()];
  });
}

async function guideSections(path: GuidePath): Promise<DocsSection[]> {
  const markdown = guideText(path);
  const { headings } = await renderGuide(markdown);
  const { title: page, lead } = guides[path];
  const [before = "", ...parts] = withoutCode(markdown).split(/^#{2,3} .+$/m);
  const whole = { href: path, page, title: page, text: `${lead} ${plain(before)}`.trim() };
  return [
    whole,
    ...headings.map(({ id, text }, place) => ({
      href: `${path}#${id}`,
      page,
      title: text,
      text: plain(parts[place] ?? ""),
    })),
  ];
}

function endpointSections(): DocsSection[] {
  return referenceAreas(contracts()).flatMap(({ area, tag, entries }) =>
    entries.map(({ name, method, path, summary, description, fields }) => ({
      href: `/docs/api/${area}#${name}`,
      page: `API: ${tag}`,
      title: `${method} ${path}`,
      text: plain(`${summary} ${description} (${name}) Fields: ${fields.map((field) => field.name).join(", ")}.`),
    })),
  );
}

function problemSections(): DocsSection[] {
  return problemCodes.map((code) => {
    const [, title, next_step] = problems[code];
    return { href: `/problems/${code}`, page: "Problems", title, text: plain(`${code}: ${next_step}`) };
  });
}

/** A comment in a code block could look like a heading. Its text stays searchable. */
function withoutCode(markdown: string): string {
  return markdown.replaceAll(/^(```|~~~)\w*\n([\s\S]*?)\n\1$/gm, (_, __, code: string) =>
    code.replaceAll(/^#/gm, " #"),
  );
}

function plain(markdown: string): string {
  return markdown
    .replaceAll(/\[([^\]]+)\]\([^)]+\)/g, "$1")
    .replaceAll(/[`*|]|^#+ |^\s*[-\d]+[.]? |-{3,}/gm, " ")
    .replaceAll(/\s+/g, " ")
    .trim();
}
