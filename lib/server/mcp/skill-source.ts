import type { Resource } from "@modelcontextprotocol/server";
import {
  type Skill,
  type SkillReadResult,
  type SkillSource,
  SkillsExtension,
} from "@modelcontextprotocol/server/ext/skills";
import { z } from "zod";
import { read } from "@/db/client";
import {
  bestFiles,
  fileOfVersion,
  type SkillFileRow,
  selectedFileBySlug,
  selectedFilesAfter,
  slugsStartingWith,
} from "@/db/queries/skill-files";
import { readableFile } from "@/db/queries/version-files";
import { selectedVersion } from "@/db/queries/versions";
import { skillFile, skillFrontMatter, versionFile, versionFrontMatter } from "@/lib/domain/present/skill-file";
import { isTextFile, mediaTypeOf, textOfFile } from "@/lib/domain/publishing/version-files";
import { openCursor, sealCursor } from "@/lib/platform/cursor";
import { log } from "@/lib/platform/log";
import { sha256 } from "@/lib/platform/secret";
import { SKILL_TTL_MS } from "@/lib/server/mcp/cache";
import { refuseByProtocol } from "@/lib/server/mcp/protocol-refusal";
import { fileUri, parseFileUri, parseSkillUri, type SkillPlace, skillUri } from "@/lib/server/mcp/skill-uri";

const PAGE = 50;
const LISTED = 20;
const COMPLETED = 20;
const Position = z.strictObject({ after: z.string() });
const BINDING = { endpoint: "mcp_skills" };

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
  const place = parseSkillUri(uri);
  const row = place && (await skillRowAt(place));
  return row ? entryOf(row, place) : undefined;
}

async function readAt(uri: string): Promise<SkillReadResult | undefined> {
  const place = parseSkillUri(uri);
  const text = place && (await skillTextAt(place));
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

/** The file at a place, whether or not its version is selected; null if there is none. */
export async function skillTextAt(place: SkillPlace): Promise<string | null> {
  const row = await skillRowAt(place);
  return row && textAt(row, place);
}

/** A file beside a SKILL.md; null if there is none. */
async function fileAt({ path, ...place }: SkillPlace & { path: string }): Promise<SkillReadResult | null> {
  const row = await skillRowAt(place);
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
export async function slugOf(skill_id: string): Promise<string | null> {
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

/** The row of the version at a place; null if there is none. */
export function skillRowAt({ slug, version_id }: SkillPlace): Promise<SkillFileRow | null> {
  return read((sql) => (version_id ? fileOfVersion(sql, slug, version_id) : selectedFileBySlug(sql, slug)));
}

function textAt(row: SkillFileRow, place: SkillPlace): string {
  return place.version_id ? versionFile(row) : skillFile(row);
}

function entryOf(row: SkillFileRow, place: SkillPlace): Skill {
  const bytes = Buffer.from(textAt(row, place));
  const uri = skillUri(place);
  return {
    uri,
    frontmatter: { ...(place.version_id ? versionFrontMatter(row) : skillFrontMatter(row)) },
    resources: [
      { uri, digest: `sha256:${sha256(bytes).toString("hex")}`, size: bytes.length },
      ...row.files.map((file) => ({
        uri: fileUri(place, file.path),
        digest: `sha256:${file.sha256}`,
        size: file.bytes,
      })),
    ],
  };
}
