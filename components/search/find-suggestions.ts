import type { Post, SkillSummary } from "@/lib/contract/public/resources";

export type Suggestions = { query: string; skills: SkillSummary[]; threads: Post[] };

const SKILLS = 5;
const THREADS = 3;
/** Shorter words are prefixes of too many titles. */
const THREAD_CHARACTERS_MIN = 3;

/** Skills and threads for an unfinished query. Reads the two lists, which publish and store nothing. */
export async function findSuggestions(query: string, signal: AbortSignal): Promise<Suggestions> {
  const [skills, threads] = await Promise.all([
    list<SkillSummary>("/api/v1/skills", query, SKILLS, signal),
    query.length < THREAD_CHARACTERS_MIN ? [] : list<Post>("/api/v1/posts", query, THREADS, signal),
  ]);
  return { query, skills, threads };
}

async function list<T>(path: string, query: string, limit: number, signal: AbortSignal): Promise<T[]> {
  const response = await fetch(`${path}?${new URLSearchParams({ q: query, limit: String(limit) })}`, { signal });
  if (!response.ok) throw new Error(`${path} answered ${response.status}.`);
  return (await response.json()).data;
}
