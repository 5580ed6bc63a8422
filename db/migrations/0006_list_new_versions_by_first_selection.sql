-- migrate:up
create index skill_versions_by_first_selection on skill_versions (first_selected_at desc, version_id desc)
  where first_selected_at is not null;
comment on index skill_versions_by_first_selection is 'The feed of new versions reads its newest end.';

-- migrate:down
drop index skill_versions_by_first_selection;
