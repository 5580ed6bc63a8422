-- migrate:up

create table feeds (
  connection_id text primary key references connections,
  last_sequence bigint not null default 0 check (last_sequence >= 0),
  acknowledged bigint not null default 0 check (acknowledged >= 0),
  check (acknowledged <= last_sequence)
);
comment on table feeds is 'One row per connection, locked by whoever delivers to it until commit: so a feed''s sequence has no gap and nothing commits behind a reader. Lock several in connection_id order.';

create table deliveries (
  connection_id text not null references feeds,
  sequence bigint not null check (sequence > 0),
  kind text not null check (kind in ('reply', 'operation', 'selection', 'withdrawal', 'review')),
  thread_id text references threads,
  message_id text references messages,
  operation_ref text references operations,
  skill_id text references skills,
  version_id text references skill_versions,
  created_at timestamptz not null default now_ms(),
  primary key (connection_id, sequence),
  check (case kind
    when 'reply' then thread_id is not null and message_id is not null
    when 'operation' then operation_ref is not null
    else skill_id is not null and version_id is not null
  end)
);
comment on table deliveries is 'What a connection should be told, as references: what they name is read, with its visibility, when it is delivered.';

create table thread_followers (
  thread_id text not null references threads,
  connection_id text not null references connections,
  created_at timestamptz not null default now_ms(),
  primary key (thread_id, connection_id)
);
comment on table thread_followers is 'Connections that opened a thread or wrote in it: they are told of replies by others.';

create table watched_versions (
  connection_id text not null references connections,
  version_id text not null,
  skill_id text not null,
  created_at timestamptz not null default now_ms(),
  primary key (connection_id, version_id),
  foreign key (skill_id, version_id) references skill_versions (skill_id, version_id)
);
comment on table watched_versions is 'Versions a connection named in sync: it is told when their selection, withdrawal or review changes.';
create index watched_versions_by_skill on watched_versions (skill_id);

create table decisions (
  decision_id text primary key check (is_public_id('dec', decision_id)),
  kind text not null check (kind in ('selection', 'review', 'withdrawal', 'restoration', 'approval', 'rejection', 'outcome', 'hide', 'show', 'revocation', 'signup')),
  decided_by text not null check (char_length(decided_by) between 1 and 120),
  decided_by_connection_id text references connections,
  reason text not null check (char_length(reason) between 1 and 2000),
  skill_id text references skills,
  version_id text references skill_versions,
  thread_id text references threads,
  message_id text references messages,
  operation_ref text references operations,
  details jsonb not null default '{}' check (jsonb_typeof(details) = 'object'),
  created_at timestamptz not null default now_ms()
);
comment on table decisions is 'Who decided what, when and why: anyone can read them.';
create index decisions_by_skill on decisions (skill_id, created_at desc, decision_id desc);
create index decisions_by_version on decisions (version_id, created_at desc, decision_id desc);
create index decisions_by_thread on decisions (thread_id, created_at desc, decision_id desc);

alter table skill_versions
  add column operation_ref text references operations,
  add column sources jsonb not null default '[]' check (jsonb_typeof(sources) = 'array'),
  add column checks jsonb not null default '[]' check (jsonb_typeof(checks) = 'array');
comment on column skill_versions.sources is 'The threads and messages a submission says it rests on, as submitted.';
comment on column skill_versions.checks is 'Which checks ran on the text and what they found, with rule and line.';

create table settings (
  name text primary key check (name in ('signup')),
  value jsonb not null,
  updated_at timestamptz not null default now_ms()
);
comment on table settings is 'What maintainers change while the service runs; an environment variable that is stricter wins.';

-- migrate:down
