-- migrate:up transaction:false
-- A list of a rare technology would read the whole library along its order to find a few versions.
-- An interrupted build leaves an invalid index, which has to go before the next one.
drop index concurrently if exists skill_versions_by_technology;
create index concurrently if not exists skill_versions_by_technology
  on skill_versions using gin (technologies) with (fastupdate = off)
  where withdrawn_at is null and first_selected_at is not null;

-- migrate:down
drop index skill_versions_by_technology;
