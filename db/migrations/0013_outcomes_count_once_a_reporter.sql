-- migrate:up
-- The rows of old outcomes are made first and without a lock that anyone waits for. What needs one comes after them and
-- takes moments; where it has to wait for long the migration fails and can be run again.
set local lock_timeout = '10s';

create table version_voices (
  message_id text not null,
  version_id text not null,
  source text not null check (source ~ '^(con_[A-Za-z0-9_-]{22}|net_[0-9a-f]{32}|net_unknown)$'),
  day date not null,
  outcome text not null check (outcome in ('resolved', 'partial', 'failed')),
  good double precision not null check (good >= 0),
  bad double precision not null check (bad >= 0),
  at timestamptz not null,
  hidden boolean not null default false,
  counts boolean not null default false,
  primary key (message_id, version_id)
);
comment on table version_voices is 'Outcomes of versions that their thread had been offered. Of a reporter (source and day) the newest that is not hidden counts.';
comment on column version_voices.source is 'A connection, or the keyed hash of the network that the thread was opened from. Threads from before networks were kept share one unknown network.';
comment on column version_voices.day is 'The UTC day on which the thread was opened; -infinity for a connection, which has one voice for good.';
comment on column version_voices.good is 'The weight of the voice times the worth of its outcome, times 2 ^ ((at - 2026-01-01) / half-life): fading is then one factor for all voices of a version, applied when the score is computed.';
comment on column version_voices.bad is 'As good, times what the outcome lacks of a success.';

-- Old threads say neither which network opened them nor which results they showed: a version counts if an earlier message
-- of the library or an insight names it, and all anonymous reporters of one day are one.
insert into version_voices (message_id, version_id, source, day, outcome, good, bad, at, hidden, counts)
select o.message_id, o.version_id, o.source, o.day, o.outcome,
       o.weight * case o.outcome when 'resolved' then 1 when 'partial' then 0.5 else 0 end,
       o.weight * case o.outcome when 'resolved' then 0 when 'partial' then 0.5 else 1 end,
       o.at, o.hidden,
       not o.hidden and row_number() over (
         partition by o.version_id, o.source, o.day order by o.hidden, o.at desc, o.message_id desc) = 1
from (
  select distinct on (m.message_id, u.version_id)
         m.message_id, u.version_id, m.outcome, m.created_at as at,
         (m.hidden_at is not null or t.hidden_at is not null) as hidden,
         coalesce(c.connection_id, 'net_unknown') as source,
         case when c.connection_id is null then (t.created_at at time zone 'utc')::date else '-infinity' end as day,
         case when c.created_at < m.created_at - interval '1 day' then 1 else 0.5 end
           * power(2::double precision, extract(epoch from m.created_at - timestamptz '2026-01-01 00:00Z') / (180 * 86400)) as weight
  from messages m
  join threads t on t.thread_id = m.thread_id
  join message_versions u on u.message_id = m.message_id
  left join connections c on c.connection_id = coalesce(m.author_connection_id, t.opened_by_connection_id)
  where m.outcome is not null
    and exists (
      select
      from messages e
      join message_versions n on n.message_id = e.message_id
      where e.thread_id = m.thread_id and e.sequence < m.sequence and e.kind in ('library', 'insight')
        and n.version_id = u.version_id)
) o;

create unique index version_voices_counted on version_voices (version_id, source, day) where counts;
create index version_voices_by_reporter on version_voices (version_id, source, day, at desc, message_id desc) where not hidden;

create table thread_offers (
  thread_id text not null,
  version_id text not null,
  primary key (thread_id, version_id)
);
comment on table thread_offers is 'Versions that a thread was offered after it was opened: by insights that name them. What it was offered at its opening is in threads.offered_version_ids.';

-- Only threads in which an outcome can still be reported.
insert into thread_offers (thread_id, version_id)
select distinct m.thread_id, u.version_id
from messages m
join message_versions u on u.message_id = m.message_id
join threads t on t.thread_id = m.thread_id
where m.kind in ('library', 'insight')
  and (t.opened_by_connection_id is not null
       or exists (select from append_keys k where k.thread_id = t.thread_id and k.expires_at > now()));

alter table version_voices
  add foreign key (message_id) references messages,
  add foreign key (version_id) references skill_versions;
alter table thread_offers
  add foreign key (thread_id) references threads,
  add foreign key (version_id) references skill_versions;

alter table version_outcomes
  add column connections integer not null default 0 check (connections >= 0),
  add column anonymous integer not null default 0 check (anonymous >= 0),
  add column sources integer not null default 0 check (sources >= 0),
  add column good double precision not null default 0 check (good >= 0),
  add column bad double precision not null default 0 check (bad >= 0);
comment on table version_outcomes is 'Sums over the voices that count, moved by each voice under this row''s lock, and the score as it was when the last one came.';
comment on column version_outcomes.sources is 'Different connections and networks among the voices that count.';

-- The code computes scores from these sums; there is none before three sources, which no old outcomes can have.
update version_outcomes
   set resolved = 0, partial = 0, failed = 0, score = null;
insert into version_outcomes (version_id, resolved, partial, failed, connections, anonymous, sources, good, bad)
select v.version_id,
       count(*) filter (where v.outcome = 'resolved'),
       count(*) filter (where v.outcome = 'partial'),
       count(*) filter (where v.outcome = 'failed'),
       count(*) filter (where v.source like 'con\_%'),
       count(*) filter (where v.source not like 'con\_%'),
       count(distinct v.source), sum(v.good), sum(v.bad)
from version_voices v
where v.counts
group by v.version_id
on conflict (version_id) do update
  set resolved = excluded.resolved, partial = excluded.partial, failed = excluded.failed,
      connections = excluded.connections, anonymous = excluded.anonymous, sources = excluded.sources,
      good = excluded.good, bad = excluded.bad;

alter table threads
  add column opened_network bytea check (octet_length(opened_network) = 16),
  add column offered_version_ids text[] not null default '{}';
comment on column threads.opened_network is 'Keyed hash of the network (IPv4 /24, IPv6 /48) that an anonymous thread was opened from: one reporter a day. The address itself is not stored. Null where it is unknown.';
comment on column threads.offered_version_ids is 'The versions that the search which opened the thread returned: outcomes about them count.';

alter table review_notes
  add column reviewer_connection_id text references connections;
comment on column review_notes.reviewer_connection_id is 'The connection that wrote the note; null for an imported one, one of the command line and one from before this column.';

create function lock_version_outcomes(of_version text) returns void
  language plpgsql
  as $$
begin
  insert into version_outcomes (version_id) values (of_version) on conflict do nothing;
  perform from version_outcomes o where o.version_id = of_version for update;
end $$;

create function elect_voice(of_version text, of_source text, of_day date) returns void
  language plpgsql
  as $$
declare
  earlier version_voices%rowtype;
  newest version_voices%rowtype;
  sources_change integer;
begin
  select v.* into earlier
  from version_voices v
  where v.version_id = of_version and v.source = of_source and v.day = of_day and v.counts;
  select v.* into newest
  from version_voices v
  where v.version_id = of_version and v.source = of_source and v.day = of_day and not v.hidden
  order by v.at desc, v.message_id desc
  limit 1;
  if earlier.message_id is not distinct from newest.message_id then
    return;
  end if;
  sources_change := (newest.message_id is not null)::int - (earlier.message_id is not null)::int;
  if sources_change <> 0 and exists (
    select
    from version_voices v
    where v.version_id = of_version and v.source = of_source and v.counts and v.day <> of_day
  ) then
    sources_change := 0;
  end if;
  update version_voices v set counts = false
  where v.message_id = earlier.message_id and v.version_id = of_version;
  update version_voices v set counts = true
  where v.message_id = newest.message_id and v.version_id = of_version;
  update version_outcomes o
     set resolved = o.resolved + coalesce((newest.outcome = 'resolved')::int, 0) - coalesce((earlier.outcome = 'resolved')::int, 0),
         partial = o.partial + coalesce((newest.outcome = 'partial')::int, 0) - coalesce((earlier.outcome = 'partial')::int, 0),
         failed = o.failed + coalesce((newest.outcome = 'failed')::int, 0) - coalesce((earlier.outcome = 'failed')::int, 0),
         connections = o.connections + coalesce((newest.source like 'con\_%')::int, 0) - coalesce((earlier.source like 'con\_%')::int, 0),
         anonymous = o.anonymous + coalesce((newest.source not like 'con\_%')::int, 0) - coalesce((earlier.source not like 'con\_%')::int, 0),
         sources = o.sources + sources_change,
         -- Taking away what was added may leave a trace of rounding; without a voice nothing is left.
         good = case when o.sources + sources_change = 0 then 0
                else greatest(0, o.good + coalesce(newest.good, 0) - coalesce(earlier.good, 0)) end,
         bad = case when o.sources + sources_change = 0 then 0
               else greatest(0, o.bad + coalesce(newest.bad, 0) - coalesce(earlier.bad, 0)) end,
         updated_at = now_ms()
   where o.version_id = of_version;
end $$;
comment on function elect_voice is 'Lets the newest visible outcome of a reporter count and moves the sums of the version by the difference. Hold the lock of its version_outcomes row.';

create function count_outcome(
  of_message text, half_life_days double precision, established_weight double precision, other_weight double precision
) returns setof text
  language plpgsql
  as $$
declare
  said record;
  named text;
  weight double precision;
begin
  select m.thread_id, m.outcome, m.created_at, t.offered_version_ids,
         (m.hidden_at is not null or t.hidden_at is not null) as hidden,
         coalesce(c.connection_id, 'net_' || coalesce(encode(t.opened_network, 'hex'), 'unknown')) as source,
         case when c.connection_id is null then (t.created_at at time zone 'utc')::date else '-infinity' end as day,
         coalesce(c.created_at < m.created_at - interval '1 day', false) as established
    into strict said
  from messages m
  join threads t on t.thread_id = m.thread_id
  left join connections c on c.connection_id = coalesce(m.author_connection_id, t.opened_by_connection_id)
  where m.message_id = of_message and m.outcome is not null;
  weight := case when said.established then established_weight else other_weight end
            * power(2::double precision, extract(epoch from said.created_at - timestamptz '2026-01-01 00:00Z') / (half_life_days * 86400));
  for named in
    select distinct u.version_id
    from message_versions u
    where u.message_id = of_message
      and (u.version_id = any(said.offered_version_ids)
           or exists (select from thread_offers f where f.thread_id = said.thread_id and f.version_id = u.version_id))
    order by u.version_id
  loop
    perform lock_version_outcomes(named);
    insert into version_voices (message_id, version_id, source, day, outcome, good, bad, at, hidden)
    values (of_message, named, said.source, said.day, said.outcome,
            weight * case said.outcome when 'resolved' then 1 when 'partial' then 0.5 else 0 end,
            weight * case said.outcome when 'resolved' then 0 when 'partial' then 0.5 else 1 end,
            said.created_at, said.hidden);
    perform elect_voice(named, said.source, said.day);
    return next named;
  end loop;
end $$;
comment on function count_outcome is 'Counts a stored outcome for those of the versions it names that its thread had been offered, and returns them in id order; their version_outcomes rows stay locked until the transaction ends.';

create function recount_thread_voices(of_thread text) returns setof text
  language plpgsql
  as $$
declare
  reporter record;
  last_version text;
begin
  for reporter in
    select distinct v.version_id, v.source, v.day
    from messages m
    join version_voices v on v.message_id = m.message_id
    where m.thread_id = of_thread
    order by v.version_id, v.source, v.day
  loop
    if reporter.version_id is distinct from last_version then
      last_version := reporter.version_id;
      perform lock_version_outcomes(last_version);
      return next last_version;
    end if;
    update version_voices v
       set hidden = m.hidden_at is not null or t.hidden_at is not null
      from messages m
      join threads t on t.thread_id = m.thread_id
     where m.thread_id = of_thread
       and v.message_id = m.message_id
       and v.version_id = reporter.version_id and v.source = reporter.source and v.day = reporter.day;
    perform elect_voice(reporter.version_id, reporter.source, reporter.day);
  end loop;
end $$;
comment on function recount_thread_voices is 'Counts the voices of a thread as its messages are hidden or shown now, and returns their versions in id order, with their version_outcomes rows locked.';

create or replace view public_versions as
select
  v.version_id,
  v.skill_id,
  s.slug,
  v.ordinal,
  v.base_version_id,
  v.title,
  v.description,
  v.markdown,
  v.content_sha256,
  v.applicability,
  v.technologies,
  v.public_references,
  v.change_summary,
  v.rationale,
  v.supporting_basis,
  v.license,
  v.risk_labels,
  v.author_connection_id,
  v.first_selected_at,
  v.created_at,
  s.updated_at,
  s.selection_revision,
  s.selected_version_id,
  (s.selected_version_id is not distinct from v.version_id) as is_selected,
  r.version_checked as review_version_checked,
  r.note as review_note,
  r.reviewed_at as review_reviewed_at,
  r.reviewer as review_reviewer,
  coalesce(o.resolved, 0) as outcomes_resolved,
  coalesce(o.partial, 0) as outcomes_partial,
  coalesce(o.failed, 0) as outcomes_failed,
  o.score as outcomes_score,
  coalesce(o.connections, 0) as outcomes_connections,
  coalesce(o.anonymous, 0) as outcomes_anonymous,
  r.reviewer_connection_id as review_reviewer_connection_id
from skill_versions v
join skills s on s.skill_id = v.skill_id
left join version_outcomes o on o.version_id = v.version_id
left join lateral (
  select n.version_checked, n.note, n.reviewed_at, n.reviewer, n.reviewer_connection_id
  from review_notes n
  where n.version_id = v.version_id
  order by n.reviewed_at desc, n.created_at desc
  limit 1
) r on true
where v.withdrawn_at is null;

create or replace view offered_versions as
select p.*
from public_versions p
where p.first_selected_at is not null;

-- migrate:down
