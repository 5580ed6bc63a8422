-- migrate:up transaction:false
-- An interrupted build leaves an index that is not valid, so a second run starts anew.
drop index concurrently if exists skill_versions_by_rules;
create index concurrently skill_versions_by_rules on skill_versions (rules_version, version_id) where withdrawn_at is null;
comment on index skill_versions_by_rules is 'The worker finds the versions that older rules judged at its start.';

-- migrate:down
drop index skill_versions_by_rules;
