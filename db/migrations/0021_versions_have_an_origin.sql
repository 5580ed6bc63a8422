-- migrate:up
-- Null for versions of earlier releases and wherever nothing is known.
alter table skill_versions
  add column source_repository text,
  add column source_commit text,
  add column source_license text,
  add column source_author text;
comment on column skill_versions.source_repository is 'The https address of the repository that the text was read from, or that its front matter names.';
comment on column skill_versions.source_commit is 'The commit that was checked out when the text was imported.';
comment on column skill_versions.source_license is 'The licence as an SPDX expression where one could be recognised, else as its author wrote it.';
comment on column skill_versions.source_author is 'The author that the front matter names.';
comment on table skill_versions is 'Immutable but for selection, withdrawal, the license of its text, an origin that an import finds later, and what the rules say of it: a change of content is a new version.';

-- allowed: only publications wait for it, and an index of the same table takes less than a second at 100,000 versions.
create index skill_versions_by_author on skill_versions (author_connection_id, created_at desc)
  where author_connection_id is not null;
comment on index skill_versions_by_author is 'The page of an author reads its newest end.';

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
  r.reviewer_connection_id as review_reviewer_connection_id,
  v.source_repository,
  v.source_commit,
  v.source_license,
  v.source_author
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

create or replace view listed_versions as
select p.*
from public_versions p
where p.first_selected_at is not null;

-- migrate:down
drop view offered_versions;
drop view listed_versions;
drop view public_versions;
create view public_versions as
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

create view listed_versions as
select p.*
from public_versions p
where p.first_selected_at is not null;
create view offered_versions as select * from listed_versions;
comment on view offered_versions is 'The former name of listed_versions, for processes of the release before.';

comment on view public_versions is 'Versions anyone may read: everything that is not withdrawn.';
comment on view listed_versions is 'Versions that search may offer: readable, and selected at least once.';

drop index skill_versions_by_author;
comment on table skill_versions is 'Immutable but for selection, withdrawal, the license of its text, and what the rules say of it: a change of content is a new version.';
alter table skill_versions
  drop column source_repository,
  drop column source_commit,
  drop column source_license,
  drop column source_author;
