const PLACE = "cairn.questions";
const QUESTIONS_MAX = 50;

/** A thread that this browser opened. */
export type OwnQuestion = { post_id: string; title: string };

/** The threads that were opened in this browser, newest first. */
export function ownQuestions(): OwnQuestion[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(PLACE) ?? "[]");
    return Array.isArray(kept) ? kept.filter(isQuestion) : [];
  } catch {
    return [];
  }
}

/** Adds a thread to those opened in this browser. */
export function rememberQuestion(question: OwnQuestion): void {
  const others = ownQuestions().filter(({ post_id }) => post_id !== question.post_id);
  keep([question, ...others].slice(0, QUESTIONS_MAX));
}

/** Deletes the list, not the threads. */
export function forgetQuestions(): void {
  keep([]);
}

function keep(questions: OwnQuestion[]): void {
  try {
    if (questions.length === 0) localStorage.removeItem(PLACE);
    else localStorage.setItem(PLACE, JSON.stringify(questions));
  } catch {
    // Without storage the list stays empty.
  }
}

function isQuestion(kept: unknown): kept is OwnQuestion {
  const { post_id, title } = Object(kept);
  return /^thr_[\w-]{22}$/.test(String(post_id)) && typeof title === "string";
}
