import { connectionsByToken } from "@/db/queries/connections";
import { makeLookup } from "@/db/shared-reads";
import type { Connection } from "@/lib/domain/context";
import { Problem } from "@/lib/platform/errors";
import { sha256 } from "@/lib/platform/secret";

const TOKEN = /^ck_[A-Za-z0-9_-]{43}$/;

/** Returns the connection of a bearer token. Throws `authentication_required` or `invalid_token` (401). */
export async function authenticate(authorization: string | undefined): Promise<Connection> {
  const [scheme = "", token = "", ...rest] = (authorization ?? "").trim().split(/\s+/);
  if (scheme === "") throw new Problem("authentication_required");
  if (scheme.toLowerCase() !== "bearer" && [scheme, token].some((part) => part.startsWith("ck_")))
    throw new Problem("invalid_token", {
      detail: "The header must name the scheme Bearer before the token: `Authorization: Bearer ck_…`.",
    });
  if (scheme.toLowerCase() !== "bearer" || rest.length > 0 || !TOKEN.test(token)) throw new Problem("invalid_token");
  const connection = await connectionOf(sha256(token).toString("hex"));
  if (!connection) throw new Problem("invalid_token");
  return connection;
}

const connectionOf = makeLookup(connectionsByToken);
