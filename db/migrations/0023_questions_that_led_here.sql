-- migrate:up
alter table skill_versions add column questions text[] not null default '{}';
comment on column skill_versions.questions is 'Questions that the text answers, as its author states in the front matter: at most five, part of the text that search reads.';

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
  v.questions
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

alter table search_documents
  add column question_thread_id text,
  add column generation bigint;
comment on column search_documents.question_thread_id is 'The thread whose question is part of this analysis; null for none.';
comment on column search_documents.generation is 'The generation of search_statistics that this analysis came with: processes forget the analyses of it that they hold. Null for analyses from before this column.';
-- allowed: only the writer of the index waits for it, and at 100,000 analyses it takes less than a second.
create index search_documents_by_generation on search_documents (generation);

-- allowed: only reports of outcomes wait for it, and at a million of them it takes a second.
create index version_voices_solved on version_voices (version_id, at desc, message_id desc)
  where counts and outcome = 'resolved';

create view confirmed_questions as
select w.skill_id, v.version_id, v.message_id, t.thread_id, t.title as question, v.source, v.at,
       coalesce(c.created_at < v.at - interval '1 day', false) as is_established
from version_voices v
join skill_versions w on w.version_id = v.version_id
join skills s on s.skill_id = w.skill_id
join messages m on m.message_id = v.message_id
join threads t on t.thread_id = m.thread_id
left join connections c on c.connection_id = v.source
where v.counts and v.outcome = 'resolved'
  and w.withdrawn_at is null and w.first_selected_at is not null
  and t.hidden_at is null and m.hidden_at is null
  and v.source <> coalesce(s.author_connection_id, '')
  and v.source <> coalesce(w.author_connection_id, '')
  and exists (
    select
    from skill_versions f
    where f.version_id = t.offered_version_ids[1] and f.skill_id = w.skill_id);
comment on view confirmed_questions is 'Questions for which search found a skill first, and whose asker, not its author, reports that it solved them, by an outcome that counts in its score. One row a voice.';

create function lent_question(of_skill text) returns table (thread_id text, question text)
  language sql stable
  as $$
  with recursive days as (
    (select w.version_id, date_trunc('day', v.at, 'UTC') as day, 1 as turn
     from skill_versions w
     cross join lateral (
       select n.at
       from version_voices n
       where n.version_id = w.version_id and n.counts and n.outcome = 'resolved'
       order by n.at desc
       limit 1
     ) v
     where w.skill_id = of_skill)
    union all
    select d.version_id, date_trunc('day', v.at, 'UTC'), d.turn + 1
    from days d
    cross join lateral (
      select n.at
      from version_voices n
      where n.version_id = d.version_id and n.counts and n.outcome = 'resolved' and n.at < d.day
      order by n.at desc
      limit 1
    ) v
    where d.turn < 20
  ), recent as materialized (
    select q.thread_id, q.question, q.message_id, q.source, q.at, d.day, q.is_established
    from days d
    cross join lateral (
      select n.message_id
      from version_voices n
      where n.version_id = d.version_id and n.counts and n.outcome = 'resolved'
        and n.at >= d.day and n.at < d.day + interval '1 day'
      order by n.at desc, n.message_id desc
      limit 10
    ) v
    -- The offset keeps the planner from reading the whole view first.
    cross join lateral (
      select c.thread_id, c.question, c.message_id, c.source, c.at, c.is_established
      from confirmed_questions c
      where c.message_id = v.message_id and c.version_id = d.version_id
      offset 0
    ) q
  )
  select r.thread_id, r.question
  from recent r
  where r.day < (select max(last.day) from recent last)
    and exists (
      select
      from recent one
      where one.source <> r.source and one.day > r.day
        and (r.is_established or exists (
          select
          from recent two
          where two.source <> r.source and two.source <> one.source
            and two.day > r.day and two.day <> one.day)))
  order by r.at desc, r.message_id desc
  limit 1
$$;
comment on function lent_question is 'The question that search reads with a skill: the newest after which others confirmed the skill, too: one other reporter on a later day if a connection older than a day reported it, else two on two later days. So the reports of one day, however many, lend none. Of each version the ten newest voices of each of the last twenty days with any are looked at.';

create function mark_changed_questions(of_versions text[]) returns void
  language plpgsql
  as $$
declare
  changed text;
begin
  for changed in
    select distinct v.skill_id
    from skill_versions v
    where v.version_id = any(of_versions)
    order by v.skill_id
  loop
    -- Two reports on different versions of a skill may change its question only together.
    perform pg_advisory_xact_lock(hashtextextended('questions ' || changed, 0));
    -- A skill that waits may be just being read without this change.
    if exists (select from index_dirty i where i.entity_id = changed)
       or exists (
         select
         from search_documents d
         left join lent_question(changed) l on true
         where d.skill_id = changed and d.question_thread_id is distinct from l.thread_id)
    then
      perform mark_dirty(changed);
    end if;
  end loop;
end $$;
comment on function mark_changed_questions is 'Marks the skills of these versions for the index if another question belongs to them than the index has read. Call it after the reports have been counted.';

-- migrate:down
drop function mark_changed_questions;
drop function lent_question;
drop view confirmed_questions;
drop index version_voices_solved;
drop index search_documents_by_generation;
alter table search_documents
  drop column question_thread_id,
  drop column generation;
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

create view listed_versions as
select p.*
from public_versions p
where p.first_selected_at is not null;
create view offered_versions as select * from listed_versions;
comment on view offered_versions is 'The former name of listed_versions, for processes of the release before.';
comment on view public_versions is 'Versions anyone may read: everything that is not withdrawn.';
comment on view listed_versions is 'Versions that search may offer: readable, and selected at least once.';
alter table skill_versions drop column questions;
