-- migrate:up
alter table idempotency_keys alter column body type json using body::text::json;

-- migrate:down
alter table idempotency_keys alter column body type jsonb using body::text::jsonb;
