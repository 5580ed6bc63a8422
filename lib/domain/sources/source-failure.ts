/** What a source could not do, in words for its report. */
export class SourceFailure extends Error {}
