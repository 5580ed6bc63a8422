-- migrate:up
alter table messages
  add column retracted_at timestamptz,
  add column retracted_by text;
alter table messages alter column body drop not null;
comment on column messages.retracted_at is 'When the text was erased. The row stays: its place, its time and its author.';
comment on column messages.retracted_by is 'Who erased the text: author or maintainer.';
alter table messages drop constraint messages_check;
-- allowed: it is not validated.
alter table messages add constraint messages_outcome
  check ((kind = 'outcome' and retracted_at is null) = (outcome is not null)) not valid;
alter table messages add constraint messages_erased
  check ((retracted_at is null) = (body is not null) and (retracted_at is null) = (retracted_by is null)
         and (retracted_at is null or relevance is null)) not valid;
alter table messages add constraint messages_retracted_by check (retracted_by in ('author', 'maintainer')) not valid;

alter table threads
  add column retracted_at timestamptz,
  add column retracted_by text;
alter table threads alter column title drop not null;
comment on column threads.retracted_at is 'When its question was erased, that is, its opening message. Its replies stay.';
alter table threads add constraint threads_erased
  check ((retracted_at is null) = (title is not null) and (retracted_at is null) = (retracted_by is null)) not valid;
alter table threads add constraint threads_retracted_by check (retracted_by in ('author', 'maintainer')) not valid;

create or replace view visible_messages as
select m.message_id, m.thread_id, m.sequence, m.kind, m.author_kind, m.author_connection_id, m.append_key_hash,
       m.body, m.relevance, m.outcome, m.reply_to_message_id, m.created_at, m.search, m.retracted_at, m.retracted_by
from messages m
where m.hidden_at is null;
comment on view visible_messages is 'Messages anyone may read. The body of one that was taken back is null.';

create or replace view visible_threads as
select t.thread_id, t.title, t.status, t.origin, t.opened_by_connection_id, t.technologies, t.last_sequence, t.reply_count,
       t.revision, t.last_activity_at, t.created_at, t.search, t.asked_technologies, t.retracted_at, t.retracted_by
from threads t
where t.hidden_at is null;

create view listed_threads as
select t.*
from visible_threads t
where t.retracted_at is null;
comment on view listed_threads is 'Threads that lists, searches and feeds show: those that anyone may read and whose question was not taken back.';

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
  and t.hidden_at is null and m.hidden_at is null and t.retracted_at is null
  and v.source <> coalesce(s.author_connection_id, '')
  and v.source <> coalesce(w.author_connection_id, '')
  and exists (
    select
    from skill_versions f
    where f.version_id = t.offered_version_ids[1] and f.skill_id = w.skill_id);

create or replace function recount_thread_voices(of_thread text) returns setof text
  language plpgsql
  as $$
declare
  reporter record;
  last_version text;
begin
  for reporter in
    select distinct v.version_id, v.source, v.day
    from messages m
    join version_voices v on v.message_id = m.message_id
    where m.thread_id = of_thread
    order by v.version_id, v.source, v.day
  loop
    if reporter.version_id is distinct from last_version then
      last_version := reporter.version_id;
      perform lock_version_outcomes(last_version);
      return next last_version;
    end if;
    update version_voices v
       set hidden = m.hidden_at is not null or m.retracted_at is not null or t.hidden_at is not null
      from messages m
      join threads t on t.thread_id = m.thread_id
     where m.thread_id = of_thread
       and v.message_id = m.message_id
       and v.version_id = reporter.version_id and v.source = reporter.source and v.day = reporter.day;
    perform elect_voice(reporter.version_id, reporter.source, reporter.day);
  end loop;
end $$;
comment on function recount_thread_voices is 'Counts the voices of a thread as its messages are hidden, shown or taken back now, and returns their versions in id order, with their version_outcomes rows locked.';

alter table skill_versions add column erased_at timestamptz;
comment on column skill_versions.erased_at is 'When the texts of a withdrawn version were erased. Its title, its digest and what it covers stay.';

alter table idempotency_keys add column names text[] not null default '{}';
comment on column idempotency_keys.names is 'The threads, messages and versions that the stored answer names. The answer goes when one of them is erased.';
-- allowed: answers are kept for a day, and only calls with a key wait for it.
create index idempotency_keys_by_name on idempotency_keys using gin (names) with (fastupdate = off);
update idempotency_keys
   set names = array(
     select distinct found[1]
     from regexp_matches(idempotency_keys.body::text, '(?:thr|msg|skv)_[A-Za-z0-9_-]{22}', 'g') as found);

-- The lists of kinds grow by one, whatever other kinds they have by now.
do $$
declare
  listed record;
begin
  for listed in
    select k.conname as name, k.conrelid::regclass::text as of_table, pg_get_constraintdef(k.oid) as said
    from pg_constraint k
    where k.conname in ('publish_log_kind_check', 'decisions_kind_check')
      and k.connamespace = current_schema()::regnamespace
  loop
    execute format('alter table %s drop constraint %I', listed.of_table, listed.name);
    execute format('alter table %s add constraint %I %s not valid', listed.of_table, listed.name,
                   replace(listed.said, 'ARRAY[', 'ARRAY[''erasure''::text, '));
  end loop;
end $$;

-- What is trimmed is referred to by others, and each deletion looks for them.
alter table messages drop constraint messages_append_key_hash_fkey;
-- allowed: only versions wait for it, which are few.
create index skill_versions_by_operation on skill_versions (operation_ref) where operation_ref is not null;
-- allowed: only decisions wait for it, which are few.
create index decisions_by_operation on decisions (operation_ref) where operation_ref is not null;
-- allowed: only deliveries wait for it, and at a million of them it takes a second.
create index deliveries_by_operation on deliveries (operation_ref) where operation_ref is not null;
-- allowed: only new operations wait for it, and at a million of them it takes a second.
create index operations_finished on operations (updated_at) where state in ('succeeded', 'rejected', 'failed', 'cancelled');
-- allowed: only searches that open a thread wait for it, and at a million keys it takes a second.
create index append_keys_by_expiry on append_keys (expires_at);

-- migrate:down
-- Erased texts do not come back: there is no way down.
