import { read } from "@/db/client";
import { insertConnection } from "@/db/queries/connections";
import { signupIsOpen } from "@/db/queries/maintenance";
import { storeRecoveryCodes } from "@/db/queries/tokens";
import { commitOnce } from "@/lib/domain/commit-once";
import { requireMode } from "@/lib/domain/connections/control-mode";
import { newToken } from "@/lib/domain/connections/new-token";
import { newRecoveryCodes } from "@/lib/domain/connections/recovery-codes";
import { requirePublicTexts } from "@/lib/domain/connections/require-public-texts";
import type { Answered, Context } from "@/lib/domain/context";
import { markOf } from "@/lib/domain/present/author";
import { isReservedName } from "@/lib/domain/present/reserved-name";
import { env } from "@/lib/platform/env";
import { Problem } from "@/lib/platform/errors";
import { newId } from "@/lib/platform/ids";
import { sha256 } from "@/lib/platform/secret";

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
    restore: async (_sql, kept) => kept as Created,
  });
}
