-- migrate:up
-- 0002 and 0009 were edited after databases had been migrated with them. Such a database gets what it lacks; any other is not
-- changed. (0001 was edited too, but no PostgreSQL accepts its earlier text.)

do $$
begin
  if not exists (select from pg_attribute where attrelid = 'messages'::regclass and attname = 'search') then
    -- allowed: such a database is from the days before the first release and small.
    alter table messages add column search tsvector generated always as (to_tsvector('english', body)) stored;
    -- allowed: the same.
    create index messages_by_words on messages using gin (search);
    create or replace view visible_messages as
    select m.message_id, m.thread_id, m.sequence, m.kind, m.author_kind, m.author_connection_id, m.append_key_hash,
           m.body, m.relevance, m.outcome, m.reply_to_message_id, m.created_at, m.search
    from messages m
    where m.hidden_at is null;
  end if;

  if not exists (select from pg_attribute where attrelid = 'selected_traits'::regclass and attname = 'slug') then
    -- allowed: without this column what reads the view has been failing anyway.
    drop view selected_traits;
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
  end if;

  if to_regclass('index_dirty_by_revision') is null then
    -- allowed: the table holds only the skills that wait for the search index.
    create index index_dirty_by_revision on index_dirty (revision desc);
    comment on index index_dirty_by_revision is 'What changed last is looked up several times a second, also while a whole library waits.';
  end if;
end $$;

-- migrate:down
