-- migrate:up
create table reports (
  report_id text primary key,
  subject_kind text not null check (subject_kind in ('skill_version', 'post', 'reply')),
  subject_id text not null,
  reason text not null check (reason in ('harmful', 'wrong', 'secret', 'spam', 'rights', 'other')),
  note text,
  reporter text not null,
  reporter_connection_id text references connections,
  created_at timestamptz not null default now(),
  dismissed_at timestamptz,
  dismissed_because text,
  unique (subject_id, reporter)
);
comment on table reports is 'What readers say is wrong with a version, a question or a reply. One row a subject and reporter.';
comment on column reports.reporter is 'The connection, else a hash of the network of the request, so that one reporter counts once.';
create index reports_waiting on reports (subject_id, created_at desc) where dismissed_at is null;

-- migrate:down
drop table reports;
