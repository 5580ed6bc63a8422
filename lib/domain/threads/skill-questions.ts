import { read } from "@/db/client";
import { solvedQuestions, subjectOf, threadsAbout } from "@/db/queries/threads";
import type { ThreadStatus } from "@/lib/contract/primitives";
import type { SolvedQuestion } from "@/lib/contract/public/resources";
import type { Context } from "@/lib/domain/context";
import { presentSolvedQuestion, SOLVED_MAX } from "@/lib/domain/present/solved-question";
import { skillUrl, threadUrl } from "@/lib/platform/urls";

const QUESTIONS_MAX = 10;

/** The skill that a thread was opened about, with its page; null without one. */
export async function getSubject(
  _ctx: Context,
  { thread_id }: { thread_id: string },
): Promise<{ title: string; canonical_url: string } | null> {
  const row = await read((sql) => subjectOf(sql, thread_id));
  return row && { title: row.title, canonical_url: skillUrl(row.skill_id, row.slug) };
}

export type SkillQuestion = {
  thread_id: string;
  title: string;
  status: ThreadStatus;
  reply_count: number;
  canonical_url: string;
};

/** The newest public threads that were opened about a skill. */
export async function listSkillQuestions(_ctx: Context, { skill_id }: { skill_id: string }): Promise<SkillQuestion[]> {
  const rows = await read((sql) => threadsAbout(sql, skill_id, QUESTIONS_MAX));
  return rows.map((row) => ({ ...row, canonical_url: threadUrl(row.thread_id) }));
}

/** The newest questions that a skill solved, as their askers confirmed. */
export async function listSolvedQuestions(
  _ctx: Context,
  { skill_id }: { skill_id: string },
): Promise<SolvedQuestion[]> {
  const rows = await read((sql) => solvedQuestions(sql, skill_id, SOLVED_MAX));
  return rows.map(presentSolvedQuestion);
}
