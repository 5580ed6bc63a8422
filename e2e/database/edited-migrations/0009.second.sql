-- migrate:up
create index skills_by_selection on skills (selected_version_id);
create index skill_versions_by_title on skill_versions (lower(title), skill_id)
  where withdrawn_at is null and first_selected_at is not null;
comment on index skill_versions_by_title is 'The directory in the order of titles reads its page from it.';
create index version_outcomes_by_score on version_outcomes (score desc) where score is not null;

-- One row for each skill that the directory lists: what it is ordered and narrowed by. The same versions as
-- offered_versions where is_selected. That view joins a skill with each of its versions and finds the newest review note of
-- each, so a page of it meant all of it; here a page in the order of an index is read from that index.
create view selected_traits as
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
where v.withdrawn_at is null and v.first_selected_at is not null;
comment on view selected_traits is 'What skills are listed by. The same versions as offered_versions where is_selected.';
comment on column selected_traits.version_skill_id is 'The same as skill_id, from the version''s row: the planner does not know that, and each lets the index of its own table give the order.';

-- migrate:down
drop view selected_traits;
drop index version_outcomes_by_score;
drop index skill_versions_by_title;
drop index skills_by_selection;
