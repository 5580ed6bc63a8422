-- migrate:up
-- Constant defaults: existing rows are not rewritten.
alter table skill_versions
  add column quarantined_at timestamptz,
  add column quarantine_reasons text[] not null default '{}',
  add column vouched_at timestamptz;
comment on column skill_versions.quarantined_at is 'Since when the version waits: it is read by its address and listed nowhere. Null for one that does not wait.';
comment on column skill_versions.quarantine_reasons is 'Why it waits: ids of rules, new_author, reports, maintainer.';
comment on column skill_versions.vouched_at is 'When a maintainer, or three confirmed successes, vouched for it.';
comment on table skill_versions is 'Immutable but for selection, withdrawal, waiting, the license of its text, an origin that an import finds later, and what the rules say of it: a change of content is a new version.';

-- allowed: it is empty when it is made.
create index skill_versions_waiting on skill_versions (quarantined_at desc, version_id desc)
  where quarantined_at is not null;
comment on index skill_versions_waiting is 'The page of what waits reads its newest end.';

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
  v.source_author,
  v.questions,
  v.quarantined_at,
  v.quarantine_reasons,
  v.vouched_at
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
comment on view public_versions is 'Versions anyone may read by address: everything that is not withdrawn, also what waits.';

create or replace view listed_versions as
select p.*
from public_versions p
where p.first_selected_at is not null and p.quarantined_at is null;
comment on view listed_versions is 'Versions that lists may show: readable, listed at least once, and not waiting.';

create or replace view listed_traits as
select v.version_id,
       v.technologies,
       s.selected_version_id is not distinct from v.version_id as is_selected,
       v.version_id in (select n.version_id from review_notes n) as is_reviewed,
       coalesce(o.resolved + o.partial + o.failed, 0) > 0 as is_reported
from skill_versions v
join skills s on s.skill_id = v.skill_id
left join version_outcomes o on o.version_id = v.version_id
where v.withdrawn_at is null and v.first_selected_at is not null and v.quarantined_at is null;

create or replace view selected_traits as
select s.skill_id,
       v.skill_id as version_skill_id,
       v.version_id,
       s.slug,
       lower(v.title) as lower_title,
       v.technologies,
       s.updated_at,
       o.score as outcomes_score,
       v.version_id in (select n.version_id from review_notes n) as is_reviewed,
       coalesce(o.resolved + o.partial + o.failed, 0) > 0 as is_reported
from skills s
join skill_versions v on v.version_id = s.selected_version_id
left join version_outcomes o on o.version_id = v.version_id
where v.withdrawn_at is null and v.first_selected_at is not null and v.quarantined_at is null;

create or replace view confirmed_questions as
select w.skill_id, v.version_id, v.message_id, t.thread_id, t.title as question, v.source, v.at,
       coalesce(c.created_at < v.at - interval '1 day', false) as is_established
from version_voices v
join skill_versions w on w.version_id = v.version_id
join skills s on s.skill_id = w.skill_id
join messages m on m.message_id = v.message_id
join threads t on t.thread_id = m.thread_id
left join connections c on c.connection_id = v.source
where v.counts and v.outcome = 'resolved'
  and w.withdrawn_at is null and w.first_selected_at is not null and w.quarantined_at is null
  and t.hidden_at is null and m.hidden_at is null
  and v.source <> coalesce(s.author_connection_id, '')
  and v.source <> coalesce(w.author_connection_id, '')
  and exists (
    select
    from skill_versions f
    where f.version_id = t.offered_version_ids[1] and f.skill_id = w.skill_id);

create function has_record(of_connection text) returns boolean
  language sql stable
  as $$
  select exists (
           select from connections c
           where c.connection_id = of_connection and c.created_at < now() - interval '7 days')
     and exists (
           select from skill_versions v
           where v.author_connection_id = of_connection and v.vouched_at is not null and v.withdrawn_at is null)
     and not exists (
           select from skill_versions v
           where v.author_connection_id = of_connection and v.withdrawn_at is not null
             and not exists (
               select from decisions d
               where d.version_id = v.version_id and d.kind = 'withdrawal'
                 and d.decided_by_connection_id = of_connection))
$$;
comment on function has_record is 'Whether others have reason to trust an author: older than seven days, somebody vouched for one of its versions, and nobody but itself withdrew one.';

alter table decisions drop constraint decisions_kind_check;
alter table decisions add constraint decisions_kind_check check (kind in (
  'selection', 'review', 'withdrawal', 'restoration', 'approval', 'rejection', 'outcome', 'hide', 'show', 'revocation',
  'signup', 'quarantine', 'vouch')) not valid;
alter table publish_log drop constraint publish_log_kind_check;
alter table publish_log add constraint publish_log_kind_check check (kind in (
  'version', 'selection', 'review', 'withdrawal', 'restoration', 'hide', 'show', 'quarantine', 'vouch')) not valid;

-- What an author is told of a version: the decision itself.
alter table deliveries add column decision_id text references decisions;
alter table deliveries drop constraint deliveries_kind_check;
alter table deliveries add constraint deliveries_kind_check check (kind in (
  'reply', 'operation', 'selection', 'withdrawal', 'review', 'decision')) not valid;

create table appeals (
  appeal_id text primary key check (is_public_id('apl', appeal_id)),
  version_id text not null references skill_versions,
  body text not null check (char_length(body) between 1 and 1000),
  created_at timestamptz not null default now_ms(),
  answered_by text references decisions
);
comment on table appeals is 'Requests of authors to look at a version that waits. The next decision about the version answers them.';
create unique index appeals_open on appeals (version_id) where answered_by is null;

alter table skill_versions add column risks text[] not null default '{}';
comment on column skill_versions.risks is 'Ids of the rules that make a version of an author without record wait; part of risk_labels.';

-- migrate:down
