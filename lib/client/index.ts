export { CairnError, type CallOptions } from "@/lib/client/call";
export { type PolledPage, type PollOptions, pollReplies } from "@/lib/client/poll-replies";
export { type Checkpoint, startAfter } from "@/lib/client/poll-round";
export { type OutcomeReport, reportOutcome } from "@/lib/client/report-outcome";
export { type SearchOptions, search } from "@/lib/client/search";
export type {
  Applicability,
  Outcome,
  OutcomeReported,
  Reply,
  SearchAnswer,
  SearchResult,
  SkillVersionRef,
} from "@/lib/client/wire";
