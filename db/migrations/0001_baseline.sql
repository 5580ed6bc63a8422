-- migrate:up

-- The schema of 0.1.0, one family of tables after the other: connections, operations, sources, skills, threads, outcomes,
-- decisions and the log, reports, feeds, the search index, the service itself; then the views that readers go through.
--
-- Later changes are migrations of their own: databases have run this file, so it is never edited.


-- Durable times come from the database clock, truncated to the millisecond, so that a time read from
-- an answer can be sent back as `since` and compares equal.
create function now_ms() returns timestamptz
  language sql volatile
  as $$ select date_trunc('milliseconds', clock_timestamp()) $$;

create function is_public_id(prefix text, id text) returns boolean
  language sql immutable
  as $$ select id ~ ('^' || prefix || '_[A-Za-z0-9_-]{22}$') $$;


-- Connections ---------------------------------------------------------------------------------------------------------

create table connections (
  connection_id text primary key check (is_public_id('con', connection_id)),
  name text not null check (char_length(name) between 1 and 120),
  homepage text check (char_length(homepage) <= 2048),
  token_hash bytea not null unique check (octet_length(token_hash) = 32),
  earlier_token_hash bytea unique check (octet_length(earlier_token_hash) = 32),
  earlier_token_ends_at timestamptz,
  role text not null default 'member' check (role in ('member', 'maintainer')),
  control_mode text not null default 'active' check (control_mode in ('active', 'read-only', 'paused', 'revoked')),
  control_revision bigint not null default 0 check (control_revision >= 0),
  created_at timestamptz not null default now_ms(),
  last_used_at timestamptz,
  constraint connections_earlier_token_ends check ((earlier_token_hash is null) = (earlier_token_ends_at is null))
);
comment on column connections.token_hash is 'SHA-256 of the token. The token itself is shown once and never stored.';
comment on column connections.earlier_token_hash is 'The token before the last rotation, which works until earlier_token_ends_at. At most two tokens of a connection work at once.';
comment on column connections.last_used_at is 'When a call was made with its token, within five minutes. Reading the connection itself does not count.';
create index connections_by_time on connections (created_at desc, connection_id desc);

create table recovery_codes (
  code_id text primary key check (code_id ~ '^[A-Za-z0-9_-]{8}$'),
  connection_id text not null references connections,
  salt bytea not null check (octet_length(salt) = 16),
  code_hash bytea not null check (octet_length(code_hash) = 32)
);
comment on table recovery_codes is 'Codes that each get a new token once. A code that was used is deleted.';
comment on column recovery_codes.code_id is 'The part of the code that finds its row; it is not secret.';
comment on column recovery_codes.code_hash is 'An HMAC of the secret part under a key that scrypt derives from the part that the codes of a connection share.';
create index recovery_codes_by_connection on recovery_codes (connection_id);


-- Operations and stored answers ---------------------------------------------------------------------------------------

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
create index operations_in_review on operations (created_at, operation_ref) where state = 'in_review';
create index operations_finished on operations (updated_at) where state in ('succeeded', 'rejected', 'failed', 'cancelled');

create table bundles (
  bundle_id text primary key check (is_public_id('bnd', bundle_id)),
  connection_id text not null references connections,
  created_at timestamptz not null default now_ms(),
  expires_at timestamptz not null
);
comment on table bundles is 'Files that a connection sent for a submission. A version gets a copy of its own, and a bundle is deleted after its end.';
create index bundles_by_connection on bundles (connection_id, created_at desc);
create index bundles_by_end on bundles (expires_at);

create table bundle_files (
  bundle_id text not null references bundles on delete cascade,
  path text collate "C" not null,
  bytes integer not null check (bytes between 0 and 262144),
  sha256 bytea not null check (octet_length(sha256) = 32),
  content bytea not null,
  primary key (bundle_id, path)
);

create table submission_bundles (
  operation_ref text primary key references operations on delete cascade,
  bundle_id text not null references bundles on delete cascade
);
comment on table submission_bundles is 'Which bundle a submission named. While it is undecided the bundle stays.';
create index submission_bundles_by_bundle on submission_bundles (bundle_id);

-- `json`, not `jsonb`: a replay has its fields in the order of the first answer.
create table idempotency_keys (
  principal bytea not null check (octet_length(principal) = 32),
  method text not null,
  path text not null,
  key text not null check (char_length(key) between 1 and 255),
  request_hash bytea not null check (octet_length(request_hash) = 32),
  body json not null,
  names text[] not null default '{}',
  created_at timestamptz not null default now_ms(),
  primary key (principal, method, path, key)
);
comment on table idempotency_keys is 'The stored answer of a write, committed with its effect. Holds no secret: append keys are derived again, tokens are left out.';
comment on column idempotency_keys.names is 'The threads, messages and versions that the stored answer names. The answer goes when one of them is erased.';
create index idempotency_keys_by_age on idempotency_keys (created_at);
create index idempotency_keys_by_name on idempotency_keys using gin (names) with (fastupdate = off);


-- Sources that the library follows ------------------------------------------------------------------------------------

create table sources (
  source_id text primary key check (is_public_id('src', source_id)),
  kind text not null check (kind in ('npm', 'git', 'folder')),
  address text not null,
  settings jsonb not null default '{}',
  state text not null default 'active' check (state in ('active', 'paused', 'removed')),
  due_at timestamptz not null default now_ms(),
  created_at timestamptz not null default now_ms()
);
comment on table sources is 'What the library follows: npm packages, git repositories and folders. A removed one stays, so that its page does.';
create unique index sources_by_address on sources (address) where state <> 'removed';
create index sources_due on sources (due_at) where state = 'active';

create table source_runs (
  source_id text not null references sources,
  number integer not null,
  state text not null default 'running' check (state in ('running', 'succeeded', 'failed')),
  progress text,
  found integer not null default 0,
  new integer not null default 0,
  unchanged integer not null default 0,
  refused integer not null default 0,
  report jsonb not null default '[]',
  problem text,
  started_at timestamptz not null default now_ms(),
  ended_at timestamptz,
  primary key (source_id, number)
);
comment on column source_runs.report is 'A list of {path, result, reason, version_id}: what became of each text that was found.';

create table technology_releases (
  technology text primary key,
  newest text not null,
  released_at timestamptz,
  address text not null,
  checked_at timestamptz not null default now_ms()
);
comment on table technology_releases is 'The newest release of a technology, as its registry says. Names are normalised.';


-- Skills and their versions -------------------------------------------------------------------------------------------

create table skills (
  skill_id text primary key check (is_public_id('skl', skill_id)),
  slug text not null unique check (slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$' and char_length(slug) <= 64),
  author_connection_id text references connections,
  source_path text unique,
  source_id text references sources,
  selected_version_id text,
  selection_revision bigint not null default 0 check (selection_revision >= 0),
  last_ordinal bigint not null default 0,
  created_at timestamptz not null default now_ms(),
  updated_at timestamptz not null default now_ms()
);
comment on column skills.slug is 'Made from the first title or the imported name; it never changes.';
comment on column skills.source_path is 'Where an import found the skill (its folder name under the imported root); a re-run finds the skill again by it. Null for submissions.';
comment on column skills.source_id is 'The source that brings its versions. Null for skills that no source follows.';
comment on column skills.selection_revision is '0 before the first selection; grows by one per selection.';
comment on column skills.last_ordinal is 'The newest version''s ordinal; taken under the row lock, so versions of a skill are numbered without gaps.';
create index skills_by_update on skills (updated_at desc, skill_id desc);
create index skills_by_selection on skills (selected_version_id);
create index skills_by_source on skills (source_id) where source_id is not null;

create table skill_versions (
  version_id text primary key check (is_public_id('skv', version_id)),
  skill_id text not null references skills,
  ordinal bigint not null check (ordinal > 0),
  base_version_id text,

  -- The text and what its author says of it.
  title text not null check (char_length(title) between 1 and 120),
  description text not null check (char_length(description) between 1 and 500),
  markdown text not null check (octet_length(markdown) between 1 and 32768),
  content_sha256 bytea not null check (octet_length(content_sha256) = 32),
  applicability jsonb not null default '[]' check (jsonb_typeof(applicability) = 'array' and jsonb_array_length(applicability) <= 12),
  technologies text[] not null default '{}',
  questions text[] not null default '{}',
  public_references text[] not null default '{}' check (cardinality(public_references) <= 8),
  change_summary text not null check (char_length(change_summary) between 1 and 1000),
  rationale text not null check (char_length(rationale) between 1 and 1000),
  supporting_basis text not null check (char_length(supporting_basis) between 1 and 4000),

  -- Where it came from.
  author_connection_id text references connections,
  operation_ref text references operations,
  sources jsonb not null default '[]' check (jsonb_typeof(sources) = 'array'),
  license text check (char_length(license) <= 200),
  source_repository text,
  source_commit text,
  source_license text,
  source_author text,

  -- What the rules say of it.
  rules_version integer not null default 0,
  checks jsonb not null default '[]' check (jsonb_typeof(checks) = 'array'),
  risk_labels text[] not null default '{}',
  risks text[] not null default '{}',

  -- Whether it is listed.
  first_selected_at timestamptz,
  quarantined_at timestamptz,
  quarantine_reasons text[] not null default '{}',
  vouched_at timestamptz,
  withdrawn_at timestamptz,
  withdrawn_reason text,
  erased_at timestamptz,
  created_at timestamptz not null default now_ms(),

  unique (skill_id, version_id),
  unique (skill_id, ordinal),
  foreign key (skill_id, base_version_id) references skill_versions (skill_id, version_id),
  check ((withdrawn_at is null) = (withdrawn_reason is null))
);
comment on table skill_versions is 'Immutable but for selection, withdrawal, waiting, the license of its text, an origin that an import finds later, and what the rules say of it: a change of content is a new version.';
comment on column skill_versions.content_sha256 is 'SHA-256 of the markdown as UTF-8.';
comment on column skill_versions.technologies is 'Normalised technology names of the applicability, for filters. The constraints themselves are judged in code.';
comment on column skill_versions.questions is 'Questions that the text answers, as its author states in the front matter: at most five, part of the text that search reads.';
comment on column skill_versions.sources is 'The threads and messages a submission says it rests on, as submitted.';
comment on column skill_versions.source_repository is 'The https address of the repository that the text was read from, or that its front matter names. This and the three columns after it are null where nothing is known.';
comment on column skill_versions.source_commit is 'The commit that was checked out when the text was imported.';
comment on column skill_versions.source_license is 'The licence as an SPDX expression where one could be recognised, else as its author wrote it.';
comment on column skill_versions.source_author is 'The author that the front matter names.';
comment on column skill_versions.rules_version is 'The version of the rules that judged the text last; 0 for a text that none has judged.';
comment on column skill_versions.checks is 'Which checks ran on the text and what they found, with rule and line.';
comment on column skill_versions.risks is 'Ids of the rules that make a version of an author without record wait; part of risk_labels.';
comment on column skill_versions.first_selected_at is 'When the version was first listed: by its first selection, or as a backport that was published without being selected. Null for a candidate.';
comment on column skill_versions.quarantined_at is 'Since when the version waits: it is read by its address and listed nowhere. Null for one that does not wait.';
comment on column skill_versions.quarantine_reasons is 'Why it waits: ids of rules, new_author, reports, maintainer.';
comment on column skill_versions.vouched_at is 'When a maintainer, or three confirmed successes, vouched for it.';
comment on column skill_versions.erased_at is 'When the texts of a withdrawn version were erased. Its title, its digest and what it covers stay.';
create index skill_versions_by_content on skill_versions (content_sha256);
create index skill_versions_by_first_selection on skill_versions (first_selected_at desc, version_id desc)
  where first_selected_at is not null;
comment on index skill_versions_by_first_selection is 'The feed of new versions reads its newest end.';
create index skill_versions_by_title on skill_versions (lower(title), skill_id)
  where withdrawn_at is null and first_selected_at is not null;
comment on index skill_versions_by_title is 'The directory in the order of titles reads its page from it.';
-- A list of a rare technology would read the whole library along its order to find a few versions.
create index skill_versions_by_technology on skill_versions using gin (technologies) with (fastupdate = off)
  where withdrawn_at is null and first_selected_at is not null;
create index skill_versions_by_author on skill_versions (author_connection_id, created_at desc)
  where author_connection_id is not null;
comment on index skill_versions_by_author is 'The page of an author reads its newest end.';
create index skill_versions_by_rules on skill_versions (rules_version, version_id) where withdrawn_at is null;
comment on index skill_versions_by_rules is 'The worker finds the versions that older rules judged at its start.';
create index skill_versions_waiting on skill_versions (quarantined_at desc, version_id desc)
  where quarantined_at is not null;
comment on index skill_versions_waiting is 'The page of what waits reads its newest end.';
create index skill_versions_by_operation on skill_versions (operation_ref) where operation_ref is not null;

-- Deferred, because a first version and its selection are stored in one transaction.
alter table skills
  add constraint skills_selected_version
  foreign key (skill_id, selected_version_id) references skill_versions (skill_id, version_id)
  deferrable initially deferred;

create table version_files (
  version_id text not null references skill_versions,
  path text collate "C" not null,
  bytes integer not null check (bytes between 0 and 262144),
  sha256 bytea not null check (octet_length(sha256) = 32),
  content bytea not null,
  primary key (version_id, path)
);
comment on table version_files is 'The files beside the text of a version. Immutable like it; deleted when its texts are erased.';

create table version_origins (
  version_id text primary key references skill_versions,
  source_id text references sources,
  kind text not null check (kind in ('npm', 'git', 'folder')),
  address text not null,
  release text,
  commit text,
  path text,
  tree text,
  license text,
  fetched_at timestamptz not null default now_ms(),
  release_state text not null default 'published' check (release_state in ('published', 'deprecated', 'unpublished')),
  is_whole boolean not null default true,
  text_sha256 bytea not null,
  requires text[] not null default '{}'
);
comment on table version_origins is 'Where an imported version was read. Versions without a row were submitted.';
comment on column version_origins.is_whole is 'False where the licence allows no copy: the version then holds a description and an address.';
comment on column version_origins.text_sha256 is 'Of the text as it was read, by which the next run knows it.';
comment on column version_origins.requires is 'The source paths of the skills that it builds on.';

create table review_notes (
  review_note_id text primary key check (is_public_id('rev', review_note_id)),
  version_id text not null references skill_versions,
  version_checked text not null check (char_length(version_checked) between 1 and 120),
  note text not null check (char_length(note) between 1 and 2000),
  reviewer text not null check (char_length(reviewer) between 1 and 120),
  reviewer_connection_id text references connections,
  reviewed_at timestamptz not null,
  created_at timestamptz not null default now_ms()
);
comment on column review_notes.reviewer_connection_id is 'The connection that wrote the note; null for an imported one and for one of the command line.';
create index review_notes_by_version on review_notes (version_id, reviewed_at desc);
create index review_notes_by_time on review_notes (created_at desc, review_note_id desc);
comment on index review_notes_by_time is 'The start page shows what was reviewed last and reads its newest end.';

create table judged_again (
  version_id text primary key references skill_versions,
  rules_version integer not null check (rules_version > 0),
  verdict text not null check (verdict in ('hold', 'reject')),
  findings jsonb not null check (jsonb_typeof(findings) = 'array'),
  found_at timestamptz not null default now_ms()
);
comment on table judged_again is 'Published versions that the present rules would hold or refuse. They stay published; a row waits until a maintainer keeps the version, and is not shown while the version is withdrawn.';
comment on column judged_again.found_at is 'When rules first said so; later rules that still say so leave it.';
create index judged_again_by_time on judged_again (found_at, version_id);


-- Threads and their messages ------------------------------------------------------------------------------------------

create table threads (
  thread_id text primary key check (is_public_id('thr', thread_id)),
  title text check (char_length(title) between 1 and 500),
  status text not null default 'open' check (status in ('open', 'answered', 'resolved')),
  opened_by_connection_id text references connections,
  opened_network bytea check (octet_length(opened_network) = 16),
  technologies text[] not null default '{}',
  asked_technologies jsonb not null default '[]' check (jsonb_typeof(asked_technologies) = 'array'),
  offered_version_ids text[] not null default '{}',
  last_sequence bigint not null default 0 check (last_sequence >= 0),
  reply_count bigint not null default 0 check (reply_count >= 0),
  revision bigint not null default 1,
  hidden_at timestamptz,
  retracted_at timestamptz,
  retracted_by text,
  last_activity_at timestamptz not null default now_ms(),
  created_at timestamptz not null default now_ms(),
  search tsvector generated always as (to_tsvector('english', title)) stored,
  constraint threads_erased
    check ((retracted_at is null) = (title is not null) and (retracted_at is null) = (retracted_by is null)),
  constraint threads_retracted_by check (retracted_by in ('author', 'maintainer'))
);
comment on column threads.opened_network is 'Keyed hash of the network (IPv4 /24, IPv6 /48) that an anonymous thread was opened from: one reporter a day. The address itself is not stored. Null where it is unknown.';
comment on column threads.asked_technologies is 'The technologies of the question, in order: [{"technology": as asked, "version": text or null, "source": "asked" or "inferred"}].';
comment on column threads.offered_version_ids is 'The versions that the search which opened the thread returned: outcomes about them count.';
comment on column threads.last_sequence is 'Every writer locks this row, then takes the next sequence and the time from it in one statement. So sequence and created_at rise together and nothing commits behind a poller.';
comment on column threads.reply_count is 'Visible replies; the opening message is not one.';
comment on column threads.revision is 'Grows with every visible change (a message, a hide, a show, a status): the whole of what a conditional poll must compare.';
comment on column threads.retracted_at is 'When its question was erased, that is, its opening message. Its replies stay.';
comment on column threads.last_activity_at is 'The created_at of the newest message; the next message is never earlier.';
create index threads_by_activity on threads (last_activity_at desc, thread_id desc);
create index threads_by_status on threads (status, last_activity_at desc, thread_id desc);
create index threads_by_time on threads (created_at);
create index threads_by_technology on threads using gin (technologies);
-- Every search reads the whole pending list of such an index, up to 4 MB, and writers seldom let a vacuum empty it. So
-- the indexes that searches read have none.
create index threads_by_words on threads using gin (search) with (fastupdate = off);

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
create index append_keys_by_expiry on append_keys (expires_at);

create table messages (
  message_id text primary key check (is_public_id('msg', message_id)),
  thread_id text not null references threads,
  sequence bigint not null check (sequence > 0),
  kind text not null check (kind in ('opening', 'library', 'insight', 'outcome')),
  author_kind text not null check (author_kind in ('library', 'searcher', 'connection')),
  author_connection_id text references connections,
  append_key_hash bytea,
  body text check (char_length(body) between 1 and 8000),
  relevance text check (char_length(relevance) between 1 and 500),
  outcome text check (outcome in ('resolved', 'partial', 'failed')),
  reply_to_message_id text,
  risk_labels text[] not null default '{}',
  vouched_at timestamptz,
  hidden_at timestamptz,
  retracted_at timestamptz,
  retracted_by text,
  created_at timestamptz not null,
  search tsvector generated always as (to_tsvector('english', body)) stored,
  unique (thread_id, sequence),
  unique (thread_id, message_id),
  foreign key (thread_id, reply_to_message_id) references messages (thread_id, message_id),
  constraint messages_author check ((author_kind = 'connection') = (author_connection_id is not null)),
  constraint messages_outcome check ((kind = 'outcome' and retracted_at is null) = (outcome is not null)),
  constraint messages_erased
    check ((retracted_at is null) = (body is not null) and (retracted_at is null) = (retracted_by is null)
           and (retracted_at is null or relevance is null)),
  constraint messages_retracted_by check (retracted_by in ('author', 'maintainer'))
);
comment on column messages.append_key_hash is 'The append key that wrote it. Not a reference: keys are deleted some time after they expire.';
comment on column messages.risk_labels is 'Ids of the rules of what the text makes an agent able to do.';
comment on column messages.vouched_at is 'When a maintainer vouched for a message with a risk.';
comment on column messages.retracted_at is 'When the text was erased. The row stays: its place, its time and its author.';
comment on column messages.retracted_by is 'Who erased the text: author or maintainer.';
create index messages_by_time on messages (thread_id, created_at, sequence);
create index messages_by_words on messages using gin (search) with (fastupdate = off);

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

create table thread_subjects (
  thread_id text primary key references threads,
  skill_id text not null references skills
);
comment on table thread_subjects is 'Threads that were opened from the page of a skill: the question is about it.';
create index thread_subjects_by_skill on thread_subjects (skill_id, thread_id desc);

create table thread_offers (
  thread_id text not null references threads,
  version_id text not null references skill_versions,
  primary key (thread_id, version_id)
);
comment on table thread_offers is 'Versions that a thread was offered after it was opened: by insights that name them. What it was offered at its opening is in threads.offered_version_ids.';


-- Outcomes: one voice a reporter --------------------------------------------------------------------------------------

create table version_outcomes (
  version_id text primary key references skill_versions,
  resolved integer not null default 0 check (resolved >= 0),
  partial integer not null default 0 check (partial >= 0),
  failed integer not null default 0 check (failed >= 0),
  connections integer not null default 0 check (connections >= 0),
  anonymous integer not null default 0 check (anonymous >= 0),
  sources integer not null default 0 check (sources >= 0),
  good double precision not null default 0 check (good >= 0),
  bad double precision not null default 0 check (bad >= 0),
  score real check (score between 0 and 1)
);
comment on table version_outcomes is 'Sums over the voices that count, moved by each voice under this row''s lock, and the score as it was when the last one came.';
comment on column version_outcomes.sources is 'Different connections and networks among the voices that count.';
create index version_outcomes_by_score on version_outcomes (score desc) where score is not null;

create table version_voices (
  message_id text not null references messages,
  version_id text not null references skill_versions,
  source text not null check (source ~ '^(con_[A-Za-z0-9_-]{22}|net_[0-9a-f]{32}|net_unknown)$'),
  day date not null,
  outcome text not null check (outcome in ('resolved', 'partial', 'failed')),
  good double precision not null check (good >= 0),
  bad double precision not null check (bad >= 0),
  at timestamptz not null,
  hidden boolean not null default false,
  counts boolean not null default false,
  primary key (message_id, version_id)
);
comment on table version_voices is 'Outcomes of versions that their thread had been offered. Of a reporter (source and day) the newest that is not hidden counts.';
comment on column version_voices.source is 'A connection, or the keyed hash of the network that the thread was opened from. Threads whose network is unknown share one.';
comment on column version_voices.day is 'The UTC day on which the thread was opened; -infinity for a connection, which has one voice for good.';
comment on column version_voices.good is 'The weight of the voice times the worth of its outcome, times 2 ^ ((at - 2026-01-01) / half-life): fading is then one factor for all voices of a version, applied when the score is computed.';
comment on column version_voices.bad is 'As good, times what the outcome lacks of a success.';
create unique index version_voices_counted on version_voices (version_id, source, day) where counts;
create index version_voices_by_reporter on version_voices (version_id, source, day, at desc, message_id desc) where not hidden;
create index version_voices_solved on version_voices (version_id, at desc, message_id desc)
  where counts and outcome = 'resolved';

create function lock_version_outcomes(of_version text) returns void
  language plpgsql
  as $$
begin
  insert into version_outcomes (version_id) values (of_version) on conflict do nothing;
  perform from version_outcomes o where o.version_id = of_version for update;
end $$;

create function elect_voice(of_version text, of_source text, of_day date) returns void
  language plpgsql
  as $$
declare
  earlier version_voices%rowtype;
  newest version_voices%rowtype;
  sources_change integer;
begin
  select v.* into earlier
  from version_voices v
  where v.version_id = of_version and v.source = of_source and v.day = of_day and v.counts;
  select v.* into newest
  from version_voices v
  where v.version_id = of_version and v.source = of_source and v.day = of_day and not v.hidden
  order by v.at desc, v.message_id desc
  limit 1;
  if earlier.message_id is not distinct from newest.message_id then
    return;
  end if;
  sources_change := (newest.message_id is not null)::int - (earlier.message_id is not null)::int;
  if sources_change <> 0 and exists (
    select
    from version_voices v
    where v.version_id = of_version and v.source = of_source and v.counts and v.day <> of_day
  ) then
    sources_change := 0;
  end if;
  update version_voices v set counts = false
  where v.message_id = earlier.message_id and v.version_id = of_version;
  update version_voices v set counts = true
  where v.message_id = newest.message_id and v.version_id = of_version;
  update version_outcomes o
     set resolved = o.resolved + coalesce((newest.outcome = 'resolved')::int, 0) - coalesce((earlier.outcome = 'resolved')::int, 0),
         partial = o.partial + coalesce((newest.outcome = 'partial')::int, 0) - coalesce((earlier.outcome = 'partial')::int, 0),
         failed = o.failed + coalesce((newest.outcome = 'failed')::int, 0) - coalesce((earlier.outcome = 'failed')::int, 0),
         connections = o.connections + coalesce((newest.source like 'con\_%')::int, 0) - coalesce((earlier.source like 'con\_%')::int, 0),
         anonymous = o.anonymous + coalesce((newest.source not like 'con\_%')::int, 0) - coalesce((earlier.source not like 'con\_%')::int, 0),
         sources = o.sources + sources_change,
         -- Taking away what was added may leave a trace of rounding; without a voice nothing is left.
         good = case when o.sources + sources_change = 0 then 0
                else greatest(0, o.good + coalesce(newest.good, 0) - coalesce(earlier.good, 0)) end,
         bad = case when o.sources + sources_change = 0 then 0
               else greatest(0, o.bad + coalesce(newest.bad, 0) - coalesce(earlier.bad, 0)) end
   where o.version_id = of_version;
end $$;
comment on function elect_voice is 'Lets the newest visible outcome of a reporter count and moves the sums of the version by the difference. Hold the lock of its version_outcomes row.';

create function count_outcome(
  of_message text, half_life_days double precision, established_weight double precision, other_weight double precision
) returns setof text
  language plpgsql
  as $$
declare
  said record;
  named text;
  weight double precision;
begin
  select m.thread_id, m.outcome, m.created_at, t.offered_version_ids,
         (m.hidden_at is not null or t.hidden_at is not null) as hidden,
         coalesce(c.connection_id, 'net_' || coalesce(encode(t.opened_network, 'hex'), 'unknown')) as source,
         case when c.connection_id is null then (t.created_at at time zone 'utc')::date else '-infinity' end as day,
         coalesce(c.created_at < m.created_at - interval '1 day', false) as established
    into strict said
  from messages m
  join threads t on t.thread_id = m.thread_id
  left join connections c on c.connection_id = coalesce(m.author_connection_id, t.opened_by_connection_id)
  where m.message_id = of_message and m.outcome is not null;
  weight := case when said.established then established_weight else other_weight end
            * power(2::double precision, extract(epoch from said.created_at - timestamptz '2026-01-01 00:00Z') / (half_life_days * 86400));
  for named in
    select distinct u.version_id
    from message_versions u
    where u.message_id = of_message
      and (u.version_id = any(said.offered_version_ids)
           or exists (select from thread_offers f where f.thread_id = said.thread_id and f.version_id = u.version_id))
    order by u.version_id
  loop
    perform lock_version_outcomes(named);
    insert into version_voices (message_id, version_id, source, day, outcome, good, bad, at, hidden)
    values (of_message, named, said.source, said.day, said.outcome,
            weight * case said.outcome when 'resolved' then 1 when 'partial' then 0.5 else 0 end,
            weight * case said.outcome when 'resolved' then 0 when 'partial' then 0.5 else 1 end,
            said.created_at, said.hidden);
    perform elect_voice(named, said.source, said.day);
    return next named;
  end loop;
end $$;
comment on function count_outcome is 'Counts a stored outcome for those of the versions it names that its thread had been offered, and returns them in id order; their version_outcomes rows stay locked until the transaction ends.';

create function recount_thread_voices(of_thread text) returns setof text
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


-- Decisions and the log -----------------------------------------------------------------------------------------------

create table decisions (
  decision_id text primary key check (is_public_id('dec', decision_id)),
  kind text not null check (kind in (
    'selection', 'review', 'withdrawal', 'restoration', 'approval', 'rejection', 'outcome', 'hide', 'show', 'revocation',
    'signup', 'quarantine', 'vouch', 'erasure', 'source', 'applicability')),
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
create index decisions_by_time on decisions (created_at desc, decision_id desc);
create index decisions_by_skill on decisions (skill_id, created_at desc, decision_id desc);
create index decisions_by_version on decisions (version_id, created_at desc, decision_id desc);
create index decisions_by_thread on decisions (thread_id, created_at desc, decision_id desc);
create index decisions_by_operation on decisions (operation_ref) where operation_ref is not null;

create table appeals (
  appeal_id text primary key check (is_public_id('apl', appeal_id)),
  version_id text not null references skill_versions,
  body text not null check (char_length(body) between 1 and 1000),
  created_at timestamptz not null default now_ms(),
  answered_by text references decisions
);
comment on table appeals is 'Requests of authors to look at a version that waits. The next decision about the version answers them.';
create unique index appeals_open on appeals (version_id) where answered_by is null;

-- Its cost is stated as 1: the planner would count it for every message, though only those with a risk call it.
create function has_record(of_connection text) returns boolean
  language sql stable cost 1
  as $$
  select exists (
           select from connections c
           where c.connection_id = of_connection and c.created_at < now() - interval '7 days')
     and exists (
           select from skill_versions v
           where v.author_connection_id = of_connection and v.vouched_at is not null and v.withdrawn_at is null)
     and not exists (
           select from skill_versions v
           where v.author_connection_id = of_connection and v.withdrawn_at is not null
             and not exists (
               select from decisions d
               where d.version_id = v.version_id and d.kind = 'withdrawal'
                 and d.decided_by_connection_id = of_connection))
$$;
comment on function has_record is 'Whether others have reason to trust an author: older than seven days, somebody vouched for one of its versions, and nobody but itself withdrew one.';

create table publish_log (
  sequence bigint primary key,
  kind text not null check (kind in (
    'version', 'selection', 'review', 'withdrawal', 'restoration', 'hide', 'show', 'quarantine', 'vouch', 'erasure',
    'applicability')),
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


-- Reports of readers --------------------------------------------------------------------------------------------------

create table reports (
  report_id text primary key,
  subject_kind text not null check (subject_kind in ('skill_version', 'post', 'reply')),
  subject_id text not null,
  reason text not null check (reason in ('harmful', 'wrong', 'secret', 'spam', 'rights', 'other')),
  note text,
  reporter text not null,
  reporter_connection_id text references connections,
  network text not null,
  created_at timestamptz not null default now(),
  dismissed_at timestamptz,
  dismissed_because text,
  acted_on_at timestamptz,
  acted_on_because text,
  unique (subject_id, reporter),
  constraint reports_have_one_decision check (dismissed_at is null or acted_on_at is null)
);
comment on table reports is 'What readers say is wrong with a version, a question or a reply. One row a subject and reporter.';
comment on column reports.reporter is 'The connection, else a hash of the network of the request, so that one reporter counts once.';
comment on column reports.network is 'A hash of the network of the request, also where a connection reports.';
comment on column reports.acted_on_at is 'When the version was withdrawn or the message hidden while the report waited.';
create index reports_waiting on reports (subject_id, created_at desc) where dismissed_at is null and acted_on_at is null;
create index reports_by_network on reports (network);
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


-- Feeds of connections ------------------------------------------------------------------------------------------------

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
  kind text not null check (kind in (
    'reply', 'operation', 'selection', 'withdrawal', 'review', 'decision', 'report', 'freshness')),
  thread_id text references threads,
  message_id text references messages,
  operation_ref text references operations,
  skill_id text references skills,
  version_id text references skill_versions,
  held_version_id text references skill_versions,
  decision_id text references decisions,
  report_id text references reports,
  created_at timestamptz not null default now_ms(),
  primary key (connection_id, sequence),
  check (case kind
    when 'reply' then thread_id is not null and message_id is not null
    when 'operation' then operation_ref is not null
    when 'report' then report_id is not null
    when 'selection' then skill_id is not null and version_id is not null and held_version_id is not null
    when 'decision' then skill_id is not null and version_id is not null and decision_id is not null
    else skill_id is not null and version_id is not null
  end)
);
comment on table deliveries is 'News for a connection, as references: what they name is read, with its visibility, when it is delivered.';
comment on column deliveries.held_version_id is 'Of a selection: the version that the connection holds and that the selected one concerns. Null in other kinds.';
comment on column deliveries.decision_id is 'Of a decision about a version: the decision itself.';
create index deliveries_by_operation on deliveries (operation_ref) where operation_ref is not null;

create table thread_followers (
  thread_id text not null references threads,
  connection_id text not null references connections,
  created_at timestamptz not null default now_ms(),
  primary key (thread_id, connection_id)
);
comment on table thread_followers is 'Connections that opened a thread or wrote in it: they get the replies of others.';

create table watched_versions (
  connection_id text not null references connections,
  version_id text not null,
  skill_id text not null,
  created_at timestamptz not null default now_ms(),
  primary key (connection_id, version_id),
  foreign key (skill_id, version_id) references skill_versions (skill_id, version_id)
);
comment on table watched_versions is 'Versions a connection named in sync: it gets each change of their selection, withdrawal and review.';
create index watched_versions_by_skill on watched_versions (skill_id);

create function deliver_reply(of_thread_id text, of_message_id text, author_connection_id text) returns void
  language plpgsql volatile
  as $$
begin
  with locked as (
    select f.connection_id
    from feeds f
    join thread_followers t on t.connection_id = f.connection_id
    where t.thread_id = of_thread_id and t.connection_id is distinct from deliver_reply.author_connection_id
    order by f.connection_id
    for update of f
  ), numbered as (
    update feeds
       set last_sequence = feeds.last_sequence + 1
      from locked
     where feeds.connection_id = locked.connection_id
    returning feeds.connection_id, feeds.last_sequence
  )
  insert into deliveries (connection_id, sequence, kind, thread_id, message_id)
  select numbered.connection_id, numbered.last_sequence, 'reply', of_thread_id, of_message_id
  from numbered;
end $$;
comment on function deliver_reply is 'Delivers a new message to each follower of its thread, except its author. Call it where the thread''s row is locked already: a volatile function sees what committed while its caller waited for that lock, such as a new follower; the caller''s own statement does not.';


-- The search index: all of it is derived ------------------------------------------------------------------------------

create sequence index_revision;
create table index_dirty (
  entity_id text primary key,
  revision bigint not null default nextval('index_revision'),
  enqueued_at timestamptz not null default now_ms()
);
comment on table index_dirty is 'Skills that the search index must read again. Upserted in the writer''s transaction; an entry is deleted only if its revision has not grown since it was read.';
create index index_dirty_by_revision on index_dirty (revision desc);
comment on index index_dirty_by_revision is 'What changed last is looked up several times a second, also while a whole library waits.';

create function mark_dirty(id text) returns void
  language plpgsql
  as $$
begin
  insert into index_dirty (entity_id)
  values (id)
  on conflict (entity_id) do update
    set revision = nextval('index_revision'), enqueued_at = now_ms();
end $$;

create table index_dead_letters (
  version_id text primary key,
  failed_at timestamptz not null default now_ms()
);
comment on table index_dead_letters is 'Versions the search engine refused; they are still found through search_documents.';

create table search_documents (
  version_id text primary key references skill_versions (version_id) on delete cascade,
  skill_id text not null references skills (skill_id) on delete cascade,
  analysis_revision integer not null,
  generation bigint not null,
  question_thread_id text,
  terms text[] not null,
  analysis bytea not null,
  plain_text text not null
);
comment on table search_documents is 'What ranking knows of each listed version: its distinct terms (found through the GIN index when the search engine is away), packed counts, plain text for excerpts. Derived; rebuilt at will.';
comment on column search_documents.generation is 'The generation of search_statistics that this analysis came with: processes forget the analyses of it that they hold.';
comment on column search_documents.question_thread_id is 'The thread whose question is part of this analysis; null for none.';
create index search_documents_terms on search_documents using gin (terms) with (fastupdate = off);
create index search_documents_skill on search_documents (skill_id);
create index search_documents_by_generation on search_documents (generation);

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

create table version_meanings (
  version_id text primary key references skill_versions (version_id) on delete cascade,
  embedder text not null,
  vector bytea not null check (octet_length(vector) > 0 and octet_length(vector) % 4 = 0)
);
comment on table version_meanings is 'What an embedder made of each listed version, stored so that no index has to ask it again. Derived; empty without an embedder.';
comment on column version_meanings.embedder is 'Names the address, the model and the form of the text: vectors of different names cannot be compared.';
comment on column version_meanings.vector is 'Four bytes a dimension, little-endian.';
create index version_meanings_by_embedder on version_meanings (embedder);

create view confirmed_questions as
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
comment on view confirmed_questions is 'Questions for which search found a skill first, and whose asker, not its author, reports that it solved them, by an outcome that counts in its score. One row a voice.';

create function lent_question(of_skill text) returns table (thread_id text, question text)
  language sql stable
  as $$
  with recursive days as (
    (select w.version_id, date_trunc('day', v.at, 'UTC') as day, 1 as turn
     from skill_versions w
     cross join lateral (
       select n.at
       from version_voices n
       where n.version_id = w.version_id and n.counts and n.outcome = 'resolved'
       order by n.at desc
       limit 1
     ) v
     where w.skill_id = of_skill)
    union all
    select d.version_id, date_trunc('day', v.at, 'UTC'), d.turn + 1
    from days d
    cross join lateral (
      select n.at
      from version_voices n
      where n.version_id = d.version_id and n.counts and n.outcome = 'resolved' and n.at < d.day
      order by n.at desc
      limit 1
    ) v
    where d.turn < 20
  ), recent as materialized (
    select q.thread_id, q.question, q.message_id, q.source, q.at, d.day, q.is_established
    from days d
    cross join lateral (
      select n.message_id
      from version_voices n
      where n.version_id = d.version_id and n.counts and n.outcome = 'resolved'
        and n.at >= d.day and n.at < d.day + interval '1 day'
      order by n.at desc, n.message_id desc
      limit 10
    ) v
    -- The offset keeps the planner from reading the whole view first.
    cross join lateral (
      select c.thread_id, c.question, c.message_id, c.source, c.at, c.is_established
      from confirmed_questions c
      where c.message_id = v.message_id and c.version_id = d.version_id
      offset 0
    ) q
  )
  select r.thread_id, r.question
  from recent r
  where r.day < (select max(last.day) from recent last)
    and exists (
      select
      from recent one
      where one.source <> r.source and one.day > r.day
        and (r.is_established or exists (
          select
          from recent two
          where two.source <> r.source and two.source <> one.source
            and two.day > r.day and two.day <> one.day)))
  order by r.at desc, r.message_id desc
  limit 1
$$;
comment on function lent_question is 'The question that search reads with a skill: the newest after which others confirmed the skill, too: one other reporter on a later day if a connection older than a day reported it, else two on two later days. So the reports of one day, however many, lend none. Of each version the ten newest voices of each of the last twenty days with any are looked at.';

create function mark_changed_questions(of_versions text[]) returns void
  language plpgsql
  as $$
declare
  changed text;
begin
  for changed in
    select distinct v.skill_id
    from skill_versions v
    where v.version_id = any(of_versions)
    order by v.skill_id
  loop
    -- Two reports on different versions of a skill may change its question only together.
    perform pg_advisory_xact_lock(hashtextextended('questions ' || changed, 0));
    -- A skill that waits may be just being read without this change.
    if exists (select from index_dirty i where i.entity_id = changed)
       or exists (
         select
         from search_documents d
         left join lent_question(changed) l on true
         where d.skill_id = changed and d.question_thread_id is distinct from l.thread_id)
    then
      perform mark_dirty(changed);
    end if;
  end loop;
end $$;
comment on function mark_changed_questions is 'Marks the skills of these versions for the index if another question belongs to them than the index has read. Call it after the reports have been counted.';


-- The service itself --------------------------------------------------------------------------------------------------

create table settings (
  name text primary key check (name in ('signup')),
  value jsonb not null
);
comment on table settings is 'What maintainers change while the service runs; an environment variable that is stricter wins.';

create table secret_fingerprint (
  only_row boolean primary key default true check (only_row),
  fingerprint bytea not null check (octet_length(fingerprint) = 32),
  set_at timestamptz not null default now_ms()
);
comment on table secret_fingerprint is 'An HMAC of a constant under CAIRN_SECRET, stored by the first start: a start with another secret is refused. Empty until then.';

create table leases (
  name text primary key,
  holder text not null,
  held_until timestamptz not null
);
comment on table leases is 'Work that one process at a time does, such as writing the search index. The holder renews its row; when the row has expired, another process takes it. Times are of this database''s clock.';

create table campaign_counts (
  day date not null,
  utm_source text not null,
  utm_medium text not null,
  utm_campaign text not null,
  searches bigint not null default 0,
  primary key (day, utm_source, utm_medium, utm_campaign)
);
comment on table campaign_counts is 'How often a search carried which tracking parameters. Never published.';

create table client_packages (
  digest text primary key,
  sha512 text not null unique,
  bytes bytea not null
);
comment on table client_packages is 'Every package of the client that was served. Lock files of projects name its address and the digest of its bytes, so a row is never changed or deleted.';
comment on column client_packages.digest is 'SHA-256 of the bytes in hex: a part of the address.';
comment on column client_packages.sha512 is 'SHA-512 of the bytes in base64: what npm and others call the integrity of a package.';


-- What readers may see ------------------------------------------------------------------------------------------------
-- The one visibility predicate: every reader goes through these views.

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
  o.score as outcomes_score,
  coalesce(o.connections, 0) as outcomes_connections,
  coalesce(o.anonymous, 0) as outcomes_anonymous,
  r.reviewer_connection_id as review_reviewer_connection_id,
  v.source_repository,
  v.source_commit,
  v.source_license,
  v.source_author,
  v.questions,
  v.quarantined_at,
  v.quarantine_reasons,
  v.vouched_at
from skill_versions v
join skills s on s.skill_id = v.skill_id
left join version_outcomes o on o.version_id = v.version_id
left join lateral (
  select n.version_checked, n.note, n.reviewed_at, n.reviewer, n.reviewer_connection_id
  from review_notes n
  where n.version_id = v.version_id
  order by n.reviewed_at desc, n.created_at desc
  limit 1
) r on true
where v.withdrawn_at is null;
comment on view public_versions is 'Versions anyone may read by address: everything that is not withdrawn, also what waits.';

create view listed_versions as
select p.*
from public_versions p
where p.first_selected_at is not null and p.quarantined_at is null;
comment on view listed_versions is 'Versions that lists may show: readable, listed at least once, and not waiting.';

-- listed_versions joins a skill with each of its versions and finds the newest review note of each. The two views below
-- have the same rows without that: a count over the library looks at all notes once, and a page in the order of an index
-- is read from that index.
create view listed_traits as
select v.version_id,
       v.technologies,
       s.selected_version_id is not distinct from v.version_id as is_selected,
       v.version_id in (select n.version_id from review_notes n) as is_reviewed,
       coalesce(o.resolved + o.partial + o.failed, 0) > 0 as is_reported
from skill_versions v
join skills s on s.skill_id = v.skill_id
left join version_outcomes o on o.version_id = v.version_id
where v.withdrawn_at is null and v.first_selected_at is not null and v.quarantined_at is null;
comment on view listed_traits is 'What can be counted about the versions that lists may show. The same versions as listed_versions.';

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
where v.withdrawn_at is null and v.first_selected_at is not null and v.quarantined_at is null;
comment on view selected_traits is 'What skills are listed by. The same versions as listed_versions where is_selected.';
comment on column selected_traits.version_skill_id is 'The same as skill_id, from the version''s row: the planner does not know that, and each lets the index of its own table give the order.';

create view visible_threads as
select t.thread_id, t.title, t.status, t.opened_by_connection_id, t.technologies, t.asked_technologies, t.last_sequence,
       t.reply_count, t.revision, t.last_activity_at, t.created_at, t.search, t.retracted_at, t.retracted_by
from threads t
where t.hidden_at is null;
comment on view visible_threads is 'Threads anyone may read. Hiding the opening message hides its thread.';

create view listed_threads as
select t.*
from visible_threads t
where t.retracted_at is null;
comment on view listed_threads is 'Threads that lists, searches and feeds show: those that anyone may read and whose question was not taken back.';

create view visible_messages as
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
