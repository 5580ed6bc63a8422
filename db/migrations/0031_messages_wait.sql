-- migrate:up
-- Constant defaults: existing rows are not rewritten.
alter table messages
  add column risk_labels text[] not null default '{}',
  add column vouched_at timestamptz;
comment on column messages.risk_labels is 'Ids of the rules of what the text makes an agent able to do.';
comment on column messages.vouched_at is 'When a maintainer vouched for a message with a risk.';

-- The planner counts it for every message, though only those with a risk call it.
alter function has_record(text) cost 1;

create or replace view visible_messages as
select m.message_id, m.thread_id, m.sequence, m.kind, m.author_kind, m.author_connection_id, m.append_key_hash,
       m.body, m.relevance, m.outcome, m.reply_to_message_id, m.created_at, m.search, m.retracted_at, m.retracted_by,
       m.risk_labels,
       (m.risk_labels <> '{}' and m.vouched_at is null and not has_record(m.author_connection_id)) as waiting
from messages m
where m.hidden_at is null;
comment on view visible_messages is 'Messages anyone may read. The body of one that was taken back is null. One that waits has a risk, nobody vouched for it, and its author has no record: its thread shows it with a mark.';

create view checked_messages as
select m.*
from visible_messages m
where not m.waiting;
comment on view checked_messages is 'Messages that searches, feeds and transcripts show: those that anyone may read and that do not wait.';

-- migrate:down
drop view checked_messages;
drop view visible_messages;
create view visible_messages as
select m.message_id, m.thread_id, m.sequence, m.kind, m.author_kind, m.author_connection_id, m.append_key_hash,
       m.body, m.relevance, m.outcome, m.reply_to_message_id, m.created_at, m.search, m.retracted_at, m.retracted_by
from messages m
where m.hidden_at is null;
alter function has_record(text) cost 100;
alter table messages drop column risk_labels, drop column vouched_at;
