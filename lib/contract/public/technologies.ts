import { z } from "zod";
import { endpoint } from "@/lib/contract/endpoint";
import { Timestamp, Url } from "@/lib/contract/primitives";
import { page, paging } from "@/lib/contract/public/resources";

export const RANGES_MAX = 20;

const Technology = z
  .strictObject({
    technology: z.string().meta({ description: "Its usual name.", examples: ["next.js"] }),
    skills: z.int().min(1).meta({ description: "Listed skills that name it." }),
    versions: z.int().min(1).meta({ description: "Listed versions of skills that name it." }),
    ranges: z
      .array(z.string())
      .max(RANGES_MAX)
      .meta({
        description:
          "The versions of the technology that these cover, lowest first, ranges that meet as one; of many the highest. Words that are not a version come last.",
        examples: [[">=14.0.0 <17.0.0"]],
      }),
    newest: z
      .strictObject({
        version: z.string(),
        released_at: Timestamp.nullable(),
        skills_checked: z.int().min(0).meta({
          description: "Skills that cover it and that a review checked against it, or a source read with it.",
        }),
      })
      .nullable()
      .meta({ description: "The newest release that a registry names. Null while no source follows the technology." }),
    skills_url: Url.meta({ description: "The directory with this technology." }),
  })
  .meta({ id: "CoveredTechnology" });
export type Technology = z.infer<typeof Technology>;

const Coverage = z
  .strictObject({
    technologies: z.int().min(0),
    skills: z.int().min(0).meta({ description: "All listed skills, also those that name no technology." }),
    versions: z.int().min(0),
    checked_at: Timestamp.nullable().meta({
      description: "When a version was last reviewed, or a registry last asked for the newest release.",
    }),
  })
  .meta({ id: "Coverage", description: "How much the library covers." });
export type Coverage = z.infer<typeof Coverage>;

export const listTechnologies = endpoint({
  name: "list_technologies",
  method: "GET",
  path: "/api/v1/technologies",
  summary: "The technologies that the library covers, in which versions: those with most skills first.",
  tag: "Skills",
  input: z.strictObject(paging),
  output: page(Technology).extend({ library: Coverage }),
  problems: ["invalid_cursor"],
  auth: "none",
  rate: "read",
});
