import { rules } from "@secretlint/secretlint-rule-preset-recommend";
import type { Span } from "@/lib/safety/finding";
import { isMarkedPlaceholder } from "@/lib/safety/secrets/judge-value";

/**
 * Runs those rules of secretlint's recommended preset whose trigger occurs in the text.
 *
 * The rules are called directly, not through `@secretlint/core`: its profiler keeps every mark for ever (about 9 KB a
 * call in a server), and its comment filter lets a text switch its own check off (`secretlint-disable`). Left out too are
 * the rule for key files, which reads files, and that for private keys, which `find-keys` finds. Database addresses and
 * basic auth are judged by `find-url-passwords`.
 */
export function runPreset(text: string): Span[] {
  const spans: Span[] = [];
  for (const { id, kind, what, triggers } of gates) {
    if (!triggers.some((trigger) => text.includes(trigger))) continue;
    for (const [index, end] of reports(id, text)) {
      if (!isMarkedPlaceholder(text.slice(index, end)))
        spans.push({ rule: `secretlint_${id}`, kind, what, index, end });
    }
  }
  return spans;
}

const gates = [
  { id: "aws", kind: "secret_aws_secret_key", what: "an AWS secret access key", triggers: ["ecret", "ECRET"] },
  { id: "npm", kind: "secret_npm_token", what: "an npm token", triggers: ["npm_", "x-oauth-basic"] },
  { id: "slack", kind: "secret_slack_token", what: "a Slack token", triggers: ["xox", "xapp", "hooks.slack.com"] },
  { id: "sendgrid", kind: "secret_sendgrid_key", what: "a SendGrid key", triggers: ["SG."] },
  {
    id: "shopify",
    kind: "secret_shopify_token",
    what: "a Shopify token",
    triggers: ["shppa", "shpca", "shpat", "shpss"],
  },
  {
    id: "github",
    kind: "secret_github_token",
    what: "a GitHub token",
    triggers: ["ghp_", "gho_", "ghu_", "ghs_", "ghr_", "github_pat_"],
  },
  { id: "openai", kind: "secret_openai_key", what: "an OpenAI key", triggers: ["T3BlbkFJ"] },
  { id: "anthropic", kind: "secret_anthropic_key", what: "an Anthropic key", triggers: ["sk-ant-api0"] },
  { id: "linear", kind: "secret_linear_key", what: "a Linear key", triggers: ["lin_api_"] },
  {
    id: "1password",
    kind: "secret_onepassword_token",
    what: "a 1Password service account token",
    triggers: ["ops_ey"],
  },
] as const;

/** The ranges one rule reports. Its handlers are synchronous for text; the messages it words are not used. */
function reports(id: string, text: string): Array<readonly [number, number]> {
  const rule = rules.find((one) => one.meta.id === `@secretlint/secretlint-rule-${id}`);
  if (!rule) throw new Error(`secretlint's preset has no rule ${id} any more`);
  const ranges: Array<readonly [number, number]> = [];
  const handler = rule.create(
    {
      sharedOptions: {},
      createTranslator: () => (messageId: unknown) => ({ message: "", messageId: String(messageId), data: undefined }),
      report: ({ range }: { range: readonly [number, number] }) => ranges.push(range),
      ignore: () => {},
    },
    {},
  );
  void handler.file?.({ ...NO_FILE, content: text });
  return id === "aws" ? ranges.map((range) => valueIn(text, range)) : ranges;
}

/** The preset's range of an AWS secret begins with the name before it and is as long as the value alone: it ends early. */
function valueIn(text: string, range: readonly [number, number]): readonly [number, number] {
  AWS_ASSIGNMENT.lastIndex = range[0];
  const whole = AWS_ASSIGNMENT.exec(text)?.[0];
  return whole ? [range[0] + whole.length - AWS_VALUE_LENGTH, range[0] + whole.length] : range;
}

const AWS_VALUE_LENGTH = 40;
const AWS_ASSIGNMENT = /["']?\w{15,25}["']?\s*(?::|=>|=)\s*["']?[A-Za-z0-9/+=]{40}/y;

const NO_FILE = {
  hasBOM: false,
  filePath: undefined,
  physicalFilePath: undefined,
  contentType: "text" as const,
  ext: "",
  getFilePath: () => undefined,
  getPhysicalFilePath: () => undefined,
  locationToRange: (): never => noPositions(),
  rangeToLocation: (): never => noPositions(),
  positionToIndex: (): never => noPositions(),
  indexToPosition: (): never => noPositions(),
};

function noPositions(): never {
  throw new Error("a secretlint rule asked for a position; only ranges are used here");
}
