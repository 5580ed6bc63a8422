-- migrate:up
create table version_files (
  version_id text not null references skill_versions,
  path text collate "C" not null,
  bytes integer not null check (bytes between 0 and 262144),
  sha256 bytea not null check (octet_length(sha256) = 32),
  content bytea not null,
  primary key (version_id, path)
);
comment on table version_files is 'The files beside the text of a version. Immutable like it; deleted when its texts are erased.';

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

-- migrate:down
drop table submission_bundles;
drop table bundle_files;
drop table bundles;
drop table version_files;
