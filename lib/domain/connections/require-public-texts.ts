import { revokeShownKeys } from "@/lib/domain/connections/revoke-shown-keys";
import type { Context } from "@/lib/domain/context";
import { type PublicText, requirePublishable } from "@/lib/text/safety/require-publishable";

/**
 * Throws `unsafe_text` (422) when one of these texts may not become public, naming each place and kind. Any tokens and
 * append keys of this service in them are revoked, unless the request is read-only or was sent with that key.
 */
export async function requirePublicTexts(
  ctx: Pick<Context, "connection" | "log" | "request_id">,
  texts: PublicText[],
  { own_append_key, looking = false }: { own_append_key?: string | undefined; looking?: boolean } = {},
): Promise<void> {
  try {
    await requirePublishable(texts);
  } catch (refusal) {
    if (!looking)
      await revokeShownKeys(
        ctx,
        texts.map(({ text }) => text),
        own_append_key,
      );
    throw refusal;
  }
}
