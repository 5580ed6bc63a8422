import { z } from "zod";
import { endpoint } from "@/lib/contract/endpoint";
import { moderation, Reason, refusals } from "@/lib/contract/maintenance/moderation";
import { SkillId, SourceId, Timestamp, Url, VersionId } from "@/lib/contract/primitives";
import { answer, page, paging } from "@/lib/contract/public/resources";

const SourceRun = z
  .strictObject({
    number: z.int().min(1),
    state: z.enum(["running", "succeeded", "failed"]),
    progress: z.string().nullable(),
    found: z.int().min(0).meta({ description: "Skills that the source has." }),
    new: z.int().min(0).meta({ description: "Skills that are new or have a new version." }),
    unchanged: z.int().min(0),
    refused: z.int().min(0),
    problem: z.string().nullable().meta({ description: "Why a failed run ended." }),
    started_at: Timestamp,
    ended_at: Timestamp.nullable(),
  })
  .meta({ id: "SourceRun" });

const ReportLine = z
  .strictObject({
    path: z.string(),
    result: z.enum(["new", "new version", "widened", "unchanged", "refused", "note"]),
    reason: z.string().nullable(),
    skill_id: SkillId.nullable(),
    version_id: VersionId.nullable(),
  })
  .meta({ id: "SourceReportLine", description: "What became of one text of a source." });

export const Source = z
  .strictObject({
    source_id: SourceId,
    kind: z.enum(["npm", "git", "folder"]),
    address: z.string().meta({ examples: ["npm:@tanstack/db"] }),
    range: z.string().nullable().meta({ description: "Of the releases that are followed." }),
    minors: z.int().nullable().meta({ description: "How many of the newest minor versions; null for the default." }),
    state: z.enum(["active", "paused", "removed"]),
    skills: z.int().min(0).meta({ description: "Its skills that are listed." }),
    last_run: SourceRun.nullable(),
    next_run_at: Timestamp.nullable(),
    canonical_url: Url,
    created_at: Timestamp,
  })
  .meta({ id: "Source", description: "What the library follows." });
export type Source = z.infer<typeof Source>;

export const SourceWithReport = Source.extend({ report: z.array(ReportLine) }).meta({ id: "SourceWithReport" });
export type SourceWithReport = z.infer<typeof SourceWithReport>;

const open = { method: "GET", tag: "Sources", auth: "none", rate: "read" } as const;

export const listSources = endpoint({
  ...open,
  name: "list_sources",
  path: "/api/v1/sources",
  summary: "What the library follows: packages, repositories and folders, with the last run of each.",
  input: z.strictObject(paging),
  output: page(Source),
  problems: ["invalid_cursor"],
});

export const getSource = endpoint({
  ...open,
  name: "get_source",
  path: "/api/v1/sources/{source_id}",
  summary:
    "One source with the report of its newest finished run: what was new, unchanged and refused, with the reason.",
  input: z.strictObject({ source_id: SourceId }),
  carriedBy: { source_id: { path: "source_id" } },
  output: answer(SourceWithReport),
  problems: ["not_found"],
});

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
