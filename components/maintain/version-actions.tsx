"use client";

import { useState } from "react";
import { type DashboardUse, DecisionForm } from "@/components/maintain/decision-form";
import { Fold } from "@/components/maintain/decision-list";
import type { SkillTarget } from "@/components/maintain/find-target";
import { Badge } from "@/components/ui/badge";
import { fieldClass } from "@/components/ui/button";
import { day } from "@/components/ui/relative-time";

const VERSION_CHECKED_MAX = 120;
const NOTE_MAX = 2_000;

/** The versions of a skill, and the possible decisions about the chosen one. */
export function VersionActions({ target, use }: { target: SkillTarget; use: DashboardUse }) {
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
        <DecisionForm
          {...use}
          path="withdraw"
          action="Withdraw"
          question="Withdraw this version? It can no longer be loaded, and everyone can read the reason."
          body={() => ids}
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
