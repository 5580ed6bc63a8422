import type { Metadata } from "next";
import { appendKeyCookie, saidCookies } from "@/app/cookies";
import { openForm } from "@/app/forms";
import { load, missing, type Query } from "@/app/load";
import { noticeOf, wrongFields } from "@/app/notice";
import { openSkill } from "@/app/skills/[skill_id]/load-skill";
import { SkillPage, viewMetadata } from "@/app/skills/[skill_id]/skill-page";
import { QuestionFields, type QuestionValues } from "@/components/threads/ask-form";
import { buttonClass } from "@/components/ui/controls";
import type { Notice } from "@/components/ui/error-messages";
import { NoticeBox } from "@/components/ui/notice-box";
import { SubmitOnce } from "@/components/ui/submit-once";
import { search as contract } from "@/lib/contract/public/search";
import { searchAndAsk } from "@/lib/domain/threads/search-and-ask";
import { Problem } from "@/lib/platform/errors";
import { listTechnologyNames } from "@/lib/search/asked/known-technologies";
import { postedForm, redirectPosted } from "@/lib/server/pages/page-exchange";

type AskAboutPageProps = { params: Promise<{ skill_id: string; slug: string }>; searchParams: Promise<Query> };

export async function generateMetadata({ params }: AskAboutPageProps): Promise<Metadata> {
  return viewMetadata({ skill_id: (await params).skill_id }, "ask", "Ask");
}

/** The form for a question about a skill. It opens a public thread that is linked to the skill. */
export default async function AskAboutPage({ params, searchParams }: AskAboutPageProps) {
  const place = await params;
  const found = await openSkill(place, "ask", await searchParams);
  // Nobody can try a skill that is withdrawn as a whole.
  const opened = found.value?.versions.some(({ is_selected }) => is_selected) === false ? missing() : found;
  const form = postedForm();
  const fields: QuestionValues = form
    ? {
        q: (form.get("q") ?? "").replaceAll("\r\n", "\n"),
        technology: form.get("technology")?.trim() || undefined,
        version: form.get("version")?.trim() || undefined,
      }
    : { q: "", ...opened.value?.subject.reader };
  const technologies = await load(listTechnologyNames);
  const refused = form && opened.value ? await ask(opened.value.subject.skill_id, fields) : null;
  return (
    <SkillPage opened={opened} tab="ask">
      {({ subject }) => (
        <AskAboutForm
          fields={fields}
          refused={refused}
          technologies={technologies.value ?? []}
          action={`/skills/${subject.skill_id}/${subject.slug}/ask`}
        />
      )}
    </SkillPage>
  );
}

/** Opens the thread and redirects to it; returns why not. */
async function ask(skill_id: string, fields: QuestionValues): Promise<Notice | null> {
  try {
    const input = contract.input.safeParse(fields);
    if (!input.success) throw wrongFields(input.error.issues);
    const asked = await searchAndAsk(await openForm(contract), input.data, "body", skill_id);
    const { thread } = asked.answer.data;
    if (!thread) throw new Problem("unavailable");
    redirectPosted(`/threads/${thread.thread_id}`, [
      appendKeyCookie(thread.thread_id, thread.append_key),
      ...saidCookies(thread.thread_id, { kind: "question" }),
    ]);
    return null;
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    return noticeOf(error);
  }
}

/** A question about a skill. Sending it publishes it. */
function AskAboutForm({
  fields,
  refused,
  technologies,
  action,
}: {
  fields: QuestionValues;
  refused: Notice | null;
  technologies: string[];
  action: string;
}) {
  return (
    <section aria-labelledby="ask" className="page-column">
      <h2 id="ask" className="text-2xl">
        Ask about this skill
      </h2>
      <p className="mt-2 text-ink-soft">
        Your question becomes a public thread that is linked to the skill. Anyone can read and answer it, and it cannot
        be deleted. Leave out names, addresses and secrets.
      </p>
      <form method="post" action={action} className="mt-5 space-y-4" data-wake={refused?.ranges.q && ""}>
        {refused && Object.keys(refused.fields).length === 0 && <NoticeBox told={refused} />}
        <SubmitOnce />
        <QuestionFields fields={fields} refused={refused} technologies={technologies} />
        <button type="submit" className={buttonClass("primary")}>
          Publish the question
        </button>
      </form>
    </section>
  );
}
