import type { Sql } from "@/db/client";
import type { ReleaseState } from "@/db/queries/version-origins";
import type { ApplicabilityEntry } from "@/lib/contract/primitives";

export type SourceKind = "npm" | "git" | "folder";

export type SourceState = "active" | "paused" | "removed";

/** What narrows a package, and where a folder lies on this machine, which nobody else is told. */
export type SourceSettings = { range?: string | undefined; minors?: number | undefined; folder?: string | undefined };

export type ReportLine = {
  path: string;
  result: "new" | "new version" | "widened" | "unchanged" | "refused" | "note";
  reason: string | null;
  skill_id: string | null;
  version_id: string | null;
};

export type RunRow = {
  number: number;
  state: "running" | "succeeded" | "failed";
  progress: string | null;
  found: number;
  new: number;
  unchanged: number;
  refused: number;
  problem: string | null;
  started_at: string;
  ended_at: string | null;
};

export type SourceRow = {
  source_id: string;
  kind: SourceKind;
  address: string;
  settings: SourceSettings;
  state: SourceState;
  due_at: Date;
  created_at: Date;
  /** Of its skills that are listed. */
  skills: number;
  last_run: RunRow | null;
};

const stamp = (sql: Sql, column: string) =>
  sql`to_char(${sql(column)} at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

const columns = (sql: Sql) => sql`
  s.source_id, s.kind, s.address, s.settings, s.state, s.due_at, s.created_at,
  (
    select count(*)::int
    from skills k
    join listed_versions p on p.version_id = k.selected_version_id
    where k.source_id = s.source_id) as skills,
  (
    select json_build_object(
      'number', r.number, 'state', r.state, 'progress', r.progress, 'found', r.found, 'new', r.new,
      'unchanged', r.unchanged, 'refused', r.refused, 'problem', r.problem, 'started_at', ${stamp(sql, "r.started_at")},
      'ended_at', ${stamp(sql, "r.ended_at")})
    from source_runs r
    where r.source_id = s.source_id
    order by r.number desc
    limit 1) as last_run`;

/** Adds a source that is due now; the one that has the address already stays as it is. */
export async function insertSource(
  sql: Sql,
  source: { source_id: string; kind: SourceKind; address: string; settings: SourceSettings },
): Promise<{ source_id: string; is_new: boolean }> {
  const [made] = await sql<{ source_id: string }[]>`
    insert into sources (source_id, kind, address, settings)
    values (${source.source_id}, ${source.kind}, ${source.address}, ${sql.json(JSON.parse(JSON.stringify(source.settings)))})
    on conflict (address) where state <> 'removed' do nothing
    returning source_id`;
  if (made) return { source_id: made.source_id, is_new: true };
  const [known] = await sql<{ source_id: string }[]>`
    select s.source_id
    from sources s
    where s.address = ${source.address} and s.state <> 'removed'`;
  if (!known) throw new Error("The source was removed while it was added. Add it again.");
  return { source_id: known.source_id, is_new: false };
}

/** Where the folder of the newest other source with an address lay; null when there is none. */
export async function earlierFolder(sql: Sql, address: string, source_id: string): Promise<string | null> {
  const [row] = await sql<{ folder: string | null }[]>`
    select s.settings ->> 'folder' as folder
    from sources s
    where s.address = ${address} and s.source_id <> ${source_id}
    order by s.created_at desc
    limit 1`;
  return row?.folder ?? null;
}

/** Sources that are not removed come first, then by address. */
export async function listSources(sql: Sql, limit: number, after: string | null): Promise<SourceRow[]> {
  return sql<SourceRow[]>`
    select ${columns(sql)}
    from sources s
    where s.source_id > coalesce(${after}, '')
    order by s.source_id
    limit ${limit}`;
}

export async function sourceById(sql: Sql, source_id: string): Promise<SourceRow | null> {
  const [row] = await sql<SourceRow[]>`
    select ${columns(sql)}
    from sources s
    where s.source_id = ${source_id}`;
  return row ?? null;
}

/** What a source follows; null for an unknown id. */
export async function addressOfSource(sql: Sql, source_id: string): Promise<string | null> {
  const [row] = await sql<{ address: string }[]>`
    select s.address
    from sources s
    where s.source_id = ${source_id}`;
  return row?.address ?? null;
}

/** The report of the newest run that has ended. */
export async function lastReport(sql: Sql, source_id: string): Promise<ReportLine[]> {
  const [row] = await sql<{ report: ReportLine[] }[]>`
    select r.report
    from source_runs r
    where r.source_id = ${source_id} and r.state = 'succeeded'
    order by r.number desc
    limit 1`;
  return row?.report ?? [];
}

/** Sources to run or to clear away now, the longest due first. */
export async function dueSources(sql: Sql, limit: number): Promise<string[]> {
  const rows = await sql<{ source_id: string }[]>`
    select s.source_id
    from sources s
    where (s.state = 'active' and s.due_at <= now())
       or (s.state = 'removed' and exists (select from skills k where k.source_id = s.source_id))
    order by s.due_at
    limit ${limit}`;
  return rows.map((row) => row.source_id);
}

/** Whether a source is not removed. It then is not until the transaction ends. */
export async function holdFollowed(sql: Sql, source_id: string): Promise<boolean> {
  const rows = await sql`
    select
    from sources s
    where s.source_id = ${source_id} and s.state <> 'removed'
    for share`;
  return rows.length > 0;
}

/** Changes the state of a source that is not removed; false when there is none. */
export async function setSourceState(sql: Sql, source_id: string, state: SourceState): Promise<boolean> {
  const { count } = await sql`
    update sources
       set state = ${state}
     where sources.source_id = ${source_id} and sources.state <> 'removed'`;
  return count > 0;
}

/** Makes an active source due now; false when there is none. */
export async function makeDue(sql: Sql, source_id: string): Promise<boolean> {
  const { count } = await sql`
    update sources
       set due_at = now_ms()
     where sources.source_id = ${source_id} and sources.state = 'active'`;
  return count > 0;
}

/** The skills of a source, which then belong to none. */
export async function releaseSkills(sql: Sql, source_id: string): Promise<void> {
  await sql`update skills set source_id = null where skills.source_id = ${source_id}`;
}

export async function skillsOfSource(sql: Sql, source_id: string): Promise<string[]> {
  const rows = await sql<{ skill_id: string }[]>`
    select k.skill_id
    from skills k
    where k.source_id = ${source_id}
    order by k.skill_id`;
  return rows.map((row) => row.skill_id);
}

/** Begins a run of a source whose lease the caller holds, and ends what a killed process left. Null when it is not due. */
export async function beginRun(sql: Sql, source_id: string): Promise<number | null> {
  await sql`
    update source_runs
       set state = 'failed', problem = 'The process that ran it ended.', ended_at = now_ms()
     where source_runs.source_id = ${source_id} and source_runs.state = 'running'`;
  const [row] = await sql<{ number: number }[]>`
    insert into source_runs (source_id, number)
    select s.source_id, 1 + coalesce((select max(r.number) from source_runs r where r.source_id = s.source_id), 0)
    from sources s
    where s.source_id = ${source_id} and s.state = 'active' and s.due_at <= now()
    returning number`;
  return row?.number ?? null;
}

/** The runs that failed since the last one that succeeded. */
export async function failuresInRow(sql: Sql, source_id: string): Promise<number> {
  const [row] = await sql<{ failures: number }[]>`
    select count(*)::int as failures
    from source_runs r
    where r.source_id = ${source_id} and r.state = 'failed'
      and not exists (
        select
        from source_runs s
        where s.source_id = r.source_id and s.state = 'succeeded' and s.number > r.number)`;
  return row?.failures ?? 0;
}

export async function storeProgress(sql: Sql, source_id: string, number: number, progress: string): Promise<void> {
  await sql`
    update source_runs
       set progress = ${progress}
     where source_runs.source_id = ${source_id} and source_runs.number = ${number} and source_runs.state = 'running'`;
}

export type EndedRun = {
  state: "succeeded" | "failed";
  report: ReportLine[];
  problem: string | null;
  counts: { found: number; new: number; unchanged: number; refused: number };
  again_in_seconds: number;
};

/** Ends a run, and says when the next is due. A run that was asked for meanwhile stays due. */
export async function endRun(sql: Sql, source_id: string, number: number, ended: EndedRun): Promise<void> {
  const [run] = await sql<{ started_at: Date }[]>`
    update source_runs
       set state = ${ended.state}, problem = ${ended.problem}, report = ${sql.json(JSON.parse(JSON.stringify(ended.report)))},
           found = ${ended.counts.found}, new = ${ended.counts.new}, unchanged = ${ended.counts.unchanged},
           refused = ${ended.counts.refused}, ended_at = now_ms()
     where source_runs.source_id = ${source_id} and source_runs.number = ${number} and source_runs.state = 'running'
    returning started_at`;
  if (!run) return;
  await sql`
    update sources
       set due_at = now_ms() + make_interval(secs => ${ended.again_in_seconds})
     where sources.source_id = ${source_id} and sources.due_at <= ${run.started_at}`;
}

export type KnownText = {
  version_id: string;
  applicability: ApplicabilityEntry[];
  text_sha256: Buffer | null;
  release: string | null;
  release_state: ReleaseState | null;
  withdrawn_reason: string | null;
  withdrawn: boolean;
  waits: boolean;
};

/** The versions of the skill at a source path, oldest first, with the digests of their texts at the source. */
export async function knownTexts(sql: Sql, source_path: string): Promise<KnownText[]> {
  return sql<KnownText[]>`
    select v.version_id, v.applicability, a.text_sha256, a.release, a.release_state, v.withdrawn_reason,
           v.withdrawn_at is not null as withdrawn, v.quarantined_at is not null as waits
    from skills s
    join skill_versions v on v.skill_id = s.skill_id
    left join version_origins a on a.version_id = v.version_id
    where s.source_path = ${source_path}
    order by v.ordinal`;
}

/** Whose skill is at a source path: a source's, or nobody's (null). Locks the skill. Undefined when there is none. */
export async function ownerOfSkill(sql: Sql, source_path: string): Promise<string | null | undefined> {
  const [row] = await sql<{ source_id: string | null }[]>`
    select s.source_id
    from skills s
    where s.source_path = ${source_path}
    for update`;
  return row === undefined ? undefined : row.source_id;
}

export async function ownSkill(sql: Sql, skill_id: string, source_id: string): Promise<void> {
  await sql`update skills set source_id = ${source_id} where skills.skill_id = ${skill_id}`;
}

/** Stores for which versions a text holds. */
export async function storeApplicability(
  sql: Sql,
  version_id: string,
  applicability: ApplicabilityEntry[],
  technologies: string[],
): Promise<void> {
  await sql`
    update skill_versions
       set applicability = ${sql.json(applicability)}, technologies = ${technologies}
     where skill_versions.version_id = ${version_id}`;
}
