import { completable, type GetPromptResult, type Resource } from "@modelcontextprotocol/server";
import {
  type Skill,
  type SkillReadResult,
  type SkillSource,
  SkillsExtension,
} from "@modelcontextprotocol/server/ext/skills";
import { z } from "zod";
import { read } from "@/db/client";
import { readableFile } from "@/db/queries/files";
import {
  bestFiles,
  fileOfVersion,
  type SkillFileRow,
  selectedFileBySlug,
  selectedFilesAfter,
  slugsStartingWith,
} from "@/db/queries/skill-files";
import { selectedVersion } from "@/db/queries/versions";
import { SkillId, VersionId } from "@/lib/contract/primitives";
import { searchPost } from "@/lib/contract/public/search";
import { skillFile, skillFrontMatter, versionFile, versionFrontMatter } from "@/lib/domain/present/skill-file";
import { isTextFile, mediaTypeOf, textOfFile } from "@/lib/domain/publishing/version-files";
import { readFittingVersion } from "@/lib/domain/skills/reader";
import { openCursor, sealCursor } from "@/lib/platform/cursor";
import { Problem } from "@/lib/platform/errors";
import { log } from "@/lib/platform/log";
import { sha256 } from "@/lib/platform/secret";
import { refuseByProtocol } from "@/lib/server/mcp/call-tool";
import { THIRD_PARTY_NOTICE } from "@/lib/server/mcp/present";

const PAGE = 50;
const LISTED = 20;
const COMPLETED = 20;
const Position = z.strictObject({ after: z.string() });
const BINDING = { endpoint: "mcp_skills" };
/** How long clients may cache selected versions and lists: the selection may change at any time. */
const SKILL_TTL_MS = 60_000;

/**
 * The library as the MCP Skills extension (SEP-2640), for one request. Nothing is cached between requests: each reads
 * the database.
 */
export function skillsFor(request_id: string): SkillsExtension {
  const answering = <T>(work: () => Promise<T>) => refuseByProtocol(request_id, work);
  const source: SkillSource = {
    list: ({ cursor }) => answering(() => pageOfSkills(cursor)),
    get: (uri) => answering(() => entryAt(uri)),
    read: (uri) => answering(() => readAt(uri)),
    listResources: () => answering(bestResources),
  };
  return new SkillsExtension({
    source,
    cacheHint: { ttlMs: SKILL_TTL_MS, cacheScope: "public" },
    onWarning: ({ path, message }) => log().warn({ request_id, path, message }, "skill entry"),
  });
}

async function pageOfSkills(cursor: string | undefined): Promise<{ skills: Skill[]; nextCursor?: string }> {
  const after = cursor === undefined ? "" : openCursor(BINDING, cursor, Position).after;
  const rows = await read((sql) => selectedFilesAfter(sql, after, PAGE + 1));
  const page = rows.slice(0, PAGE);
  const last = page.at(-1);
  return {
    skills: page.map((row) => entryOf(row, { slug: row.slug, version_id: null })),
    ...(rows.length > PAGE && last ? { nextCursor: sealCursor(BINDING, { after: last.slug }) } : {}),
  };
}

async function entryAt(uri: string): Promise<Skill | undefined> {
  const address = parseSkillUri(uri);
  const row = address && (await skillRowAt(address));
  return row ? entryOf(row, address) : undefined;
}

async function readAt(uri: string): Promise<SkillReadResult | undefined> {
  const address = parseSkillUri(uri);
  const text = address && (await skillTextAt(address));
  if (text) return { text, mimeType: "text/markdown" };
  const file = parseFileUri(uri);
  return (file && (await fileAt(file))) ?? undefined;
}

/** A few of the best skills, for hosts that show people a list of resources. */
async function bestResources(): Promise<Resource[]> {
  const rows = await read((sql) => bestFiles(sql, LISTED));
  return rows.map((row) => ({
    uri: skillUri({ slug: row.slug, version_id: null }),
    name: row.slug,
    title: row.title,
    description: row.description,
    mimeType: "text/markdown",
    size: Buffer.byteLength(skillFile(row)),
  }));
}

/** The file at an address, whether or not its version is selected; null if there is none. */
export async function skillTextAt(address: SkillAddress): Promise<string | null> {
  const row = await skillRowAt(address);
  return row && textAt(row, address);
}

/** A file beside a SKILL.md; null if there is none. */
async function fileAt({ path, ...address }: SkillAddress & { path: string }): Promise<SkillReadResult | null> {
  const row = await skillRowAt(address);
  if (!row || path.includes("\0")) return null;
  const { skill_id, version_id } = row;
  const file = await read((sql) => readableFile(sql, { skill_id, version_id, path }));
  if (!file) return null;
  const mimeType = mediaTypeOf(path);
  return isTextFile(path)
    ? { text: textOfFile({ path, bytes: file.content }), mimeType }
    : { bytes: new Uint8Array(file.content), mimeType };
}

/** The slug of a skill whose selected version is listed; null if there is none. */
async function slugOf(skill_id: string): Promise<string | null> {
  const row = await read((sql) => selectedVersion(sql, skill_id));
  return row && !row.quarantined_at ? row.slug : null;
}

/** Slugs that start with the typed text, for completion in the host. Empty when they cannot be read. */
export async function slugsFor(typed: string): Promise<string[]> {
  if (typed.includes("\0")) return [];
  try {
    return await read((sql) => slugsStartingWith(sql, typed.toLowerCase(), COMPLETED));
  } catch {
    return [];
  }
}

/** The row of the version at an address; null if there is none. */
function skillRowAt({ slug, version_id }: SkillAddress): Promise<SkillFileRow | null> {
  return read((sql) => (version_id ? fileOfVersion(sql, slug, version_id) : selectedFileBySlug(sql, slug)));
}

function textAt(row: SkillFileRow, address: SkillAddress): string {
  return address.version_id ? versionFile(row) : skillFile(row);
}

function entryOf(row: SkillFileRow, address: SkillAddress): Skill {
  const bytes = Buffer.from(textAt(row, address));
  const uri = skillUri(address);
  return {
    uri,
    frontmatter: { ...(address.version_id ? versionFrontMatter(row) : skillFrontMatter(row)) },
    resources: [
      { uri, digest: `sha256:${sha256(bytes).toString("hex")}`, size: bytes.length },
      ...row.files.map((file) => ({
        uri: fileUri(address, file.path),
        digest: `sha256:${file.sha256}`,
        size: file.bytes,
      })),
    ],
  };
}

/**
 * `skill://<slug>/SKILL.md` is the selected version. `skill://v/<version_id>/<slug>/SKILL.md` is one fixed version. The
 * files of a version are beside its SKILL.md.
 */
type SkillAddress = { slug: string; version_id: string | null };

const SELECTED = /^skill:\/\/([a-z0-9-]{1,64})\/(.+)$/;
const VERSION = /^skill:\/\/v\/([A-Za-z0-9_-]{26})\/([a-z0-9-]{1,64})\/(.+)$/;
const TEXT = "SKILL.md";

/** The version that the URI of a SKILL.md names; null for any other URI. */
export function parseSkillUri(uri: string): SkillAddress | null {
  const { address, path } = parsed(uri) ?? {};
  return address && path === TEXT ? address : null;
}

/** The version and the path that the URI of a file beside a SKILL.md names; null for any other URI. */
function parseFileUri(uri: string): (SkillAddress & { path: string }) | null {
  const { address, path } = parsed(uri) ?? {};
  return address && path && path !== TEXT ? { ...address, path } : null;
}

export function skillUri(address: SkillAddress): string {
  return fileUri(address, TEXT);
}

/** The URI of a file of a version. */
function fileUri({ slug, version_id }: SkillAddress, path: string): string {
  const escaped = path.split("/").map(encodeURIComponent).join("/");
  return version_id ? `skill://v/${version_id}/${slug}/${escaped}` : `skill://${slug}/${escaped}`;
}

function parsed(uri: string): { address: SkillAddress; path: string } | null {
  const [, version_id = "", named = "", below = ""] = VERSION.exec(uri) ?? [];
  if (VersionId.safeParse(version_id).success) return at({ slug: named, version_id }, below);
  const [, slug = "", path = ""] = SELECTED.exec(uri) ?? [];
  return slug === "" ? null : at({ slug, version_id: null }, path);
}

function at(address: SkillAddress, escaped: string): { address: SkillAddress; path: string } | null {
  try {
    return { address, path: decodeURIComponent(escaped) };
  } catch {
    return null;
  }
}

export const ApplySkill = z.strictObject({
  skill: completable(
    z.string().min(1).max(200).meta({ description: "A slug, a skill_id, or a skill:// URI." }),
    (value) => slugsFor(value),
  ),
  task: z.string().min(1).max(4_000).meta({ description: "What the user wants done." }),
  technology: searchPost.input.shape.technology,
  version: searchPost.input.shape.version,
});

/**
 * The prompt that combines a skill with a task: with a technology and version, the version of the skill that fits them.
 * Throws `not_found`.
 */
export async function applySkill(given: z.output<typeof ApplySkill>): Promise<GetPromptResult> {
  const { skill, task, technology, version } = given;
  const slug = SkillId.safeParse(skill).success ? await slugOf(skill) : skill;
  const named = parseSkillUri(skill) ?? (slug ? parseSkillUri(skillUri({ slug, version_id: null })) : null);
  const row = named && (await skillRowAt(named));
  if (!row) throw new Problem("not_found", { detail: "No skill has this name." });
  const { version: fitting, fit } = await readFittingVersion(
    { skill_id: row.skill_id, version_id: named.version_id ?? undefined },
    { technology, version },
  );
  const address = { slug: named.slug, version_id: fit ? fitting.version_id : named.version_id };
  const text = await skillTextAt(address);
  if (text === null) throw new Problem("not_found", { detail: "No skill has this name." });
  const ask = [
    `Task: ${task}`,
    ...(fit ? [fit.note] : []),
    "Use the skill that follows where it fits.",
    THIRD_PARTY_NOTICE,
    "Say which of its steps you took and what you checked. Report an outcome to Cairn only after I confirmed it.",
  ].join("\n");
  return {
    description: `Apply ${address.slug} to a task.`,
    messages: [
      { role: "user", content: { type: "text", text: ask } },
      {
        role: "user",
        content: { type: "resource", resource: { uri: skillUri(address), mimeType: "text/markdown", text } },
      },
    ],
  };
}
