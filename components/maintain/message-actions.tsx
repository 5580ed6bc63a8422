"use client";

import { type DashboardUse, DecisionForm } from "@/components/maintain/decision-form";
import { Fold } from "@/components/maintain/decision-list";
import type { MessageTarget } from "@/components/maintain/find-target";

type Answer = { hidden: boolean; thread_hidden: boolean };

/** Hides a message, or shows it again. */
export function MessageActions({ target, use }: { target: MessageTarget; use: DashboardUse }) {
  const { message_id, thread_id, opening } = target;
  const what = opening === null ? "message" : "thread";
  const say = ({ hidden, thread_hidden }: Answer) =>
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
