-- migrate:up

create index decisions_by_time on decisions (created_at desc, decision_id desc);

-- Imports used to leave no decisions. The publish log says what they selected and noted; the ids are made from its hashes,
-- so that they are the same wherever this runs.
insert into decisions (decision_id, kind, decided_by, reason, skill_id, version_id, details, created_at)
select 'dec_' || translate(encode(substring(l.hash from 1 for 16), 'base64'), '+/=', '-_'),
       'selection', 'Import', coalesce(l.details ->> 'reason', 'Published.'), l.subject, l.details ->> 'version_id',
       jsonb_build_object('selection_revision', l.details -> 'selection_revision', 'previous_version_id', l.details -> 'previous_version_id'),
       l.created_at
from (
  select p.subject, p.hash, p.created_at, p.entry::jsonb -> 'details' as details
  from publish_log p
  where p.kind = 'selection'
) l
where l.details ->> 'by' = 'import';

insert into decisions (decision_id, kind, decided_by, reason, skill_id, version_id, details, created_at)
select 'dec_' || translate(encode(substring(l.hash from 1 for 16), 'base64'), '+/=', '-_'),
       'review', l.details ->> 'reviewer', 'The note came with the imported file.', l.details ->> 'skill_id', l.subject,
       jsonb_build_object('version_checked', l.details -> 'version_checked', 'note', l.details -> 'note'),
       l.created_at
from (
  select p.subject, p.hash, p.created_at, p.entry::jsonb -> 'details' as details
  from publish_log p
  where p.kind = 'review'
) l
where not exists (
  select 1
  from decisions d
  where d.kind = 'review' and d.version_id = l.subject and d.details ->> 'note' = l.details ->> 'note'
);

-- migrate:down
