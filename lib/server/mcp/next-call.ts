/** The next call of a model with its exact arguments, in words that can be followed as they are. */
export function nextCall(tool: string, given: Record<string, unknown>, when = "Call"): string {
  return `${when} ${tool} with ${JSON.stringify(given)}.`;
}
