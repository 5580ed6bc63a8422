import { type Called, callApi, type Refusal } from "@/lib/client/call-api";
import { keepToken, keptToken } from "@/lib/client/token-store";
import type { OwnConnection } from "@/lib/contract/public/connections";

/** The connection of this tab's token; null without a token, or when the service refuses it. */
export async function ownConnection(): Promise<OwnConnection | null> {
  const token = keptToken();
  if (!token) return null;
  const { data } = await callApi<{ data: OwnConnection }>("/api/v1/connections/self", { token });
  return data?.data ?? null;
}

type Answer = { thread_id: string; body: string; name: string; key: string };

/**
 * Posts an answer as the connection of this tab. Without a token a connection of this name is made first, and the tab
 * keeps its token. A token that the service no longer takes is forgotten.
 */
export async function postAnswer({ thread_id, body, name, key }: Answer): Promise<Refusal | null> {
  let token = keptToken();
  if (!token) {
    const { data, refusal } = await callApi<{ data: { token: string } }>("/api/v1/connections", { body: { name } });
    if (refusal) return refusal;
    token = data.data.token;
    keepToken(token);
  }
  const { refusal }: Called<unknown> = await callApi("/api/knowledge/v2/insights", {
    token,
    body: { target: { kind: "conversation", thread_id }, body },
    idempotencyKey: key,
  });
  if (refusal && ["invalid_token", "connection_revoked"].includes(refusal.code)) keepToken(null);
  return refusal;
}
