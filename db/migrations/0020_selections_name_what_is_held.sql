-- migrate:up
alter table deliveries add column held_version_id text references skill_versions;
comment on column deliveries.held_version_id is 'Of a selection: the version that the connection holds and that the selected one concerns. Null in other kinds and in selections delivered before the column was there.';
comment on column skill_versions.first_selected_at is 'When the version was first listed: by its first selection, or as a backport that was published without being selected. Null for a candidate.';

-- migrate:down
comment on column skill_versions.first_selected_at is 'Null for a candidate: readable by its id, never offered by search until it has been selected once.';
alter table deliveries drop column held_version_id;
