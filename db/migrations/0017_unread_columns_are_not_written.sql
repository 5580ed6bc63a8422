-- migrate:up
-- Nothing reads these columns, and from this release on nothing writes them. They stay, because the release before still
-- writes them while both run; a later migration drops them, together with version_outcomes.updated_at and settings.updated_at.
alter table threads alter column origin drop not null;
alter table idempotency_keys alter column status drop not null;
alter table index_dirty alter column kind set default 'skill';
alter table index_dead_letters
  alter column skill_id drop not null,
  alter column revision drop not null,
  alter column reason drop not null;

create or replace function mark_dirty(id text) returns void
  language plpgsql
  as $$
begin
  insert into index_dirty (entity_id)
  values (id)
  on conflict (entity_id) do update
    set revision = nextval('index_revision'), enqueued_at = now_ms();
end $$;

create or replace function elect_voice(of_version text, of_source text, of_day date) returns void
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
               else greatest(0, o.bad + coalesce(newest.bad, 0) - coalesce(earlier.bad, 0)) end
   where o.version_id = of_version;
end $$;

-- migrate:down
create or replace function elect_voice(of_version text, of_source text, of_day date) returns void
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

create or replace function mark_dirty(id text) returns void
  language plpgsql
  as $$
begin
  insert into index_dirty (entity_id, kind)
  values (id, 'skill')
  on conflict (entity_id) do update
    set revision = nextval('index_revision'), enqueued_at = now_ms();
end $$;

update index_dead_letters
   set skill_id = coalesce(skill_id, ''), revision = coalesce(revision, 0), reason = coalesce(reason, '');
alter table index_dead_letters
  alter column skill_id set not null,
  alter column revision set not null,
  alter column reason set not null;
alter table index_dirty alter column kind drop default;
update idempotency_keys set status = 200 where status is null;
alter table idempotency_keys alter column status set not null;
update threads
   set origin = case when opened_by_connection_id is null then 'search' else 'task' end
 where origin is null;
alter table threads alter column origin set not null;
