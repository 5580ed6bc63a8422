import { z } from "zod";
import { endpoint } from "@/lib/contract/endpoint";
import { listing } from "@/lib/contract/maintenance/moderation";
import { PAGE_ITEMS_MAX, SkillVersionRef, VersionUrl } from "@/lib/contract/primitives";
import { answer, Freshness } from "@/lib/contract/public/resources";

const StaleVersion = z
  .strictObject({ ref: SkillVersionRef, title: z.string(), version_url: VersionUrl, freshness: Freshness })
  .meta({ id: "StaleVersion", description: "A selected version that was checked against an older release." });
export type StaleVersion = z.infer<typeof StaleVersion>;

export const listStaleVersions = endpoint({
  ...listing,
  name: "list_stale_versions",
  path: "/api/v1/maintenance/freshness",
  summary: "Selected versions that were checked against an older release than the newest, the newest release first.",
  description: "A version leaves the list when it is reviewed for the release, or when another one is selected.",
  input: z.strictObject({
    limit: z.int().min(1).max(PAGE_ITEMS_MAX).optional().meta({ description: "Default 20." }),
  }),
  output: answer(z.array(StaleVersion)),
  problems: listing.problems.filter((code) => code !== "invalid_cursor"),
});
