export type * from "@/.cairn/build/interface";
export { CairnError, type CallOptions, type ErrorCode, type FieldError, send, setFetch } from "@/lib/client/call";
export {
  type AnswerOf,
  type Cairn,
  call,
  createClient,
  each,
  type InputOf,
  type OperationName,
  type Outcome,
  type OutcomeReport,
  type OutcomeReported,
  readText,
  reportOutcome,
  type SearchAnswer,
  type SearchOptions,
  search,
} from "@/lib/client/operations";
export { type PolledPage, type PollOptions, pollReplies } from "@/lib/client/poll-replies";
export { type Checkpoint, startAfter } from "@/lib/client/poll-round";
