-- migrate:up
create table leases (
  name text primary key,
  holder text not null,
  held_until timestamptz not null
);
comment on table leases is 'Work that one process at a time does, such as writing the search index. The holder renews its row; when the row has expired, another process takes it. Times are of this database''s clock.';

create or replace function mark_dirty(id text) returns void
  language plpgsql
  as $$
begin
  insert into index_dirty (entity_id, kind)
  values (id, 'skill')
  on conflict (entity_id) do update
    set revision = nextval('index_revision'), enqueued_at = now_ms();
end $$;

-- migrate:down
create or replace function mark_dirty(id text) returns void
  language plpgsql
  as $$
begin
  insert into index_dirty (entity_id, kind)
  values (id, 'skill')
  on conflict (entity_id) do update
    set revision = nextval('index_revision'), enqueued_at = now_ms();
  perform pg_notify('index_dirty', '');
end $$;

drop table leases;
