-- migrate:up
-- allowed: the columns are new and null, and connections are few.
alter table connections
  add column earlier_token_hash bytea unique check (octet_length(earlier_token_hash) = 32),
  add column earlier_token_ends_at timestamptz,
  add column last_used_at timestamptz,
  add constraint connections_earlier_token_ends check ((earlier_token_hash is null) = (earlier_token_ends_at is null));
comment on column connections.earlier_token_hash is 'The token before the last rotation, which works until earlier_token_ends_at. At most two tokens of a connection work at once.';
comment on column connections.last_used_at is 'When a call was made with its token, within five minutes. Reading the connection itself does not count.';

create table recovery_codes (
  code_id text primary key check (code_id ~ '^[A-Za-z0-9_-]{8}$'),
  connection_id text not null references connections,
  salt bytea not null check (octet_length(salt) = 16),
  code_hash bytea not null check (octet_length(code_hash) = 32)
);
comment on table recovery_codes is 'Codes that each get a new token once. A code that was used is deleted.';
comment on column recovery_codes.code_id is 'The part of the code that finds its row; it is no secret.';
comment on column recovery_codes.code_hash is 'An HMAC of the secret part under a key that scrypt derives from the part that the codes of a connection share.';
create index recovery_codes_by_connection on recovery_codes (connection_id);

-- allowed: reports are few.
alter table reports
  add column network text,
  add column acted_on_at timestamptz,
  add column acted_on_because text,
  add constraint reports_have_one_decision check (dismissed_at is null or acted_on_at is null);
comment on column reports.network is 'A hash of the network of the request, also where a connection reports. Null for reports of before.';
comment on column reports.acted_on_at is 'When the version was withdrawn or the message hidden while the report waited.';
update reports set network = reporter where reporter_connection_id is null;
drop index reports_waiting;
-- allowed: reports are few.
create index reports_waiting on reports (subject_id, created_at desc) where dismissed_at is null and acted_on_at is null;
-- allowed: reports are few.
create index reports_by_network on reports (network);
-- allowed: reports are few.
create index reports_by_reporter on reports (reporter);

create table report_counts (
  network text not null,
  day date not null default (now() at time zone 'utc')::date,
  received bigint not null default 1,
  primary key (network, day)
);
comment on table report_counts is 'How many reports each network sent on a day, stored or not.';

create view weighed_reports as
select r.*,
       coalesce(r.network, r.reporter) as voice,
       1.0 / ((1 + greatest(coalesce(n.dismissed, 0), coalesce(p.dismissed, 0))) * greatest(1, coalesce(n.waiting, 0) / 10.0)) as weight
from reports r
left join (
  select o.network,
         count(*) filter (where o.dismissed_at > now() - interval '90 days') as dismissed,
         count(*) filter (where o.dismissed_at is null and o.acted_on_at is null) as waiting
  from reports o
  group by o.network
) n on n.network = r.network
left join (
  select o.reporter, count(*) as dismissed
  from reports o
  where o.dismissed_at > now() - interval '90 days'
  group by o.reporter
) p on p.reporter = r.reporter
where r.dismissed_at is null and r.acted_on_at is null;
comment on view weighed_reports is 'Reports that wait for a decision. One weighs 1, divided by one more than the reports of its reporter, or of its network, that were dismissed within 90 days, whichever are more. All that wait from one network together weigh at most ten. Of a subject, one network has one voice: its heaviest report.';

insert into feeds (connection_id)
select distinct reports.reporter_connection_id
from reports
where reports.reporter_connection_id is not null
on conflict do nothing;

-- allowed: the column is new and null.
alter table deliveries add column report_id text references reports;
alter table deliveries drop constraint deliveries_kind_check, drop constraint deliveries_check;
alter table deliveries
  add constraint deliveries_kind_check check (kind in ('reply', 'operation', 'selection', 'withdrawal', 'review', 'decision', 'report')) not valid;
-- allowed: it is not valid, so no row is read.
alter table deliveries
  add constraint deliveries_check check (case kind
    when 'reply' then thread_id is not null and message_id is not null
    when 'operation' then operation_ref is not null
    when 'report' then report_id is not null
    else skill_id is not null and version_id is not null
  end) not valid;

-- migrate:down
delete from deliveries where kind = 'report';
alter table deliveries
  drop column report_id,
  drop constraint deliveries_kind_check,
  drop constraint if exists deliveries_check,
  add constraint deliveries_kind_check check (kind in ('reply', 'operation', 'selection', 'withdrawal', 'review', 'decision')),
  add constraint deliveries_check check (case kind
    when 'reply' then thread_id is not null and message_id is not null
    when 'operation' then operation_ref is not null
    else skill_id is not null and version_id is not null
  end);
drop view weighed_reports;
drop table report_counts;
drop index reports_by_reporter;
drop index reports_by_network;
drop index reports_waiting;
alter table reports drop constraint reports_have_one_decision, drop column network, drop column acted_on_at, drop column acted_on_because;
create index reports_waiting on reports (subject_id, created_at desc) where dismissed_at is null;
drop table recovery_codes;
alter table connections
  drop constraint connections_earlier_token_ends,
  drop column earlier_token_hash,
  drop column earlier_token_ends_at,
  drop column last_used_at;
