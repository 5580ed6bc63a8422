import { z } from "zod";
import { Url } from "@/lib/contract/primitives";

/** The members of a search answer that every search interface shares. */

export const Strength = z.enum(["strong", "fair", "weak"]).meta({
  description:
    "`strong`: answers this question, by the calibrated threshold. `fair`: is about it, but not an answer by itself. `weak`: only shares words with it.",
});

export type Strength = z.infer<typeof Strength>;

export const SearchStatus = z.enum(["answered", "open"]).meta({
  description: "`answered` when a result is strong and nothing that you asked for was ignored.",
});

/** Whether a version fits, where a technology may be named without a version. */
export const FitVerdict = z.enum(["compatible", "version_not_given", "unconstrained", "unknown"]).meta({
  description:
    "`compatible`: your version was compared with the skill's and fits. `version_not_given`: the skill covers the technology you named, but you named no version of it.",
});

/** The same with the versions that do not fit. `version_not_given`: a technology of the skill, but no version of it. */
export type Verdict = z.output<typeof FitVerdict> | "incompatible";

const NOTHING_FITS_REASONS = [
  "unknown_technology",
  "no_skill_for_technology",
  "version_not_covered",
  "no_match",
] as const;
export const COVERED_MAX = 5;

export const NothingFits = z
  .strictObject({
    reason: z.enum(NOTHING_FITS_REASONS),
    technology: z.string().nullable().meta({ description: "As you named it." }),
    version: z.string().nullable().meta({ description: "As you named it." }),
    covered: z
      .array(z.strictObject({ technology: z.string(), constraint: z.string() }))
      .max(COVERED_MAX)
      .meta({ description: "What skills about the question cover of that technology." }),
    suggestions: z.array(z.string()).meta({ description: "Known technologies with a similar name." }),
    next_step: z.string(),
  })
  .meta({
    id: "NothingFits",
    description: "Why no result answers the question. Null exactly when a result is strong.",
  });
export type NothingFits = z.infer<typeof NothingFits>;

export const SkillContent = z
  .strictObject({
    markdown: z.string().meta({ description: "The skill's text, from its start, whole or up to a heading." }),
    content_sha256: z
      .string()
      .regex(/^[0-9a-f]{64}$/)
      .meta({ description: "Of the whole text." }),
    truncated: z.boolean(),
    files: z
      .array(z.strictObject({ path: z.string(), url: Url }))
      .optional()
      .meta({ description: "The files beside the text, when there are any." }),
    rest_url: Url.optional().meta({ description: "Of the whole text, when this one is truncated." }),
  })
  .meta({
    id: "SkillContent",
    description: "The text of the first result that fits, if `include=content` asked for it.",
  });
export type SkillContent = z.infer<typeof SkillContent>;

export const Include = z.literal("content").meta({
  description: "`content`: the first strong result also has its text.",
});

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
