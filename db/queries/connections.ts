import type { Sql } from "@/db/client";

export type ConnectionRow = {
  connection_id: string;
  name: string;
  role: "member" | "maintainer";
  control_mode: "active" | "read-only" | "paused" | "revoked";
  control_revision: string;
};

type CallerRow = ConnectionRow & { token_hash: Buffer; is_use_stale: boolean };

/**
 * The connections of these tokens, by the token's SHA-256 in hexadecimal. One that was replaced counts until its overlap
 * is over.
 */
export async function connectionsByToken(sql: Sql, token_hashes: string[]): Promise<Map<string, CallerRow>> {
  const rows = await sql<CallerRow[]>`
    select c.connection_id, c.name, c.role, c.control_mode, c.control_revision, asked.token_hash,
           c.last_used_at is null or c.last_used_at < now() - ${USE_RECORDED_EVERY}::interval as is_use_stale
    from (select decode(given.hash, 'hex') as token_hash
          from unnest(${token_hashes}::text[]) as given (hash)) as asked
    join connections c
      on c.token_hash = asked.token_hash
      or (c.earlier_token_hash = asked.token_hash and c.earlier_token_ends_at > now())`;
  return new Map(rows.map((row) => [row.token_hash.toString("hex"), row]));
}

/** The connection of one token, by the token's SHA-256; null when there is none. */
export async function connectionByToken(sql: Sql, token_hash: Buffer): Promise<CallerRow | null> {
  const hash = token_hash.toString("hex");
  return (await connectionsByToken(sql, [hash])).get(hash) ?? null;
}

const USE_RECORDED_EVERY = "5 minutes";

/** Records that a connection's token is used now, unless that was recorded shortly before. */
export async function recordUse(sql: Sql, connection_id: string): Promise<void> {
  await sql`
    update connections
       set last_used_at = now_ms()
     where connections.connection_id = ${connection_id}
       and (connections.last_used_at is null or connections.last_used_at < now() - ${USE_RECORDED_EVERY}::interval)`;
}

type OwnConnectionRow = ConnectionRow & {
  homepage: string | null;
  created_at: Date;
  last_used_at: Date | null;
  /** When the token before the last rotation ends; null when only one works. */
  earlier_token_ends_at: Date | null;
  recovery_codes: number;
  waiting: number;
};

/** A connection with the number of its pending operations; null when there is none. */
export async function connectionById(sql: Sql, connection_id: string): Promise<OwnConnectionRow | null> {
  const [row] = await sql<OwnConnectionRow[]>`
    select c.connection_id, c.name, c.homepage, c.role, c.control_mode, c.control_revision, c.created_at, c.last_used_at,
           case when c.earlier_token_ends_at > now() then c.earlier_token_ends_at end as earlier_token_ends_at,
           (select count(*)::int
            from recovery_codes r
            where r.connection_id = c.connection_id) as recovery_codes,
           (select count(*)::int
            from operations o
            where o.connection_id = c.connection_id and o.state in ('pending', 'in_review')) as waiting
    from connections c
    where c.connection_id = ${connection_id}`;
  return row ?? null;
}

/** Stores a new connection in mode `active`, revision 0. */
export async function insertConnection(
  sql: Sql,
  connection: { connection_id: string; name: string; homepage: string | null; token_hash: Buffer },
): Promise<{ created_at: Date }> {
  const [row] = await sql<{ created_at: Date }[]>`
    insert into connections (connection_id, name, homepage, token_hash)
    values (${connection.connection_id}, ${connection.name}, ${connection.homepage}, ${connection.token_hash})
    returning created_at`;
  if (!row) throw new Error("insert into connections returned no row");
  return row;
}

/**
 * Locks connections in id order until the transaction ends, against change or (`update`) against every use; returns
 * those that exist.
 */
export async function lockConnections(
  sql: Sql,
  connection_ids: string[],
  strength: "share" | "update",
): Promise<ConnectionRow[]> {
  return sql<ConnectionRow[]>`
    select c.connection_id, c.name, c.role, c.control_mode, c.control_revision
    from connections c
    where c.connection_id = any(${connection_ids})
    order by c.connection_id
    ${strength === "update" ? sql`for update` : sql`for share`}`;
}

/** Whether anyone may create a connection; open until a maintainer has closed it. */
export async function signupIsOpen(sql: Sql): Promise<boolean> {
  const [row] = await sql<{ open: boolean }[]>`
    select (s.value = 'true') as open
    from settings s
    where s.name = 'signup'`;
  return row?.open ?? true;
}

/** Opens or closes signup. */
export async function storeSignup(sql: Sql, open: boolean): Promise<void> {
  await sql`
    insert into settings (name, value)
    values ('signup', ${sql.json(open)})
    on conflict (name) do update
      set value = excluded.value`;
}

export type ControlRow = Pick<ConnectionRow, "control_mode" | "control_revision">;

/** The control of a connection, locked until commit against other setters and against writes that check it. */
export function lockControl(sql: Sql, connection_id: string): Promise<ControlRow | null> {
  return lockedControl(sql, connection_id, sql`for update`);
}

/**
 * The control of a connection, locked against change until the transaction ends. The lock is exclusive, because a stream
 * of writers with shared locks would starve a setter.
 */
export function holdControl(sql: Sql, connection_id: string): Promise<ControlRow | null> {
  return lockedControl(sql, connection_id, sql`for no key update`);
}

async function lockedControl(sql: Sql, connection_id: string, lock: ReturnType<Sql>): Promise<ControlRow | null> {
  const [row] = await sql<ControlRow[]>`
    select connections.control_mode, connections.control_revision
    from connections
    where connections.connection_id = ${connection_id}
    ${lock}`;
  return row ?? null;
}

/** Sets the mode and raises the revision by one. Requires the lock of `lockControl`. */
export async function storeControl(
  sql: Sql,
  connection_id: string,
  mode: ConnectionRow["control_mode"],
): Promise<ControlRow> {
  const [row] = await sql<ControlRow[]>`
    update connections
       set control_mode = ${mode}, control_revision = connections.control_revision + 1
     where connections.connection_id = ${connection_id}
    returning control_mode, control_revision`;
  if (!row) throw new Error("the locked connection is gone");
  return row;
}

type Rotation = { connection_id: string; from: Buffer; to: Buffer; overlap_seconds: number };

/**
 * Replaces a connection's token if `from` is still its newest one; null when it is not. The replaced one works for the
 * overlap. The one before it ends at once, so at most two work. One statement: of parallel rotations one wins.
 */
export async function rotateToken(sql: Sql, rotation: Rotation): Promise<{ earlier_token_ends_at: Date } | null> {
  const { connection_id, from, to, overlap_seconds } = rotation;
  const [row] = await sql<{ earlier_token_ends_at: Date }[]>`
    update connections
       set token_hash = ${to},
           earlier_token_hash = case when ${overlap_seconds}::int > 0 then connections.token_hash end,
           earlier_token_ends_at = case when ${overlap_seconds}::int > 0 then now_ms() + make_interval(secs => ${overlap_seconds}) end
     where connections.connection_id = ${connection_id} and connections.token_hash = ${from}
    returning coalesce(connections.earlier_token_ends_at, now_ms()) as earlier_token_ends_at`;
  return row ?? null;
}

/** Replaces every token of a connection by one. */
export async function replaceTokens(sql: Sql, connection_id: string, to: Buffer): Promise<void> {
  await sql`
    update connections
       set token_hash = ${to}, earlier_token_hash = null, earlier_token_ends_at = null
     where connections.connection_id = ${connection_id}`;
}

/** What is stored of a recovery code. */
export type RecoveryCodeRow = { code_id: string; salt: Buffer; code_hash: Buffer };

/** Stores the recovery codes of a connection. */
export async function storeRecoveryCodes(sql: Sql, connection_id: string, codes: RecoveryCodeRow[]): Promise<void> {
  await sql`
    insert into recovery_codes ${sql(codes.map((code) => ({ connection_id, ...code })))}`;
}

/** The stored form of a recovery code that is not used yet, with its connection; null when there is none. */
export async function findRecoveryCode(
  sql: Sql,
  code_id: string,
): Promise<(RecoveryCodeRow & { connection_id: string; name: string }) | null> {
  const [row] = await sql<(RecoveryCodeRow & { connection_id: string; name: string })[]>`
    select r.code_id, r.connection_id, r.salt, r.code_hash, c.name
    from recovery_codes r
    join connections c on c.connection_id = r.connection_id
    where r.code_id = ${code_id}`;
  return row ?? null;
}

/** Uses up a recovery code; returns how many the connection has left, null when another caller has used it. */
export async function spendRecoveryCode(sql: Sql, code_id: string, connection_id: string): Promise<number | null> {
  const { count } = await sql`
    delete from recovery_codes
     where recovery_codes.code_id = ${code_id}`;
  if (count === 0) return null;
  const [left] = await sql<{ count: number }[]>`
    select count(*)::int as count
    from recovery_codes r
    where r.connection_id = ${connection_id}`;
  return left?.count ?? 0;
}

/** Gives a connection the maintainer role. False when there is no such connection. */
export async function promoteConnection(sql: Sql, connection_id: string): Promise<boolean> {
  const rows = await sql`
    update connections
       set role = 'maintainer'
     where connections.connection_id = ${connection_id}
    returning connection_id`;
  return rows.length === 1;
}

type ListedConnection = ConnectionRow & { created_at: Date; operations: number };

/** All connections, oldest first, with the number of operations each has made. */
export async function listConnections(sql: Sql): Promise<ListedConnection[]> {
  return sql<ListedConnection[]>`
    select c.connection_id, c.name, c.role, c.control_mode, c.control_revision, c.created_at,
           (select count(*)::int from operations o where o.connection_id = c.connection_id) as operations
    from connections c
    order by c.created_at, c.connection_id`;
}

type ConnectionPosition = { created_at: string; connection_id: string };

/** Connections, newest first, after `position`. `q` filters by id or by text in the name. */
export async function connectionsByTime(
  sql: Sql,
  q: string | null,
  position: ConnectionPosition | null,
  limit: number,
): Promise<Array<ListedConnection & { homepage: string | null }>> {
  return sql<Array<ListedConnection & { homepage: string | null }>>`
    select c.connection_id, c.name, c.homepage, c.role, c.control_mode, c.control_revision, c.created_at,
           (select count(*)::int from operations o where o.connection_id = c.connection_id) as operations
    from connections c
    where ${q === null ? sql`true` : sql`(c.connection_id = ${q} or strpos(lower(c.name), lower(${q})) > 0)`}
      and ${position ? sql`(c.created_at, c.connection_id) < (${position.created_at}::timestamptz, ${position.connection_id})` : sql`true`}
    order by c.created_at desc, c.connection_id desc
    limit ${limit}`;
}
