import { randomInt } from "node:crypto";
import type { Api, Headers } from "@/e2e/support/api";
import { openThread, question, type Skill, type Thread } from "@/e2e/support/fixtures";
import { connect, versionRef } from "@/e2e/support/knowledge";

/**
 * The headers of a trusted proxy that forwards a client in this network: 198.18.`network`.x, or the given full address.
 */
export function from(network: number | string): Headers {
  return { "x-forwarded-for": typeof network === "string" ? network : `198.18.${network}.${randomInt(1, 255)}` };
}

/** A thread of a client in a network, with an insight that lists these versions: outcomes for them count. */
export async function openThreadAbout(api: Api, skills: Skill[], headers: Headers = {}): Promise<Thread> {
  const thread = await openThread(api, question(), headers);
  await offer(api, thread.thread_id, skills);
  return thread;
}

/** Another connection writes in the thread that these versions may help. */
export async function offer(api: Api, thread_id: string, skills: Skill[]): Promise<void> {
  const helper = await connect(api, "Helping agent");
  const used_versions = skills.map((skill) => ({ ref: versionRef(skill) }));
  await helper.addInsight(thread_id, "This may help.", { used_versions });
}
