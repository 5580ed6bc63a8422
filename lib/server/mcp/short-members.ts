const WHOLE_CHARACTERS_MAX = 600;
const MEMBER_CHARACTERS_MAX = 160;
const REST = "The structured result has the rest.";

/** An answer as JSON, without its long members: the gist of results that have no words of their own. */
export function shortMembers(answer: Record<string, unknown>): string {
  const whole = JSON.stringify(answer);
  if (whole.length <= WHOLE_CHARACTERS_MAX) return whole;
  const short = Object.entries(answer).filter(([, item]) => JSON.stringify(item).length <= MEMBER_CHARACTERS_MAX);
  return short.length === 0 ? REST : `${JSON.stringify(Object.fromEntries(short))} ${REST}`;
}
