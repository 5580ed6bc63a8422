-- migrate:up
create table version_meanings (
  version_id text primary key references skill_versions (version_id) on delete cascade,
  embedder text not null,
  vector bytea not null check (octet_length(vector) > 0 and octet_length(vector) % 4 = 0)
);
create index version_meanings_by_embedder on version_meanings (embedder);
comment on table version_meanings is 'What an embedder made of each offered version, kept so that no index has to ask it again. Derived; empty without an embedder.';
comment on column version_meanings.embedder is 'Names the address, the model and the form of the text: vectors of different names cannot be compared.';
comment on column version_meanings.vector is 'Four bytes a dimension, little-endian.';

-- migrate:down
drop table version_meanings;
