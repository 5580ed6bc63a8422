import { randomBytes } from "node:crypto";
import type { Metadata } from "next";
import { load } from "@/app/load";
import { pageMetadata } from "@/app/page-metadata";
import { RenderedMarkdown } from "@/app/rendered-markdown";
import { answerForm } from "@/app/skills/publish/answer-form";
import { PublishForm } from "@/components/publish/publish-form";
import { Checked } from "@/components/publish/submission";
import { Frame } from "@/components/site/frame";
import { signupState } from "@/lib/domain/connections/own-connection";
import { listTechnologyNames } from "@/lib/search/asked/known-technologies";
import { postedForm } from "@/lib/server/pages/page-exchange";
import { renderMarkdown } from "@/lib/text/markdown/render";

export const metadata: Metadata = pageMetadata("/skills/publish");

export default async function PublishPage() {
  const form = postedForm();
  const [answer, signup, technologies] = await Promise.all([
    form && answerForm(form),
    load(signupState),
    load(listTechnologyNames),
  ]);
  const checked = answer?.checked ?? null;
  const preview = checked && (await renderMarkdown(checked.markdown, { title: answer?.fields.title ?? "" }));
  return (
    <Frame section="publish">
      <div className="page-column">
        <h1 className="text-3xl sm:text-4xl">Publish a skill</h1>
        <p className="mt-3 text-ink-soft text-lg">
          Write down what works, for one technology and its versions. A published skill is public and others may keep
          copies, so leave out personal names, addresses and secrets. Check it first: checking stores nothing.
        </p>
        <p className="mt-2 text-ink-soft">
          Looking for a topic?{" "}
          <a className="link" href="/threads/wanted">
            Unanswered, asked more than once
          </a>
        </p>
        <PublishForm
          fields={answer?.fields ?? null}
          wrong={answer?.wrong ?? {}}
          refused={answer?.refused ?? null}
          technologies={technologies.value ?? []}
          closed={signup.value === "closed"}
          once={randomBytes(18).toString("base64url")}
          canPublish={checked !== null && checked.verdict !== "reject"}
        >
          {checked && <Checked checked={checked}>{preview && <RenderedMarkdown rendered={preview} />}</Checked>}
        </PublishForm>
      </div>
    </Frame>
  );
}
