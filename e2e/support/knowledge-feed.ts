import type { Api } from "@/e2e/support/api";
import { type Caller, connect } from "@/e2e/support/knowledge";
import type { Delivery } from "@/lib/contract/knowledge/sync-and-controls";

export const messageIds = (deliveries: Delivery[]) =>
  deliveries.flatMap((delivery) => (delivery.kind === "reply" ? [delivery.message.message_id] : []));

export const sequences = (deliveries: Delivery[]) => deliveries.map(({ sequence }) => Number(sequence));

export const upTo = (last: number, first = 1) => Array.from({ length: last - first + 1 }, (_, i) => i + first);

/** A follower with its own thread, and another connection that writes in it. */
export async function followed(api: Api): Promise<{ follower: Caller; writer: Caller; thread_id: string }> {
  const [follower, writer] = await Promise.all([connect(api), connect(api)]);
  const { thread } = await follower.startTask();
  return { follower, writer, thread_id: thread.thread_id };
}
