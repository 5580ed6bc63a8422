-- migrate:up

create function deliver_reply(told_thread_id text, told_message_id text, author_connection_id text) returns void
  language plpgsql volatile
  as $$
begin
  with locked as (
    select f.connection_id
    from feeds f
    join thread_followers t on t.connection_id = f.connection_id
    where t.thread_id = told_thread_id and t.connection_id is distinct from deliver_reply.author_connection_id
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
  select numbered.connection_id, numbered.last_sequence, 'reply', told_thread_id, told_message_id
  from numbered;
end $$;
comment on function deliver_reply is 'Tells every follower of a thread but the author of a new message. Call it where the thread''s row is locked already: a volatile function sees what committed while its caller waited for that lock, such as a new follower; the caller''s own statement does not.';

-- migrate:down
