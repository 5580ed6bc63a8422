-- migrate:up
create index review_notes_by_time on review_notes (created_at desc, review_note_id desc);
comment on index review_notes_by_time is 'The start page shows what was reviewed last and reads its newest end.';

-- migrate:down
drop index review_notes_by_time;
