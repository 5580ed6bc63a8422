-- migrate:up
-- Null for the threads of earlier releases, which kept only the names in technologies.
alter table threads add column asked_technologies jsonb;
comment on column threads.asked_technologies is 'The technologies of the question, in order: [{"technology": as asked, "version": text or null, "source": "asked" or "inferred"}].';

create or replace view visible_threads as
select t.thread_id, t.title, t.status, t.origin, t.opened_by_connection_id, t.technologies, t.last_sequence, t.reply_count,
       t.revision, t.last_activity_at, t.created_at, t.search, t.asked_technologies
from threads t
where t.hidden_at is null;

-- migrate:down
drop view visible_threads;
create view visible_threads as
select t.thread_id, t.title, t.status, t.origin, t.opened_by_connection_id, t.technologies, t.last_sequence, t.reply_count,
       t.revision, t.last_activity_at, t.created_at, t.search
from threads t
where t.hidden_at is null;
comment on view visible_threads is 'Threads anyone may read. Hiding the opening message hides its thread.';
alter table threads drop column asked_technologies;
