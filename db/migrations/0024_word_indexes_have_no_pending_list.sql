-- migrate:up
-- Every search reads the whole pending list of an index, up to 4 MB of it, and writers seldom let a vacuum empty it: with
-- 15,000 threads it was half of the cost of finding the threads about a question.
alter index threads_by_words set (fastupdate = off);
alter index messages_by_words set (fastupdate = off);
select gin_clean_pending_list('threads_by_words'), gin_clean_pending_list('messages_by_words');

-- migrate:down
alter index threads_by_words reset (fastupdate);
alter index messages_by_words reset (fastupdate);
