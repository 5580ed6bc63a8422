import { setTimeout as sleep } from "node:timers/promises";
import type { Sql } from "@/db/client";
import {
  type MadeQuestion,
  makeConfirmedQuestions,
  skillsWithQuestions,
  takeBackQuestions,
} from "@/db/queries/made-questions";
import { type Asked, hasAnswer, partsOf } from "@/lib/cli/eval/figures";
import type { LabelledQuery } from "@/lib/cli/eval/labelled-queries";
import { syncIndex } from "@/lib/search/index/index-sync";

const PARTS = 5;
/** The product notices within this time that its index has changed. */
const NOTICED_MS = 1_000;
const ANSWER = 2;

export type Simulated = {
  name: string;
  /** Confirmed questions over all parts, and skills that one was lent to. */
  confirmed: number;
  lent: number;
  /** The answers to the questions that were not lent, without and with those that were. */
  before: Asked[];
  after: Asked[];
  /** Questions whose answer is a skill that a question was lent to. */
  covered: ReadonlySet<LabelledQuery>;
};

type Library = {
  sql: Sql;
  /** Skill ids by folder. */
  skills: ReadonlyMap<string, string>;
  ask(queries: readonly LabelledQuery[]): Promise<Asked[]>;
};

/**
 * What questions that led here change, in five parts: those of four are confirmed, one a skill, and those of the fifth
 * are asked. Once by the skills that answer them, once by wrong ones: the best result that is not an answer. All is
 * taken back in the end.
 */
export async function simulateQuestions(library: Library, asked: readonly Asked[]): Promise<Simulated[]> {
  return [
    await simulate(library, asked, "confirmed by the answer", rightLinks),
    await simulate(library, asked, "confirmed by a wrong skill", wrongLinks),
  ];
}

type Link = { folder: string; question: string; found: string };

async function simulate(
  { sql, skills, ask }: Library,
  asked: readonly Asked[],
  name: string,
  linksOf: (one: Asked) => string[],
): Promise<Simulated> {
  const parts = partsOf(asked, PARTS);
  const simulated = { name, confirmed: 0, lent: 0, before: [] as Asked[], after: [] as Asked[] };
  const covered = new Set<LabelledQuery>();
  for (const part of parts) {
    const links = new Map<string, Link>();
    for (const one of parts.filter((other) => other !== part).flat()) {
      const [found] = one.ranked;
      for (const folder of linksOf(one))
        if (found !== undefined && !links.has(folder)) links.set(folder, { folder, question: one.query.query, found });
    }
    const questions = [...links.values()].flatMap(({ folder, question, found }): MadeQuestion[] => {
      const [skill_id, found_skill_id] = [skills.get(folder), skills.get(found)];
      return skill_id && found_skill_id ? [{ skill_id, question, found_skill_id }] : [];
    });
    await makeConfirmedQuestions(sql, questions);
    await followIndex();
    const having = new Set(await skillsWithQuestions(sql));
    simulated.confirmed += questions.length;
    simulated.lent += having.size;
    for (const { query } of part)
      if (answersOf(query).some((folder) => having.has(skills.get(folder) ?? ""))) covered.add(query);
    simulated.before.push(...part);
    simulated.after.push(...(await ask(part.map(({ query }) => query))));
    await takeBackQuestions(sql);
    await followIndex();
  }
  return { ...simulated, covered };
}

async function followIndex(): Promise<void> {
  await syncIndex();
  await sleep(NOTICED_MS);
}

function answersOf({ relevant }: LabelledQuery): string[] {
  return Object.entries(relevant).flatMap(([folder, grade]) => (grade === ANSWER ? [folder] : []));
}

/** The skills that answer a question. */
const rightLinks = ({ query }: Asked) => answersOf(query);

/** The best result that does not answer a question. */
function wrongLinks(one: Asked): string[] {
  const wrong = hasAnswer(one) ? one.ranked.find((folder) => !(folder in one.query.relevant)) : undefined;
  return wrong === undefined ? [] : [wrong];
}
