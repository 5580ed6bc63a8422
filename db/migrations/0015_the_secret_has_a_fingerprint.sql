-- migrate:up
create table secret_fingerprint (
  only_row boolean primary key default true check (only_row),
  fingerprint bytea not null check (octet_length(fingerprint) = 32),
  set_at timestamptz not null default now_ms()
);
comment on table secret_fingerprint is 'An HMAC of a constant under CAIRN_SECRET, stored by the first start: a start with another secret is refused. Empty until then.';

-- migrate:down
drop table secret_fingerprint;
