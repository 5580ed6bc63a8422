import type { Statement } from "@/lib/safety/skill/read-statements";

/**
 * Whether a statement warns against what stands at `offset` instead of asking for it: "Never run …", "❌ Bad:", a
 * section called "Anti-patterns". Good guidance names dangers; holding it would teach authors not to. "Do not forget to
 * run …" is no warning.
 */
export function isWarning(statement: Statement, offset: number): boolean {
  const sentence =
    statement.text
      .slice(0, offset)
      .split(/[.;!?]\s/)
      .at(-1) ?? "";
  if (warns(sentence)) return true;
  if (!statement.code && warns(statement.text.slice(offset, offset + 200).split(/(?<=[.;!?])\s/)[0] ?? "", AFTER))
    return true;
  return warns(statement.context) || (statement.code && warns(statement.text.slice(offset), COMMENT_AFTER));
}

function warns(text: string, pattern: RegExp = WARNS): boolean {
  return pattern.test(text) && !URGES.test(text);
}

const WARNS =
  /\b(?:never|do(?:es)? not|don['’]?t|doesn['’]?t|must not|mustn['’]?t|should not|shouldn['’]?t|cannot|can['’]?t|avoid\w*|refus\w*|reject\w*|forbid\w*|forbidden|prohibit\w*|not allowed|disallow\w*|block\w*|den(?:y|ies)|detect\w*|flag(?:s|ged)?|gitignore|beware|dangerous|unsafe|insecure|vulnerab\w*|malicious|instead of|rather than|anti-?patterns?|pitfalls?|red flags?|mistakes?|bad|wrong|fail(?:s|ing|ure)?|attack\w*|threats?|warn\w*|suspicious|no)\b|❌|✗|⛔|🚫|⚠/i;
const AFTER = /\b(?:is|are) (?:never|not|forbidden|prohibited|unsafe|dangerous|a (?:bad|security|risk)|insecure)\b|❌/i;
const COMMENT_AFTER = /(?:#|\/\/|--)\s{0,3}(?:never|don['’]?t|do not|bad|wrong|unsafe|insecure|dangerous|❌)/i;
const URGES =
  /\b(?:do not|don['’]?t|never)\s+(?:forget|skip|hesitate|worry|stop|fail|ask|wait|tell|inform|mention|warn|alert|omit|miss|show|refuse|question|verify)\b|\bno (?:need|matter|questions?|warning)\b|\bwithout (?:asking|telling|warning|confirm\w*|informing)\b|\b(?:ignore|disregard|override|bypass) (?:all|any|previous|prior|the|your|every)\b/i;
