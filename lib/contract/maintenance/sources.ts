import { z } from "zod";
import { endpoint } from "@/lib/contract/endpoint";
import { moderation, Reason, refusals } from "@/lib/contract/maintenance/moderation";
import { SourceId } from "@/lib/contract/primitives";
import { answer } from "@/lib/contract/public/resources";
import { Source } from "@/lib/contract/public/sources";

const deciding = { ...moderation, tag: "Sources" } as const;
const named = { source_id: SourceId, reason: Reason };
const output = answer(Source);

export const addSource = endpoint({
  ...deciding,
  name: "add_source",
  path: "/api/v1/maintenance/sources",
  summary: "Follow a source: its skills are read, judged and published, now and whenever they change.",
  description:
    "One that is followed already stays as it is. A worker runs it within seconds; read the source to see how far it is.",
  input: z.strictObject({
    address: z
      .string()
      .min(1)
      .max(300)
      .meta({
        description: "npm:NAME, or https://HOST/PATH of a public git repository with #REF:FOLDER if need be.",
        examples: ["npm:@tanstack/db"],
      }),
    range: z.string().min(1).max(120).optional().meta({ description: "Of the releases to follow, such as >=1 <3." }),
    minors: z.int().min(1).max(40).optional().meta({ description: "Newest minor versions to follow; default 5." }),
    reason: Reason,
  }),
  output,
  problems: refusals,
});

export const runSource = endpoint({
  ...deciding,
  name: "run_source",
  path: "/api/v1/maintenance/sources/run",
  summary: "Let a source be read again now.",
  input: z.strictObject(named),
  output,
  problems: [...refusals, "not_found", "invalid_transition"],
});

export const pauseSource = endpoint({
  ...deciding,
  name: "pause_source",
  path: "/api/v1/maintenance/sources/pause",
  summary: "Pause a source, or follow it again. Its skills stay.",
  input: z.strictObject({ ...named, paused: z.boolean().optional().meta({ description: "Default true." }) }),
  output,
  problems: [...refusals, "not_found"],
});

export const removeSource = endpoint({
  ...deciding,
  name: "remove_source",
  path: "/api/v1/maintenance/sources/remove",
  summary: "Remove a source, and withdraw its skills or keep them.",
  description: "A worker withdraws them. Added again, the source has its skills back.",
  input: z.strictObject({
    ...named,
    keep: z.boolean().optional().meta({ description: "Keep its skills; default false." }),
  }),
  output,
  problems: [...refusals, "not_found"],
});
