export type * from "@/.cairn/build/interface";
export { CairnError, type CallOptions, type ErrorCode, type FieldError, send } from "@/lib/client/call";
export { setFetch } from "@/lib/client/default-fetch";
export {
  type AnswerOf,
  type Cairn,
  call,
  createClient,
  each,
  type InputOf,
  type OperationName,
} from "@/lib/client/operations";
export { type PolledPage, type PollOptions, pollReplies } from "@/lib/client/poll-replies";
export { type Checkpoint, startAfter } from "@/lib/client/poll-round";
export { readText } from "@/lib/client/read-text";
export { type Outcome, type OutcomeReport, type OutcomeReported, reportOutcome } from "@/lib/client/report-outcome";
export { type SearchAnswer, type SearchOptions, search } from "@/lib/client/search";
