-- migrate:up
create table sources (
  source_id text primary key check (is_public_id('src', source_id)),
  kind text not null check (kind in ('npm', 'git', 'folder')),
  address text not null,
  settings jsonb not null default '{}',
  state text not null default 'active' check (state in ('active', 'paused', 'removed')),
  due_at timestamptz not null default now_ms(),
  created_at timestamptz not null default now_ms()
);
comment on table sources is 'What the library follows: npm packages, git repositories and folders. A removed one stays, so that its page does.';
create unique index sources_by_address on sources (address) where state <> 'removed';
create index sources_due on sources (due_at) where state = 'active';

create table source_runs (
  source_id text not null references sources,
  number integer not null,
  state text not null default 'running' check (state in ('running', 'succeeded', 'failed')),
  progress text,
  found integer not null default 0,
  new integer not null default 0,
  unchanged integer not null default 0,
  refused integer not null default 0,
  report jsonb not null default '[]',
  problem text,
  started_at timestamptz not null default now_ms(),
  ended_at timestamptz,
  primary key (source_id, number)
);
comment on column source_runs.report is 'A list of {path, result, reason, version_id}: what became of each text that was found.';

-- Null for skills that no source follows.
alter table skills add column source_id text references sources;
-- allowed: the column is new, so the index is empty.
create index skills_by_source on skills (source_id) where source_id is not null;

create table version_origins (
  version_id text primary key references skill_versions,
  source_id text references sources,
  kind text not null check (kind in ('npm', 'git', 'folder')),
  address text not null,
  release text,
  commit text,
  path text,
  tree text,
  license text,
  fetched_at timestamptz not null default now_ms(),
  release_state text not null default 'published' check (release_state in ('published', 'deprecated', 'unpublished')),
  is_whole boolean not null default true,
  text_sha256 bytea not null,
  requires text[] not null default '{}'
);
comment on table version_origins is 'Where an imported version was read. Versions without a row were submitted, or imported by an earlier release.';
comment on column version_origins.is_whole is 'False where the licence allows no copy: the version then holds a description and an address.';
comment on column version_origins.text_sha256 is 'Of the text as it was read, by which the next run knows it.';
comment on column version_origins.requires is 'The source paths of the skills that it builds on.';

create table technology_releases (
  technology text primary key,
  newest text not null,
  released_at timestamptz,
  address text not null,
  checked_at timestamptz not null default now_ms()
);
comment on table technology_releases is 'The newest release of a technology, as its registry says. Names are normalised.';

-- The lists of kinds grow, whatever other kinds they have by now.
do $$
declare
  listed record;
begin
  for listed in
    select k.conname as name, k.conrelid::regclass::text as of_table, pg_get_constraintdef(k.oid) as said,
           case k.conname
             when 'decisions_kind_check' then 'ARRAY[''source''::text, ''applicability''::text, '
             when 'publish_log_kind_check' then 'ARRAY[''applicability''::text, '
             else 'ARRAY[''freshness''::text, '
           end as grown
    from pg_constraint k
    where k.conname in ('publish_log_kind_check', 'decisions_kind_check', 'deliveries_kind_check')
      and k.connamespace = current_schema()::regnamespace
  loop
    execute format('alter table %s drop constraint %I', listed.of_table, listed.name);
    execute format('alter table %s add constraint %I %s not valid', listed.of_table, listed.name,
                   replace(replace(listed.said, ' NOT VALID', ''), 'ARRAY[', listed.grown));
  end loop;
end $$;

-- migrate:down
delete from deliveries where kind = 'freshness';
drop table technology_releases;
drop table version_origins;
alter table skills drop column source_id;
drop table source_runs;
drop table sources;
