-- migrate:up

-- Durable times come from the database clock, truncated to the millisecond, so that a time read from
-- an answer can be sent back as `since` and compares equal.
create function now_ms() returns timestamptz
  language sql volatile
  as $$ select date_trunc('milliseconds', clock_timestamp()) $$;

create function is_public_id(prefix text, id text) returns boolean
  language sql immutable
  as $$ select id ~ ('^' || prefix || '_[A-Za-z0-9_-]{22}$') $$;

create table connections (
  connection_id text primary key check (is_public_id('con', connection_id)),
  name text not null check (char_length(name) between 1 and 120),
  homepage text check (char_length(homepage) <= 2048),
  token_hash bytea not null unique check (octet_length(token_hash) = 32),
  role text not null default 'member' check (role in ('member', 'maintainer')),
  control_mode text not null default 'active' check (control_mode in ('active', 'read-only', 'paused', 'revoked')),
  control_revision bigint not null default 0 check (control_revision >= 0),
  created_at timestamptz not null default now_ms()
);
comment on column connections.token_hash is 'SHA-256 of the token. The token itself is shown once and never stored.';

create table skills (
  skill_id text primary key check (is_public_id('skl', skill_id)),
  slug text not null unique check (slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$' and char_length(slug) <= 64),
  author_connection_id text references connections,
  source_path text unique,
  selected_version_id text,
  selection_revision bigint not null default 0 check (selection_revision >= 0),
  last_ordinal bigint not null default 0,
  created_at timestamptz not null default now_ms(),
  updated_at timestamptz not null default now_ms()
);
comment on column skills.slug is 'Made from the first title or the imported name; it never changes.';
comment on column skills.source_path is 'Where an import found the skill (its folder name under the imported root); a re-run finds the skill again by it. Null for submissions.';
comment on column skills.selection_revision is '0 before the first selection; grows by one per selection.';
comment on column skills.last_ordinal is 'The newest version''s ordinal; taken under the row lock, so versions of a skill are numbered without gaps.';

create table skill_versions (
  version_id text primary key check (is_public_id('skv', version_id)),
  skill_id text not null references skills,
  ordinal bigint not null check (ordinal > 0),
  base_version_id text,
  title text not null check (char_length(title) between 1 and 120),
  description text not null check (char_length(description) between 1 and 500),
  markdown text not null check (octet_length(markdown) between 1 and 32768),
  content_sha256 bytea not null check (octet_length(content_sha256) = 32),
  applicability jsonb not null default '[]' check (jsonb_typeof(applicability) = 'array' and jsonb_array_length(applicability) <= 12),
  technologies text[] not null default '{}',
  public_references text[] not null default '{}' check (cardinality(public_references) <= 8),
  change_summary text not null check (char_length(change_summary) between 1 and 1000),
  rationale text not null check (char_length(rationale) between 1 and 1000),
  supporting_basis text not null check (char_length(supporting_basis) between 1 and 4000),
  license text check (char_length(license) <= 200),
  risk_labels text[] not null default '{}',
  author_connection_id text references connections,
  first_selected_at timestamptz,
  withdrawn_at timestamptz,
  withdrawn_reason text,
  created_at timestamptz not null default now_ms(),
  unique (skill_id, version_id),
  unique (skill_id, ordinal),
  foreign key (skill_id, base_version_id) references skill_versions (skill_id, version_id),
  check ((withdrawn_at is null) = (withdrawn_reason is null))
);
comment on table skill_versions is 'Immutable but for selection, withdrawal and the license of its text: a change of content is a new version.';
comment on column skill_versions.content_sha256 is 'SHA-256 of the markdown as UTF-8.';
comment on column skill_versions.technologies is 'Normalised technology names of the applicability, for filters. The constraints themselves are judged in code.';
comment on column skill_versions.first_selected_at is 'Null for a candidate: readable by its id, never offered by search until it has been selected once.';
create index skill_versions_by_content on skill_versions (content_sha256);

alter table skills
  add constraint skills_selected_version
  foreign key (skill_id, selected_version_id) references skill_versions (skill_id, version_id)
  deferrable initially deferred;

create table version_outcomes (
  version_id text primary key references skill_versions,
  resolved integer not null default 0 check (resolved >= 0),
  partial integer not null default 0 check (partial >= 0),
  failed integer not null default 0 check (failed >= 0),
  score real check (score between 0 and 1),
  updated_at timestamptz not null default now_ms()
);
comment on table version_outcomes is 'Counts and score per version, derived from messages; recomputed under this row''s lock whenever an outcome names the version.';

create table review_notes (
  review_note_id text primary key check (is_public_id('rev', review_note_id)),
  version_id text not null references skill_versions,
  version_checked text not null check (char_length(version_checked) between 1 and 120),
  note text not null check (char_length(note) between 1 and 2000),
  reviewer text not null check (char_length(reviewer) between 1 and 120),
  reviewed_at timestamptz not null,
  created_at timestamptz not null default now_ms()
);
create index review_notes_by_version on review_notes (version_id, reviewed_at desc);

create table threads (
  thread_id text primary key check (is_public_id('thr', thread_id)),
  title text not null check (char_length(title) between 1 and 500),
  status text not null default 'open' check (status in ('open', 'answered', 'resolved')),
  origin text not null check (origin in ('search', 'task')),
  opened_by_connection_id text references connections,
  technologies text[] not null default '{}',
  last_sequence bigint not null default 0 check (last_sequence >= 0),
  reply_count bigint not null default 0 check (reply_count >= 0),
  revision bigint not null default 1,
  hidden_at timestamptz,
  last_activity_at timestamptz not null default now_ms(),
  created_at timestamptz not null default now_ms(),
  search tsvector generated always as (to_tsvector('english', title)) stored
);
comment on column threads.last_sequence is 'Every writer locks this row, then takes the next sequence and the time from it in one statement. So sequence and created_at rise together and nothing commits behind a poller.';
comment on column threads.last_activity_at is 'The created_at of the newest message; the next message is never earlier.';
comment on column threads.reply_count is 'Visible replies; the opening message is not one.';
comment on column threads.revision is 'Grows with every visible change (a message, a hide, a show, a status): the whole of what a conditional poll must compare.';
create index threads_by_activity on threads (last_activity_at desc, thread_id desc);
create index threads_by_status on threads (status, last_activity_at desc, thread_id desc);
create index threads_by_technology on threads using gin (technologies);
create index threads_by_words on threads using gin (search);

create table append_keys (
  key_hash bytea primary key check (octet_length(key_hash) = 32),
  thread_id text not null references threads,
  nonce bytea not null check (octet_length(nonce) = 16),
  expires_at timestamptz not null,
  replies_used integer not null default 0 check (replies_used between 0 and 20),
  created_at timestamptz not null default now_ms()
);
comment on table append_keys is 'The key is an HMAC of the server secret over thread and nonce, so an idempotent replay can show it again though only its SHA-256 is stored.';
create index append_keys_by_thread on append_keys (thread_id);

create table messages (
  message_id text primary key check (is_public_id('msg', message_id)),
  thread_id text not null references threads,
  sequence bigint not null check (sequence > 0),
  kind text not null check (kind in ('opening', 'library', 'insight', 'outcome')),
  author_kind text not null check (author_kind in ('library', 'searcher', 'connection')),
  author_connection_id text references connections,
  append_key_hash bytea references append_keys,
  body text not null check (char_length(body) between 1 and 8000),
  relevance text check (char_length(relevance) between 1 and 500),
  outcome text check (outcome in ('resolved', 'partial', 'failed')),
  reply_to_message_id text,
  hidden_at timestamptz,
  created_at timestamptz not null,
  unique (thread_id, sequence),
  unique (thread_id, message_id),
  foreign key (thread_id, reply_to_message_id) references messages (thread_id, message_id),
  check ((kind = 'outcome') = (outcome is not null)),
  check ((author_kind = 'connection') = (author_connection_id is not null))
);
create index messages_by_time on messages (thread_id, created_at, sequence);

create table message_versions (
  message_id text not null references messages,
  position smallint not null check (position between 0 and 7),
  skill_id text not null,
  version_id text not null,
  condition text check (char_length(condition) between 1 and 500),
  primary key (message_id, position),
  foreign key (skill_id, version_id) references skill_versions (skill_id, version_id)
);
create index message_versions_by_version on message_versions (version_id);

create table operations (
  operation_ref text primary key check (is_public_id('kop', operation_ref)),
  connection_id text not null references connections,
  kind text not null check (kind in ('task_start', 'insight', 'skill_submission')),
  state text not null check (state in ('pending', 'running', 'in_review', 'succeeded', 'rejected', 'failed', 'cancelled')),
  request jsonb,
  result jsonb,
  problem jsonb,
  created_at timestamptz not null default now_ms(),
  updated_at timestamptz not null default now_ms(),
  check (problem is null or state in ('rejected', 'failed'))
);
create index operations_by_connection on operations (connection_id, created_at desc);
create index operations_waiting on operations (created_at) where state in ('pending', 'running');

create table idempotency_keys (
  principal bytea not null check (octet_length(principal) = 32),
  method text not null,
  path text not null,
  key text not null check (char_length(key) between 1 and 255),
  request_hash bytea not null check (octet_length(request_hash) = 32),
  status smallint not null,
  body jsonb not null,
  created_at timestamptz not null default now_ms(),
  primary key (principal, method, path, key)
);
comment on table idempotency_keys is 'The stored answer of a write, committed with its effect. Holds no secret: append keys are derived again, tokens are left out.';
create index idempotency_keys_by_age on idempotency_keys (created_at);

create table campaign_counts (
  day date not null,
  utm_source text not null,
  utm_medium text not null,
  utm_campaign text not null,
  searches bigint not null default 0,
  primary key (day, utm_source, utm_medium, utm_campaign)
);
comment on table campaign_counts is 'How often a search carried which tracking parameters. Never published.';

create sequence index_revision;
create table index_dirty (
  entity_id text primary key,
  kind text not null check (kind in ('skill')),
  revision bigint not null default nextval('index_revision'),
  enqueued_at timestamptz not null default now_ms()
);
comment on table index_dirty is 'What the search index must read again. Upserted in the writer''s transaction; an entry is deleted only if its revision has not grown since it was read.';

create function mark_dirty(id text) returns void
  language plpgsql
  as $$
begin
  insert into index_dirty (entity_id, kind)
  values (id, 'skill')
  on conflict (entity_id) do update
    set revision = nextval('index_revision'), enqueued_at = now_ms();
  perform pg_notify('index_dirty', '');
end $$;

create table publish_log (
  sequence bigint primary key,
  kind text not null check (kind in ('version', 'selection', 'review', 'withdrawal', 'restoration', 'hide', 'show')),
  subject text not null,
  entry text not null,
  previous_hash bytea not null check (octet_length(previous_hash) = 32),
  hash bytea not null check (octet_length(hash) = 32),
  created_at timestamptz not null
);
comment on column publish_log.entry is 'The exact JSON text that was hashed: hash = SHA-256(previous_hash, entry). The first previous_hash is 32 zero bytes.';
create index publish_log_by_subject on publish_log (subject, sequence);

create table publish_log_head (
  only_row boolean primary key default true check (only_row),
  sequence bigint not null,
  hash bytea not null
);
insert into publish_log_head (sequence, hash)
values (0, decode(repeat('00', 32), 'hex'));

create function append_publish_log(log_kind text, log_subject text, details jsonb) returns bigint
  language plpgsql
  as $$
declare
  head publish_log_head%rowtype;
  at timestamptz;
  text_hashed text;
  next_hash bytea;
begin
  select h.only_row, h.sequence, h.hash into head from publish_log_head h for update;
  at := now_ms();
  text_hashed := jsonb_build_object(
    'sequence', (head.sequence + 1)::text, 'kind', log_kind, 'subject', log_subject, 'details', details,
    'created_at', to_char(at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))::text;
  next_hash := sha256(head.hash || convert_to(text_hashed, 'UTF8'));
  insert into publish_log (sequence, kind, subject, entry, previous_hash, hash, created_at)
  values (head.sequence + 1, log_kind, log_subject, text_hashed, head.hash, next_hash, at);
  update publish_log_head set sequence = head.sequence + 1, hash = next_hash;
  return head.sequence + 1;
end $$;
comment on function append_publish_log is 'Appends under the lock of the head row, so the chain never forks. Call it last in a transaction: the lock is held until commit.';

create index skills_by_update on skills (updated_at desc, skill_id desc);

create table search_documents (
  version_id text primary key references skill_versions (version_id) on delete cascade,
  skill_id text not null references skills (skill_id) on delete cascade,
  analysis_revision integer not null,
  terms text[] not null,
  analysis bytea not null,
  plain_text text not null
);
create index search_documents_terms on search_documents using gin (terms) with (fastupdate = off);
create index search_documents_skill on search_documents (skill_id);
comment on table search_documents is 'What ranking knows of each offered version: its distinct terms (found through the GIN index when the search engine is away), packed counts, plain text for excerpts. Derived; rebuilt at will.';

create table search_terms (
  term text collate "C" primary key,
  documents integer not null check (documents >= 0)
);
comment on table search_terms is 'In how many search_documents a term occurs.';

create table search_statistics (
  only_row boolean primary key default true check (only_row),
  documents bigint not null default 0,
  title_length bigint not null default 0,
  description_length bigint not null default 0,
  headings_length bigint not null default 0,
  body_length bigint not null default 0,
  generation bigint not null default 0
);
insert into search_statistics default values;
comment on table search_statistics is 'Sums over search_documents (lengths in terms); generation grows with every change of the index.';

create table index_dead_letters (
  version_id text primary key,
  skill_id text not null,
  revision bigint not null,
  reason text not null check (char_length(reason) <= 1000),
  failed_at timestamptz not null default now_ms()
);
comment on table index_dead_letters is 'Versions the search engine refused; they are still found through search_documents.';

-- The one visibility predicate. Every reader goes through these two views.
create view public_versions as
select
  v.version_id,
  v.skill_id,
  s.slug,
  v.ordinal,
  v.base_version_id,
  v.title,
  v.description,
  v.markdown,
  v.content_sha256,
  v.applicability,
  v.technologies,
  v.public_references,
  v.change_summary,
  v.rationale,
  v.supporting_basis,
  v.license,
  v.risk_labels,
  v.author_connection_id,
  v.first_selected_at,
  v.created_at,
  s.updated_at,
  s.selection_revision,
  s.selected_version_id,
  (s.selected_version_id is not distinct from v.version_id) as is_selected,
  r.version_checked as review_version_checked,
  r.note as review_note,
  r.reviewed_at as review_reviewed_at,
  r.reviewer as review_reviewer,
  coalesce(o.resolved, 0) as outcomes_resolved,
  coalesce(o.partial, 0) as outcomes_partial,
  coalesce(o.failed, 0) as outcomes_failed,
  o.score as outcomes_score
from skill_versions v
join skills s on s.skill_id = v.skill_id
left join version_outcomes o on o.version_id = v.version_id
left join lateral (
  select n.version_checked, n.note, n.reviewed_at, n.reviewer
  from review_notes n
  where n.version_id = v.version_id
  order by n.reviewed_at desc, n.created_at desc
  limit 1
) r on true
where v.withdrawn_at is null;
comment on view public_versions is 'Versions anyone may read: everything that is not withdrawn.';

create view offered_versions as
select p.*
from public_versions p
where p.first_selected_at is not null;
comment on view offered_versions is 'Versions that search may offer: readable, and selected at least once.';

create view visible_threads as
select t.thread_id, t.title, t.status, t.origin, t.opened_by_connection_id, t.technologies, t.last_sequence, t.reply_count,
       t.revision, t.last_activity_at, t.created_at, t.search
from threads t
where t.hidden_at is null;
comment on view visible_threads is 'Threads anyone may read. Hiding the opening message hides its thread.';

create view visible_messages as
select m.message_id, m.thread_id, m.sequence, m.kind, m.author_kind, m.author_connection_id, m.append_key_hash,
       m.body, m.relevance, m.outcome, m.reply_to_message_id, m.created_at
from messages m
where m.hidden_at is null;
comment on view visible_messages is 'Messages anyone may read.';

-- migrate:down
