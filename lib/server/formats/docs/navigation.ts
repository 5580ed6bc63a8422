import { contracts } from "@/lib/server/endpoints";
import { guides } from "@/lib/server/formats/docs/guides";
import { referenceAreas } from "@/lib/server/openapi/reference-entries";

export type DocsGroup = { name: string; links: Array<{ href: string; text: string }> };

/** The navigation of all docs pages. */
export function docsNavigation(): DocsGroup[] {
  return [
    { name: "Guides", links: Object.entries(guides).map(([href, { title }]) => ({ href, text: title })) },
    {
      name: "API reference",
      links: [
        { href: "/docs/api", text: "Overview" },
        ...referenceAreas(contracts()).map(({ area, tag }) => ({ href: `/docs/api/${area}`, text: tag })),
        { href: "/problems", text: "Problems" },
      ],
    },
  ];
}
