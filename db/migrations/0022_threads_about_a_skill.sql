-- migrate:up
create table thread_subjects (
  thread_id text primary key references threads,
  skill_id text not null references skills
);
comment on table thread_subjects is 'Threads that were opened from the page of a skill: the question is about it.';
create index thread_subjects_by_skill on thread_subjects (skill_id, thread_id desc);

-- migrate:down
drop table thread_subjects;
