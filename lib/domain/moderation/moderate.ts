import { type Json, type Sql, transaction } from "@/db/client";
import { type ConnectionRow, lockConnections } from "@/db/queries/connections";
import { commitOnce } from "@/lib/domain/commit-once";
import { refuseMode } from "@/lib/domain/connections/controls";
import { requirePublicTexts } from "@/lib/domain/connections/require-public-texts";
import { type Answered, type Context, requireConnection } from "@/lib/domain/context";
import { presentProblem } from "@/lib/domain/present/operation";
import type { Decider } from "@/lib/domain/publishing/record-change";
import { Problem } from "@/lib/platform/errors";
import { type PublicText, requirePublishable } from "@/lib/text/safety/require-publishable";

/**
 * One kind of decision. Lock order: connections, operations, skills, threads, feeds, outcome counts, publish log.
 * `concerns` must name everything that a decision changes beyond its own connection.
 */
export type Moderation<I extends { reason: string }, A> = {
  /** Other connections whose rows the decision changes (`update`) or whose operations it settles. */
  concerns?: (sql: Sql, input: I) => Promise<string[]>;
  strength?: "share" | "update";
  /** Texts besides the reason that become public. */
  texts?: (input: I) => Array<{ pointer: string; text: string }>;
  /** Permits a caller who is not a maintainer. */
  permits?: (sql: Sql, caller: ConnectionRow, input: I) => Promise<boolean>;
  effect: (sql: Sql, decider: Decider, input: I) => Promise<A>;
  /** As in `commitOnce`. */
  quotesNothing?: boolean;
};

const OPERATOR: Decider = { name: "Operator", connection_id: null, vouches: true };

/** The verb of a decision: for maintainers (otherwise `maintainer_required`), once per Idempotency-Key. */
export function byMaintainer<I extends { reason: string }, A>(
  moderation: Moderation<I, A>,
): (ctx: Context, input: I) => Promise<Answered<{ data: A }>> {
  return async (ctx, input) => {
    await requirePublicTexts(ctx, textsOf(moderation, input));
    let caller: ConnectionRow | undefined;
    return commitOnce<{ data: A }>(ctx, {
      first: async (sql) => {
        const connection_ids = (await moderation.concerns?.(sql, input)) ?? [];
        caller = await lockCaller(sql, ctx, { connection_ids, strength: moderation.strength ?? "share" });
        if (caller.role === "maintainer") return;
        if (!(await moderation.permits?.(sql, caller, input))) throw new Problem("maintainer_required");
      },
      effect: async (sql) => {
        if (!caller) throw new Error("the caller was not locked");
        return {
          data: await moderation.effect(
            sql,
            { name: caller.name, connection_id: caller.connection_id, vouches: caller.role === "maintainer" },
            input,
          ),
        };
      },
      quotesNothing: moderation.quotesNothing ?? false,
    });
  };
}

/** The same decision from the command line. */
export async function byOperator<I extends { reason: string }, A>(moderation: Moderation<I, A>, input: I): Promise<A> {
  await requirePublishable(textsOf(moderation, input));
  return transaction(async (sql) => {
    const connection_ids = (await moderation.concerns?.(sql, input)) ?? [];
    await lockConnections(sql, connection_ids, moderation.strength ?? "share");
    return moderation.effect(sql, OPERATOR, input);
  });
}

function textsOf<I extends { reason: string }, A>(moderation: Moderation<I, A>, input: I): PublicText[] {
  return [{ pointer: "/reason", text: input.reason }, ...(moderation.texts?.(input) ?? [])];
}

/** Refuses callers who are not maintainers before the request body is read. */
export async function authorizeMaintainer(ctx: Context): Promise<void> {
  if (requireConnection(ctx).role !== "maintainer") throw new Problem("maintainer_required");
}

/**
 * As the first step of a transaction, locks the caller's connection and those that the decision concerns, and refuses
 * by the caller's mode. Returns the caller's current row: its role may have changed since the request arrived.
 */
async function lockCaller(
  sql: Sql,
  ctx: Context,
  concerned: { connection_ids: string[]; strength: "share" | "update" },
): Promise<ConnectionRow> {
  const { connection_id } = requireConnection(ctx);
  const rows = await lockConnections(sql, [connection_id, ...concerned.connection_ids], concerned.strength);
  const caller = rows.find((row) => row.connection_id === connection_id);
  if (!caller) throw new Problem("connection_revoked");
  refuseMode(caller.control_mode, "write");
  return caller;
}

export function noVersion(): Problem {
  return new Problem("not_found", { detail: "This skill has no such version." });
}

const DETAIL_CHARACTERS_MAX = 400;

/** The problem of a submission that a person rejected; `reason` has the complete reason. */
export function declined(reason: string, request_id: string): Json {
  const detail = [...reason].slice(0, DETAIL_CHARACTERS_MAX).join("");
  return presentProblem(new Problem("review_declined", { detail, extra: { reason } }), request_id);
}
