import { randomBytes } from "node:crypto";
import { z } from "zod";
import { read, transaction } from "@/db/client";
import {
  type WrittenMessageRow,
  type WrittenReportRow,
  type WrittenVersionRow,
  writtenBy,
  writtenTexts,
} from "@/db/queries/authors";
import {
  connectionById,
  connectionByToken,
  findRecoveryCode,
  insertConnection,
  lockControl,
  replaceTokens,
  signupIsOpen,
  spendRecoveryCode,
  storeRecoveryCodes,
  rotateToken as storeRotation,
} from "@/db/queries/connections";
import { waitingOperations } from "@/db/queries/operations";
import type { InputOf } from "@/lib/contract/endpoint";
import { Timestamp } from "@/lib/contract/primitives";
import {
  type listWritten as contract,
  type OwnConnection,
  type rotateToken as rotateTokenContract,
  WAITING_OPERATIONS_MAX,
  type Written,
} from "@/lib/contract/public/connections";
import { commitOnce } from "@/lib/domain/commit-once";
import { refuseMode, requireMode } from "@/lib/domain/connections/controls";
import { isStoredCode, newRecoveryCodes, partsOf } from "@/lib/domain/connections/recovery-codes";
import { requirePublicTexts } from "@/lib/domain/connections/require-public-texts";
import { type Answered, type Context, requireConnection } from "@/lib/domain/context";
import { isReservedName, markOf } from "@/lib/domain/present/author";
import { reportSubject } from "@/lib/domain/present/decision";
import { presentOperation } from "@/lib/domain/present/operation";
import { openCursor, pageOf } from "@/lib/platform/cursor";
import { env } from "@/lib/platform/env";
import { Problem } from "@/lib/platform/errors";
import { newId } from "@/lib/platform/ids";
import { sha256 } from "@/lib/platform/secret";

const TOKEN_BYTES = 32;

/** A new token: 256 random bits. */
export function newToken(): string {
  return `ck_${randomBytes(TOKEN_BYTES).toString("base64url")}`;
}

/** Whether anyone can create a connection now. */
export async function signupState(_ctx: Context): Promise<"open" | "closed"> {
  if (env().SIGNUP === "closed") return "closed";
  return (await read(signupIsOpen)) ? "open" : "closed";
}

type Created = {
  data: {
    connection_id: string;
    name: string;
    mark: string;
    token: string | null;
    recovery_codes: string[] | null;
    control: { mode: "active"; control_revision: string };
    created_at: string;
  };
};

/**
 * Creates a connection. Only this answer contains the token (256 random bits) and the recovery codes; an idempotent
 * replay has null. Throws
 * `name_reserved` for a name of the service or its maintainers. Throws `signup_closed` (403) when configuration or a
 * maintainer has closed signup, unless the caller is a maintainer.
 */
export async function createConnection(
  ctx: Context,
  input: { name: string; homepage?: string | undefined },
): Promise<Answered<Created>> {
  const maintainer = ctx.connection?.role === "maintainer" ? ctx.connection : null;
  if (env().SIGNUP === "closed" && !maintainer) throw new Problem("signup_closed");
  if (isReservedName(input.name))
    throw new Problem("name_reserved", {
      detail: "The name is one of the service or its maintainers, or looks like one.",
      errors: [
        { pointer: "/name", code: "name_reserved", detail: "name is reserved for the service and its maintainers" },
      ],
    });
  await requirePublicTexts(ctx, [
    { pointer: "/name", text: input.name },
    ...(input.homepage ? [{ pointer: "/homepage", text: input.homepage }] : []),
  ]);
  // Before the codes are made, which costs more than any other part.
  if (!maintainer && !(await read(signupIsOpen))) throw new Problem("signup_closed");
  const token = newToken();
  const connection_id = newId("con");
  const { codes, stored } = await newRecoveryCodes();
  return commitOnce<Created>(ctx, {
    ...(maintainer && { first: (sql) => requireMode(sql, maintainer.connection_id, "write") }),
    effect: async (sql) => {
      if (!maintainer && !(await signupIsOpen(sql))) throw new Problem("signup_closed");
      const { created_at } = await insertConnection(sql, {
        connection_id,
        name: input.name,
        homepage: input.homepage ?? null,
        token_hash: sha256(token),
      });
      await storeRecoveryCodes(sql, connection_id, stored);
      return {
        data: {
          connection_id,
          name: input.name,
          mark: markOf(connection_id),
          token,
          recovery_codes: codes,
          control: { mode: "active", control_revision: "0" },
          created_at: created_at.toISOString(),
        },
      };
    },
    redact: ({ data }) => ({ data: { ...data, token: null, recovery_codes: null } }),
  });
}

/** The connection of the caller's token, with its pending operations. The token itself is not stored anywhere. */
export async function getConnection(ctx: Context): Promise<{ data: OwnConnection }> {
  const { connection_id } = requireConnection(ctx);
  const [row, operations] = await read((sql) =>
    Promise.all([connectionById(sql, connection_id), waitingOperations(sql, connection_id, WAITING_OPERATIONS_MAX)]),
  );
  if (!row) throw new Problem("invalid_token");
  return {
    data: {
      connection_id,
      name: row.name,
      mark: markOf(connection_id),
      homepage: row.homepage,
      role: row.role,
      control: { mode: row.control_mode, control_revision: row.control_revision },
      created_at: row.created_at.toISOString(),
      last_used_at: row.last_used_at?.toISOString() ?? null,
      earlier_token_ends_at: row.earlier_token_ends_at?.toISOString() ?? null,
      recovery_codes_left: row.recovery_codes,
      waiting: { count: row.waiting, operations: operations.map(presentOperation) },
    },
  };
}

type Rotated = { data: { connection_id: string; token: string | null; earlier_token_ends_at: string } };

/**
 * Replaces the caller's token. Only this answer contains the new one. Throws `invalid_transition` when the caller's
 * token has been replaced and works only for the rest of an overlap, `invalid_token` when it has ended meanwhile.
 */
export async function rotateToken(
  ctx: Context,
  { overlap_seconds = 0 }: InputOf<typeof rotateTokenContract>,
): Promise<Answered<Rotated>> {
  const { connection_id, token_hash: from } = requireConnection(ctx);
  const token = newToken();
  return commitOnce<Rotated>(ctx, {
    first: (sql) => requireMode(sql, connection_id, "controls"),
    effect: async (sql) => {
      const rotated = await storeRotation(sql, { connection_id, from, to: sha256(token), overlap_seconds });
      if (!rotated && !(await connectionByToken(sql, from))) throw new Problem("invalid_token");
      if (!rotated)
        throw new Problem("invalid_transition", {
          detail: "This token has been replaced already. Only the newer one can be replaced.",
        });
      const earlier_token_ends_at = rotated.earlier_token_ends_at.toISOString();
      return { data: { connection_id, token, earlier_token_ends_at } };
    },
    redact: ({ data }) => ({ data: { ...data, token: null } }),
  });
}

type Recovered = { data: { connection_id: string; name: string; token: string; recovery_codes_left: number } };

/**
 * Gives the connection of a recovery code a new token and ends its others. The code is used up; of two callers with it
 * at once, one wins. Throws `recovery_code_invalid` for every other text, after the same work.
 */
export async function recoverConnection(
  _ctx: Context,
  { recovery_code }: { recovery_code: string },
): Promise<Recovered> {
  const parts = partsOf(recovery_code);
  const stored = await read((sql) => findRecoveryCode(sql, parts.code_id));
  if (!(await isStoredCode(parts, stored)) || !stored) throw new Problem("recovery_code_invalid");
  const { code_id, connection_id, name } = stored;
  const token = newToken();
  return transaction(async (sql) => {
    const control = await lockControl(sql, connection_id);
    refuseMode(control?.control_mode ?? "revoked", "controls");
    const recovery_codes_left = await spendRecoveryCode(sql, code_id, connection_id);
    if (recovery_codes_left === null) throw new Problem("recovery_code_invalid");
    await replaceTokens(sql, connection_id, sha256(token));
    return { data: { connection_id, name, token, recovery_codes_left } };
  });
}

const LIMIT = 20;
const Position = z.strictObject({ created_at: Timestamp, id: z.string() });

/** Everything that the caller's connection wrote and that is neither hidden nor withdrawn, whole, oldest first. */
export async function listWritten(
  ctx: Context,
  input: InputOf<typeof contract>,
): Promise<{ data: Written[]; next_cursor: string | null }> {
  const { connection_id } = requireConnection(ctx);
  const limit = input.limit ?? LIMIT;
  const binding = { endpoint: "list_written", subject: connection_id };
  const after = input.cursor === undefined ? null : openCursor(binding, input.cursor, Position);
  const places = await read((sql) => writtenBy(sql, connection_id, after, limit + 1));
  const { page, next_cursor } = pageOf(binding, places, limit, ({ id, created_at }) => ({
    created_at: created_at.toISOString(),
    id,
  }));
  const found = await read((sql) =>
    writtenTexts(
      sql,
      page.map(({ id }) => id),
    ),
  );
  const texts = new Map<string, Written>([
    ...found.messages.map((row) => [row.id, message(row)] as const),
    ...found.versions.map((row) => [row.id, version(row)] as const),
    ...found.reports.map((row) => [row.id, report(row)] as const),
  ]);
  return { data: page.flatMap(({ id }) => texts.get(id) ?? []), next_cursor };
}

function message({ id, kind, created_at, ...row }: WrittenMessageRow): Written {
  return { kind: "message", message_id: id, message_kind: kind, ...row, created_at: created_at.toISOString() };
}

function version({ id, created_at, ...row }: WrittenVersionRow): Written {
  return { kind: "version", version_id: id, ...row, created_at: created_at.toISOString() };
}

function report({ id, reason, note, created_at, ...row }: WrittenReportRow): Written {
  const subject = reportSubject(row);
  return { kind: "report", report_id: id, subject, reason, note, created_at: created_at.toISOString() };
}
