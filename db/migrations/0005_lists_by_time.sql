-- migrate:up

create index threads_by_time on threads (created_at);
create index connections_by_time on connections (created_at desc, connection_id desc);
create index operations_in_review on operations (created_at, operation_ref) where state = 'in_review';

-- migrate:down
