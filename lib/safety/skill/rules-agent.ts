import { inOrder } from "@/lib/safety/skill/match-order";
import { firstOf } from "@/lib/safety/skill/rules-run";
import type { StatementRule } from "@/lib/safety/skill/skill-finding";

const CHANGES =
  /\b(?:append|add|adds|write|writes|insert|modify|edit|update|overwrite|replace|save|store|inject|persist|put|patch|change|prepend|echo|tee|printf|sed\s{1,3}-i\w{0,4}|plant|register)\b|>>/i;
const AGENT_FILES =
  /(?:\b(?:CLAUDE|AGENTS|GEMINI|MEMORY|SOUL|IDENTITY|HEARTBEAT)\.md\b|\.cursorrules\b|\.windsurfrules\b|\.clinerules\b|copilot-instructions\.md\b|\.claude[\\/](?:settings|hooks|agents|commands)|~[\\/]\.(?:claude|codex|cursor|gemini|openclaw)[\\/]|\.claude\.json\b|\.cursor[\\/](?:rules|mcp\.json)|\.codex[\\/]config\.toml)/;
const OWN_MEMORY =
  /\b(?:your|its|the agent['’]s|the assistant['’]s|the model['’]s|(?:to|in|into)(?= (?:long[- ]term|persistent|permanent))) (?:own )?(?:(?:long[- ]term|persistent|permanent|core|system) )?(?:memory|memories|system prompt|instructions|prompt)\b|\b(?:(?:your|its) own|the agent['’]s|the assistant['’]s|the model['’]s) (?:system )?(?:configuration|config(?: files?)?|settings|rules(?: files?)?)\b/i;

const UNASKED =
  /\b(?:without|do(?:n['’]t| not)|never|no need to|no need for)\s{1,3}(?:\w{1,12}\s{1,3}){0,3}?(?:ask(?:ing)?(?! about)|request(?:ing)?|seek(?:ing)?|wait(?:ing)?|prompt(?:ing)?|confirm(?:ing|ation)?|approval|permission|consent)\b|\b(?:skip|bypass|disable|suppress|turn off|switch off|auto-?accept|auto-?approve)\s{1,3}(?:\w{1,12}\s{1,3}){0,3}?(?:confirmations?|approvals?|permissions?|consent|prompts?)\b/i;
const ANSWER =
  /\b(?:user|human|operator|person|anyone|confirm\w*|permissions?|approvals?|consent|without (?:asking|prompting))\b/i;
const DEEDS =
  /\b(?:run(?:s|ning)?|execut\w{1,4}|install\w{0,3}|delet\w{1,3}|remov\w{1,3}|push\w{0,3}|commit\w{0,4}|deploy\w{0,3}|send\w{0,3}|upload\w{0,3}|overwrit\w{1,3}|publish\w{0,3}|merg\w{1,3}|accept\w{0,3} |approv(?:e|es|ing) |shell|commands?|tool calls?|purchas\w{1,3}|pay|transfer|auto-?approve|auto-?accept)\b|\b(?:all|any|every)\s{1,3}(?:\w{1,12}\s{1,3}){0,2}(?:confirmations?|approvals?|permissions?|prompts?)\b|\b(?:never|do(?:n['’]t| not))\s{1,3}(?:\w{1,12}\s{1,3}){0,2}ask\w{0,3}\s{1,3}(?:(?:the|for|user|your|me|any)\s{1,3}){0,4}(?:confirmation|permission|approval|consent)/i;
const CONCEALS =
  /\b(?:without|do(?:n['’]t| not)|never)\s{1,3}(?:ever )?(?:tell(?:ing)?|inform(?:ing)?|notify(?:ing)?|alert(?:ing)?|let(?:ting)?)\s{1,3}(?:the |your |any )?(?:user|human|operator|owner|developer)s?\b(?!\s{1,3}(?:to|how|what|which|they|you|it['’]s|it is|when|where|edit|proceed)\b)|\b(?:do(?:n['’]t| not)|never)\s{1,3}(?:mention|reveal|disclose|report|log)\s{1,3}(?:this|these|it|any of this|that you)\b[^.;!?]{0,60}\b(?:user|human|anyone|output|summary|operator)\b|\b(?:hide|conceal|keep)\s{1,3}(?:this|these|it)\s{1,3}(?:\w{1,12}\s){0,3}(?:from|secret from)\s{1,3}(?:the )?(?:user|human|operator)\b/i;
const UNGUARDED =
  /--dangerously-skip-permissions|--dangerously-bypass-approvals-and-sandbox|(?<![\w-])--yolo\b|--trust-all-tools|bypassPermissions|dangerouslyDisableSandbox|danger-full-access|approval_policy\s{0,2}=\s{0,2}["']never|autoApprove["']?\s{0,2}:\s{0,2}(?:true|\[\s{0,2}["']\*)|alwaysAllow["']?\s{0,2}:\s{0,2}\[\s{0,2}["']\*|["']?auto_?approve(?:_all)?["']?\s{0,2}[:=]\s{0,2}true|enableAllProjectMcpServers["']?\s{0,2}:\s{0,2}true|chat\.tools\.autoApprove/i;
const NO_TLS =
  /\bcurl\s(?:\s?(?!-k\b)[\w"'./:=@-]{1,120}\s){0,8}?\s?(?:-\w{0,6}k\w{0,6}|--insecure)(?=\s|["'`]|$)|rejectUnauthorized["']?\s{0,2}[:=]\s{0,2}false|NODE_TLS_REJECT_UNAUTHORIZED["']?\]?\s{0,2}[:=]\s{0,2}["']?0|\bverify\s{0,2}=\s{0,2}False\b|_create_unverified_context|GIT_SSL_NO_VERIFY\s{0,2}=\s{0,2}(?:1|true)|http\.sslVerify["']?[\s=]{1,3}["']?false|--no-check-certificate|-SkipCertificateCheck|ServerCertificateValidationCallback|PYTHONHTTPSVERIFY\s{0,2}=\s{0,2}0|InsecureSkipVerify\s{0,2}:\s{0,2}true|strict-ssl[\s=]{1,3}["']?false|SSL_VERIFYPEER\s{0,2}(?:,|=>)\s{0,2}(?:false|0)|VERIFY_NONE|StrictHostKeyChecking[\s=]{1,3}["']?no\b|CERT_NONE|(?:disable|skip|turn off|switch off|ignore)\s{1,3}(?:\w{1,12}\s{1,3}){0,2}(?:tls|ssl|certificate)s?\s{1,3}(?:\w{1,12}\s{1,3}){0,1}(?:verification|validation|checks?|errors?|checking)/i;
const NO_DEFENCE =
  /Set-MpPreference\s{1,3}-DisableRealtimeMonitoring|\bcsrutil disable\b|\bsetenforce 0\b|\bufw disable\b|\bspctl --master-disable\b|\bnetsh advfirewall set \w{1,12} state off/i;

/** Rules about the agent itself: its files, its safeguards, and its honesty to the person it works for. */
export const agentRules: readonly StatementRule[] = [
  {
    id: "edits_agent_files",
    class: "hold",
    what: "a change to an agent's own memory, instructions or settings",
    gate: /(?:CLAUDE|AGENTS|GEMINI|MEMORY|SOUL|IDENTITY|HEARTBEAT)\.md|rules\b|copilot-instructions|\.claude|\.codex|\.cursor|\.gemini|\.openclaw|memor|system prompt|settings|configuration|config|instructions|prompt/i,
    find: (text) => firstOf(inOrder(text, 90, CHANGES, AGENT_FILES), inOrder(text, 70, CHANGES, OWN_MEMORY)),
  },
  {
    id: "skips_confirmation",
    class: "hold",
    what: "working without the confirmation of the person in charge",
    gate: /without|don['’]t|do not|never|no need|skip|bypass|disable|suppress|turn off|switch off|dangerous|yolo|trust-all|approv|danger-full|alwaysAllow|enableAll/i,
    find: (text) => firstOf(text.search(UNGUARDED), findUnasked(text, DEEDS)),
    firm: true,
  },
  {
    id: "conceals_from_user",
    class: "hold",
    what: "hiding something from the person in charge",
    gate: /tell|inform|notify|alert|mention|reveal|disclose|report|\blog\b|hide|conceal|keep|let/i,
    find: (text) => text.search(CONCEALS),
    firm: true,
  },
  {
    id: "switches_off_tls",
    class: "hold",
    what: "switching off the check of certificates, host keys or other defences",
    gate: /curl|unauthorized|verify|unverified|ssl|no-check-cert|certificate|insecure|hostkey|CERT_NONE|\btls\b|DisableRealtime|csrutil|setenforce|ufw|spctl|advfirewall/i,
    find: (text) => firstOf(text.search(NO_TLS), text.search(NO_DEFENCE)),
  },
  {
    id: "unattended",
    class: "label",
    what: "going on without asking the person in charge",
    gate: /ask|request|seek|wait|prompt|confirm|approv|permission|consent/i,
    find: (text) => findUnasked(text, ANSWER),
    firm: true,
  },
  {
    id: "agent_config",
    class: "label",
    what: "an entry for an agent's own configuration",
    gate: /claude_desktop_config|mcp\.json|mcpServers|mcp add/i,
    find: (text) => text.search(/claude_desktop_config\.json|\bmcp\.json|mcpServers|\bmcp add\b/i),
    firm: true,
  },
];

/**
 * A sentence that speaks of not asking, of the person in charge and, for a hold, of what is done then. Rows of tables and
 * code describe options of programs: there only the switches themselves count. "Never push without approval" and
 * "Without approval, stop" ask for the opposite.
 */
function findUnasked(text: string, besides: RegExp): number {
  if (/^\s*\||--\w|^\s*\$ /.test(text)) return -1;
  let offset = 0;
  for (const sentence of text.split(/(?<=[.;!?]\s)/)) {
    const match = UNASKED.exec(sentence);
    if (
      match &&
      !isOpposite(sentence, match) &&
      ANSWER.test(sentence.slice(match.index, match.index + 120)) &&
      besides.test(sentence)
    )
      return offset + match.index;
    offset += sentence.length;
  }
  return -1;
}

function isOpposite(sentence: string, match: RegExpExecArray): boolean {
  if (/.\b(?:without|unless|before|until)\b/i.test(match[0])) return true;
  if (!/^(?:without|no need for)/i.test(match[0]))
    return /\b(?:never|do not|don['’]t|must not)\s{1,3}(?:\w{1,12}\s{1,3}){0,4}$/i.test(sentence.slice(0, match.index));
  const rest = sentence.slice(0, match.index) + sentence.slice(match.index + match[0].length);
  return (
    /\b(?:never|not|don['’]t|mustn['’]t|shouldn['’]t|can['’]t|cannot|won['’]t|nothing|no|refuse|forbid\w*|stop|avoid)\b|❌/i.test(
      rest,
    ) ||
    (/(?:approval|permission|consent|confirmation)$/i.test(match[0]) && /^\W*without\b/i.test(sentence))
  );
}
