-- migrate:up
create table client_packages (
  digest text primary key,
  sha512 text not null unique,
  bytes bytea not null
);
comment on table client_packages is 'Every package of the client that was served. Lock files of projects name its address and the digest of its bytes, so a row is never changed or deleted.';
comment on column client_packages.digest is 'SHA-256 of the bytes in hex: a part of the address.';
comment on column client_packages.sha512 is 'SHA-512 of the bytes in base64: what npm and others call the integrity of a package.';

-- migrate:down
drop table client_packages;
