-- migrate:up
-- A constant default: existing rows are not rewritten.
alter table skill_versions add column rules_version integer not null default 0;
comment on column skill_versions.rules_version is 'The version of the rules that judged the text last; 0 for what was published before rules had a version.';
comment on table skill_versions is 'Immutable but for selection, withdrawal, the license of its text, and what the rules say of it: a change of content is a new version.';

-- allowed: only publications wait for it, and at 100,000 versions it takes less than a second.
create index skill_versions_by_rules on skill_versions (rules_version, version_id) where withdrawn_at is null;
comment on index skill_versions_by_rules is 'The worker finds the versions that older rules judged at its start.';

create table judged_again (
  version_id text primary key references skill_versions,
  rules_version integer not null check (rules_version > 0),
  verdict text not null check (verdict in ('hold', 'reject')),
  findings jsonb not null check (jsonb_typeof(findings) = 'array'),
  found_at timestamptz not null default now_ms()
);
comment on table judged_again is 'Published versions that the present rules would hold or refuse. They stay published; a row waits until a maintainer keeps the version, and is not shown while the version is withdrawn.';
comment on column judged_again.found_at is 'When rules first said so; later rules that still say so leave it.';
create index judged_again_by_time on judged_again (found_at, version_id);

-- migrate:down
drop table judged_again;
drop index skill_versions_by_rules;
alter table skill_versions drop column rules_version;
