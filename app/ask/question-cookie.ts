import { z } from "zod";
import { type CookieJar, forgetInCookies, keepInCookies, keptInCookies } from "@/app/kept-in-cookies";

const QUESTION_COOKIE = "cairn_question";
const PLACE = { path: "/ask", seconds: 1_800 };

const Question = z.object({ q: z.string(), technology: z.string().optional(), version: z.string().optional() });
type Question = z.infer<typeof Question>;

/** Keeps the question being asked in this browser, so that it is in no URL. Null when it is too long even for that. */
export function questionCookies(question: Question): string[] | null {
  return keepInCookies(QUESTION_COOKIE, question, PLACE);
}

export function forgetQuestion(): string[] {
  return forgetInCookies(QUESTION_COOKIE, PLACE.path);
}

/** The question that this browser is asking, if any. It is untrusted, as a parameter is. */
export function questionFrom(jar: CookieJar): Question | null {
  try {
    return Question.parse(keptInCookies(QUESTION_COOKIE, jar));
  } catch {
    return null;
  }
}
