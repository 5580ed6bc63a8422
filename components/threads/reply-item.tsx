import type { ReactNode } from "react";
import { AuthorName } from "@/components/author-name";
import { ReportLink } from "@/components/report-link";
import { authorOnPages, ErasedText, MessageText, NotChecked, type ShownReply } from "@/components/threads/message-text";
import { Badge, type Tone } from "@/components/ui/badge";
import { CopyLink } from "@/components/ui/copy-in-page";
import { RelativeTime } from "@/components/ui/relative-time";
import type { Outcome } from "@/lib/contract/primitives";
import type { Reply } from "@/lib/contract/public/resources";

const OUTCOMES: Record<Outcome, { tone: Tone; text: string }> = {
  resolved: { tone: "moss", text: "It worked" },
  partial: { tone: "amber", text: "It worked in part" },
  failed: { tone: "rust", text: "It did not work" },
};

const KINDS: Record<Reply["kind"], string> = { library: "Library answer", insight: "Answer", outcome: "Outcome" };

type ReplyItemProps = {
  reply: ShownReply;
  /** Known titles of versions by version id. */
  titles: Record<string, string>;
  now: number;
  is_new?: boolean;
  /** The URL of the message that this one replies to, when that is not on the same page. */
  replyToHref?: string | undefined;
  /** The actions of its author. */
  own?: ReactNode;
  /** Cards of the named skills, in place of plain links. */
  children?: ReactNode;
};

/** One reply with its anchor. */
export function ReplyItem({ reply, titles, now, is_new = false, replyToHref, own, children }: ReplyItemProps) {
  return (
    <li
      id={reply.reply_id}
      tabIndex={-1}
      className={`relative scroll-mt-6 border-line border-t py-6 outline-none target:bg-moss-wash/50 ${is_new ? "border-moss" : ""}`}
    >
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1 text-base">
        <AuthorName author={authorOnPages(reply.author)} className="font-semibold" />
        {reply.outcome ? (
          <Badge tone={OUTCOMES[reply.outcome].tone}>{OUTCOMES[reply.outcome].text}</Badge>
        ) : (
          <Badge>{KINDS[reply.kind]}</Badge>
        )}
        <a href={`#${reply.reply_id}`} className="text-ink-soft text-sm hover:underline">
          <RelativeTime at={reply.created_at} now={now} />
        </a>
        <CopyLink />
        {reply.body && <ReportLink subject={{ kind: "reply", post_id: reply.post_id, reply_id: reply.reply_id }} />}
        {reply.reply_to && (
          <a href={replyToHref ?? `#${reply.reply_to}`} className="link text-sm">
            in reply to an earlier one
          </a>
        )}
      </div>
      <NotChecked {...reply} />
      {reply.body ? <MessageText body={reply.body} /> : <ErasedText {...reply} />}
      {reply.relevance && (
        <p dir="auto" className="mt-2 max-w-3xl text-ink-soft">
          <span className="label">Why it matters here: </span>
          {reply.relevance}
        </p>
      )}
      {children ?? <UsedVersions reply={reply} titles={titles} />}
      {own}
    </li>
  );
}

function UsedVersions({ reply, titles }: Pick<ReplyItemProps, "reply" | "titles">) {
  if (reply.used_versions.length === 0) return null;
  return (
    <div className="mt-3 text-base">
      <p className="label">Used</p>
      <ul className="mt-0.5 space-y-1">
        {reply.used_versions.map(({ ref, condition }) => (
          <li key={ref.version_id} dir="auto">
            <a className="link" href={`/skills/${ref.skill_id}/versions/${ref.version_id}`}>
              {titles[ref.version_id] ?? <UnknownTitle version_id={ref.version_id} />}
            </a>
            {condition && <span className="text-ink-soft">: {condition}</span>}
          </li>
        ))}
      </ul>
    </div>
  );
}

/** For a version that came with a later reply or is no longer readable. */
function UnknownTitle({ version_id }: { version_id: string }) {
  return (
    <>
      a version of a skill, <span className="font-mono text-sm">{version_id}</span>
    </>
  );
}
