import { randomInt } from "node:crypto";
import type { Api, Headers } from "@/e2e/support/api";
import { openThread, question, type Skill, type Thread } from "@/e2e/support/cast";
import { connect, versionRef } from "@/e2e/support/knowledge";

/** The headers with which a trusted proxy says that it speaks for somebody in this network: 198.18.`network`.x, unless a whole address is given. */
export function from(network: number | string): Headers {
  return { "x-forwarded-for": typeof network === "string" ? network : `198.18.${network}.${randomInt(1, 255)}` };
}

/** A thread of somebody in a network, in which an insight offers these versions: outcomes about them count. */
export async function openThreadAbout(api: Api, skills: Skill[], headers: Headers = {}): Promise<Thread> {
  const thread = await openThread(api, question(), headers);
  await offer(api, thread.thread_id, skills);
  return thread;
}

/** A connection of its own writes in the thread that these versions may help. */
export async function offer(api: Api, thread_id: string, skills: Skill[]): Promise<void> {
  const helper = await connect(api, "Helping agent");
  const used_versions = skills.map((skill) => ({ ref: versionRef(skill) }));
  await helper.addInsight(thread_id, "This may help.", { used_versions });
}
