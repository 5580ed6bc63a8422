-- migrate:up
-- The same versions as offered_versions. That view finds the newest review note of each version, which takes most of the
-- time of a count over the whole library; whether there is one takes a look at the notes for all of them together.
create view offered_traits as
select v.version_id,
       v.technologies,
       s.selected_version_id is not distinct from v.version_id as is_selected,
       v.version_id in (select n.version_id from review_notes n) as is_reviewed,
       coalesce(o.resolved + o.partial + o.failed, 0) > 0 as is_reported
from skill_versions v
join skills s on s.skill_id = v.skill_id
left join version_outcomes o on o.version_id = v.version_id
where v.withdrawn_at is null and v.first_selected_at is not null;

comment on view offered_traits is 'What can be counted about the versions that search may offer. The same versions as offered_versions.';

-- migrate:down
drop view offered_traits;
