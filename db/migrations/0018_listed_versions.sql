-- migrate:up
-- Search lists these versions; it offers some of them to a thread (thread_offers). The former names stay as views for
-- processes of the release before and go with the next one.
alter view offered_versions rename to listed_versions;
create view offered_versions as select * from listed_versions;
comment on view offered_versions is 'The former name of listed_versions, for processes of the release before.';
alter view offered_traits rename to listed_traits;
create view offered_traits as select * from listed_traits;
comment on view offered_traits is 'The former name of listed_traits, for processes of the release before.';

-- migrate:down
drop view offered_traits;
alter view listed_traits rename to offered_traits;
drop view offered_versions;
alter view listed_versions rename to offered_versions;
