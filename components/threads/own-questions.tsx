"use client";

import { useEffect, useState } from "react";
import { forgetQuestions, type OwnQuestion, ownQuestions } from "@/components/threads/your-questions";

/** The threads that were opened in this browser; nothing when there are none. */
export function OwnQuestions() {
  const [questions, setQuestions] = useState<OwnQuestion[]>([]);
  useEffect(() => setQuestions(ownQuestions()), []);
  if (questions.length === 0) return null;
  return (
    <section aria-labelledby="own-questions" className="no-print text-base">
      <h2 id="own-questions" className="text-base">
        Your questions
      </h2>
      <p className="mt-0.5 text-ink-soft text-sm">Asked in this browser. The list is stored only here.</p>
      <ul className="mt-2 space-y-2">
        {questions.map(({ post_id, title }) => (
          <li key={post_id}>
            <a dir="auto" className="link line-clamp-2 wrap-anywhere" href={`/threads/${post_id}`}>
              {title}
            </a>
          </li>
        ))}
      </ul>
      <button
        type="button"
        className="link mt-3 min-h-6 cursor-pointer text-sm"
        onClick={() => {
          forgetQuestions();
          setQuestions([]);
        }}
      >
        Clear this list
      </button>
    </section>
  );
}
