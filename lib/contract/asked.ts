import { z } from "zod";

/** Suggested names of technologies in one warning. */
export const SUGGESTIONS_MAX = 3;

export const SearchWarning = z
  .strictObject({
    code: z.enum([
      "unknown_technology",
      "version_without_technology",
      "technology_inferred",
      "constraint_not_parsed",
      "exact_with_range",
      "language",
    ]),
    detail: z.string().meta({ description: "One sentence: what was done, and what to send instead." }),
    technology: z.string().optional().meta({ description: "The technology that the warning is about, as asked." }),
    suggestions: z.array(z.string()).max(SUGGESTIONS_MAX).optional().meta({
      description: "Names of technologies that may have been meant, best first.",
    }),
  })
  .meta({
    id: "SearchWarning",
    description:
      "What the search could not use as it was sent, or took from the question. While a given version or technology was not used, `match_quality` is never `full` and the library does not answer.",
  });
export type SearchWarning = z.infer<typeof SearchWarning>;

export const SearchWarnings = z.array(SearchWarning).meta({ description: "Empty when everything was understood." });

export const ThreadTechnology = z
  .strictObject({
    technology: z.string().meta({ description: "As asked." }),
    version: z.string().nullable(),
    source: z.enum(["asked", "inferred"]).meta({
      description: "`asked`: the asker named it beside the question; `inferred`: it was read from the question.",
    }),
  })
  .meta({ id: "ThreadTechnology" });
export type ThreadTechnology = z.infer<typeof ThreadTechnology>;
