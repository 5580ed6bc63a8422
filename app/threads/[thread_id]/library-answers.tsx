import type { ReactNode } from "react";
import { SkillCard, whyPath } from "@/components/skills/skill-card";
import type { Post, Reply } from "@/lib/contract/public/resources";
import { type VersionCard, withReviewedTechnology } from "@/lib/domain/skills/version-cards";

/** The library's answers in a thread, by reply id: cards of the skills that it names, made here and not in the browser. */
export function libraryAnswers(
  post: Post,
  replies: readonly Reply[],
  versions: ReadonlyMap<string, VersionCard>,
): Record<string, ReactNode> {
  const answers = replies.filter(({ kind, used_versions }) => kind === "library" && used_versions.length > 0);
  return Object.fromEntries(
    answers.map((reply) => [reply.reply_id, <LibraryAnswer key={reply.reply_id} {...{ post, reply, versions }} />]),
  );
}

type LibraryAnswerProps = { post: Post; reply: Reply; versions: ReadonlyMap<string, VersionCard> };

function LibraryAnswer({ post, reply, versions }: LibraryAnswerProps) {
  const named = post.technologies.find(({ source }) => source === "asked");
  const searched = { q: post.title ?? "", technology: named?.technology, version: named?.version ?? undefined };
  return (
    <ul className="mt-4 divide-y divide-line rounded-lg border border-line bg-surface px-5">
      {reply.used_versions.map(({ ref }) => {
        const version = versions.get(ref.version_id);
        return (
          <li key={ref.version_id}>
            {version ? (
              <SkillCard skill={withReviewedTechnology(version)} heading="h3" why={whyPath(searched, ref.skill_id)} />
            ) : (
              <p className="py-4 text-ink-soft">
                This version was withdrawn or cannot be read right now:{" "}
                <a className="link" href={`/skills/${ref.skill_id}/versions/${ref.version_id}`}>
                  its page
                </a>{" "}
                says more.
              </p>
            )}
          </li>
        );
      })}
    </ul>
  );
}
