"use client";

import { type FormEvent, useState } from "react";
import { DashboardSection, type SaidNow } from "@/components/maintain/dashboard-section";
import { type DashboardUse, DecisionForm, Fold, Withdraw } from "@/components/maintain/decisions";
import { Badge } from "@/components/ui/badge";
import { buttonClass, fieldClass } from "@/components/ui/controls";
import { RefusalNote } from "@/components/ui/refusal-note";
import { day } from "@/components/ui/relative-time";
import { callApi, type Refusal } from "@/lib/client/call-api";
import type { Message } from "@/lib/contract/knowledge/resources";
import type { VersionSummary } from "@/lib/contract/public/resources";

/** Finds a version, message or thread by its address or id, and offers the possible decisions. */
export function Finder({ said, ...use }: DashboardUse & { said: SaidNow | null }) {
  const [target, setTarget] = useState<Target | null>(null);
  const [refusal, setRefusal] = useState<Refusal | null>(null);
  const [address, setAddress] = useState("");

  async function look(text: string) {
    const found = await findTarget(text, use.token);
    setTarget(found.target);
    setRefusal(found.refusal);
  }
  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const text = String(new FormData(event.currentTarget).get("address") ?? "").trim();
    setAddress(text);
    void look(text);
  }
  const own = {
    ...use,
    onDone: async (text: string) => {
      // A hidden thread would not be found again, and a message's options do not change.
      if (target?.kind === "skill") await look(address);
      // Announced after the forms are replaced, so that nobody types into the old ones and loses the text.
      use.onDone(text);
    },
  };
  return (
    <DashboardSection id="find" title="By address" said={said}>
      <p className="mt-2 max-w-2xl text-ink-soft">
        The address of a skill, a version, a thread or one of its messages, or a message id.
      </p>
      <form onSubmit={submit} className="mt-3 flex max-w-2xl gap-2">
        <input
          name="address"
          required
          aria-label="Address or id"
          placeholder="/threads/thr_…#msg_…"
          autoComplete="off"
          spellCheck={false}
          className={`${fieldClass} font-mono`}
        />
        <button type="submit" className={buttonClass("quiet")}>
          Find
        </button>
      </form>
      <div className="mt-4">
        {refusal && <RefusalNote refusal={refusal} />}
        {target?.kind === "skill" && <VersionActions key={target.at} target={target} use={own} />}
        {target?.kind === "message" && <MessageActions key={target.message_id} target={target} use={own} />}
      </div>
    </DashboardSection>
  );
}

const VERSION_CHECKED_MAX = 120;
const NOTE_MAX = 2_000;

/** The versions of a skill, and the possible decisions about the chosen one. */
function VersionActions({ target, use }: { target: SkillTarget; use: DashboardUse }) {
  const { skill_id, skill } = target;
  const [chosen, setChosen] = useState(target.version_id ?? skill?.versions[0]?.version_id ?? "");
  const ids = { skill_id, version_id: chosen };
  return (
    <div className="space-y-3">
      {skill ? (
        <fieldset>
          <legend dir="auto" className="font-semibold text-lg">
            {skill.title}
          </legend>
          <p className="text-base text-ink-soft">Selection revision {skill.selection_revision}</p>
          {skill.versions.map(({ version_id, title, state, created_at }) => (
            <label key={version_id} className="mt-2 flex flex-wrap items-center gap-x-3 gap-y-1 text-base">
              <input
                type="radio"
                name="version"
                value={version_id}
                checked={chosen === version_id}
                onChange={() => setChosen(version_id)}
                className="size-4 accent-moss"
              />
              <bdi>{title}</bdi>
              <Badge
                tone={
                  state === "withdrawn"
                    ? "rust"
                    : state === "candidate"
                      ? "amber"
                      : state === "selected"
                        ? "moss"
                        : "plain"
                }
              >
                {state}
              </Badge>
              <span className="text-ink-soft text-sm">{day(created_at)}</span>
            </label>
          ))}
        </fieldset>
      ) : (
        <p className="font-mono text-sm">{chosen}</p>
      )}
      <Fold title="Record a review note">
        <DecisionForm
          {...use}
          path="review-notes"
          action="Record the note"
          body={(form) => ({ ...ids, version_checked: form.get("version_checked"), note: form.get("note") })}
          say={(answer: { review: { version_checked?: string } }) =>
            `Review recorded: checked against ${answer.review.version_checked}.`
          }
        >
          <label className="block">
            <span className="text-base text-ink-soft">Upstream version that was checked</span>
            <input name="version_checked" required maxLength={VERSION_CHECKED_MAX} className={`${fieldClass} mt-1`} />
          </label>
          <label className="block">
            <span className="text-base text-ink-soft">What was checked</span>
            <textarea name="note" required rows={3} maxLength={NOTE_MAX} className={`${fieldClass} mt-1 block`} />
          </label>
        </DecisionForm>
      </Fold>
      {skill && (
        <Fold title="Select it">
          <DecisionForm
            {...use}
            path="select"
            action="Select"
            body={() => ({ ...ids, observed_selection_revision: skill.selection_revision })}
            say={(answer: { selection_revision: string }) => `Selected, at revision ${answer.selection_revision}.`}
          />
        </Fold>
      )}
      <Fold title="Withdraw it">
        <Withdraw
          use={use}
          ids={ids}
          say={(answer: { selected: object | null }) =>
            `Withdrawn. ${answer.selected ? "An earlier version is selected." : "No version of the skill is selected now."}`
          }
        />
      </Fold>
      <Fold title="Restore it">
        <DecisionForm
          {...use}
          path="restore"
          action="Restore"
          body={() => ids}
          say={({ state }: { state: string }) => `The version is ${state} again. It is not selected automatically.`}
        />
      </Fold>
    </div>
  );
}

type Hidden = { hidden: boolean; thread_hidden: boolean };

/** Hides a message, or shows it again. */
function MessageActions({ target, use }: { target: MessageTarget; use: DashboardUse }) {
  const { message_id, thread_id, opening } = target;
  const what = opening === null ? "message" : "thread";
  const say = ({ hidden, thread_hidden }: Hidden) =>
    hidden ? `Hidden${thread_hidden ? ", and with it its thread" : ""}.` : "Shown again.";
  return (
    <div className="space-y-2">
      <p className="font-mono text-sm">{message_id}</p>
      {opening && (
        <blockquote dir="auto" className="border-line border-s-2 ps-3 text-ink-soft">
          {opening}
        </blockquote>
      )}
      {thread_id && (
        <p>
          <a className="link" href={`/threads/${thread_id}#${message_id}`}>
            Look at it
          </a>
        </p>
      )}
      <Fold title={`Hide this ${what}`}>
        <DecisionForm
          {...use}
          path="hide"
          action="Hide"
          question={`Hide this ${what} from everyone? It can be shown again.`}
          body={() => ({ message_id })}
          say={say}
        />
      </Fold>
      <Fold title={`Show this ${what} again`}>
        <DecisionForm {...use} path="show" action="Show" body={() => ({ message_id })} say={say} />
      </Fold>
    </div>
  );
}

type SkillTarget = {
  kind: "skill";
  skill_id: string;
  version_id: string | null;
  /** Null when no version is readable. */
  skill: { title: string; selection_revision: string; versions: VersionSummary[] } | null;
  at: string;
};
type MessageTarget = { kind: "message"; message_id: string; thread_id: string | null; opening: string | null };
type Target = SkillTarget | MessageTarget;

type Found = { target: Target; refusal: null } | { target: null; refusal: Refusal };

const idIn = (text: string, prefix: string) => new RegExp(`\\b${prefix}_[A-Za-z0-9_-]{22}`).exec(text)?.[0] ?? null;

/** The resource of an address or id. A thread means its opening message: hiding that hides the thread. */
async function findTarget(text: string, token: string): Promise<Found> {
  const [message_id, thread_id, skill_id] = [idIn(text, "msg"), idIn(text, "thr"), idIn(text, "skl")];
  if (message_id) return { target: { kind: "message", message_id, thread_id, opening: null }, refusal: null };
  if (thread_id) return openingOf(thread_id, token);
  if (skill_id) return skillOf(skill_id, idIn(text, "skv"));
  return {
    target: null,
    refusal: {
      code: "unreadable",
      title: "Not found",
      detail: "This holds no id of a skill, thread or message.",
      next_step: "Copy the address of the page, or the permalink of a message.",
      more: {},
    },
  };
}

async function openingOf(thread_id: string, token: string): Promise<Found> {
  const { data, refusal } = await callApi<{ data: { items: Message[] } }>("/api/knowledge/v2/read", {
    token,
    body: { ref: { kind: "conversation", thread_id }, view: "messages", limit: 1 },
  });
  if (refusal) return { target: null, refusal };
  const opening = data.data.items[0];
  return {
    target: { kind: "message", thread_id, message_id: opening?.message_id ?? "", opening: opening?.body ?? "" },
    refusal: null,
  };
}

async function skillOf(skill_id: string, version_id: string | null): Promise<Found> {
  const { data, refusal } = await callApi<{ data: NonNullable<SkillTarget["skill"]> }>(`/api/v1/skills/${skill_id}`);
  // All versions may be withdrawn; one named by the address can still be restored.
  if (refusal && !(refusal.code === "withdrawn" && version_id)) return { target: null, refusal };
  const at = `${version_id} ${Date.now()}`;
  return { target: { kind: "skill", skill_id, version_id, skill: data?.data ?? null, at }, refusal: null };
}
