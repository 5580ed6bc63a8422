import { type Block, readBlocks } from "@/lib/text/safety/skill/read-blocks";

/** Rules whose patterns secure coding guides show as bad examples. Theft, spying and self-replication always count. */
const MAY_BE_SHOWN: ReadonlySet<string> = new Set([
  "back_door",
  "destroys_data",
  "download_and_run",
  "encoded_code",
  "foreign_packages",
  "grants_access",
  "leaves_sandbox",
  "phishing",
  "prints_secrets",
  "skips_confirmation",
  "switches_off_tls",
]);

/** A caption that is only a verdict: "Wrong:", "Bad example:", "❌ Do not do this:". */
const VERDICT =
  /^[\s*_#>-]{0,8}(?:(?:❌|✗|✘|🚫)\s{0,3})?(?:the\s|a\s|an\s)?(?:(?:bad|wrong|insecure|unsafe|vulnerable|incorrect|dangerous|anti-?pattern|don['’]?t(?:\sdo\sthis)?|do\snot\sdo\sthis|falsch|unsicher|schlecht|gefährlich|nicht\sso|so\snicht|mal|incorrecto|inseguro|vulnerable|así\sno|mauvais|faux|incorrect|dangereux|à\séviter|à\sne\spas\sfaire)(?:\s\(?(?:example|code|version|pattern|way|beispiel|ejemplo|código|exemple|variante|do\snot\suse)\)?)?|(?:错误|不安全|危险|反面)(?:写法|示例|例子|代码|做法)?|反例)[\s*_]{0,4}[:：][\s*_]{0,4}$/iu;
/** "Never accept code like this:", "so refuse it in code review:", "This query is vulnerable to injection:". */
const REFUSED =
  /(?:\b(?:never|do\snot|don['’]?t|must\snot)\s(?:accept|write|approve|merge|commit|ship|deploy|use|do|run|copy|start|build|allow|leave|trust)\s(?:\w{1,20}\s){0,6}?(?:like\s(?:this|these|that|the)|this|these|such|the\sfollowing)\b|\b(?:refuse|reject|flag|block|report|forbid|remove|fix)\s(?:it|them|this|these|such|(?:any\s|a\s|all\s)?(?:code|lines?|queries|branch(?:es)?|pull\srequests?|configurations?|containers?|manifests?|patterns?|scripts?|calls?)\s)|\bis\s(?:vulnerable|insecure|unsafe|a\s(?:back\s?door|vulnerability|bug|mistake))\b|\b(?:akzeptiere|schreibe|verwende|übernimm)\s(?:nie|niemals|nicht|keinen?)\b|\b(?:ablehnen|zurückweisen|beanstanden)\b|\b(?:nunca|no)\s(?:aceptes|escribas|uses|apruebes)\b|\brecház\w{1,6}|\bne\s(?:jamais\s)?(?:acceptez|acceptes?|écri\w{1,4}|utilise\w{0,2})\s(?:jamais|pas)\b|\brefuse[rz]?\b|\brejette\b|不要(?:接受|使用|合并|这样写)|(?:应|要|必须)?拒绝(?:合并)?(?:这样|这种|以下|如下|下面))/iu;
/** Words that reverse the meaning: "never skip this", "do not run this without sudo", "to avoid errors, run". */
const TURNED =
  /\b(?:skip|forget|omit|miss|without|unless|except|hesitate|mind|stop|interrupt|change|delete|only|first|then|run\sas|to\s(?:avoid|prevent|fix)|so\s(?:that|it)|otherwise|instead|if\s(?:it|this|the)|exactly|anyway|still|works?|ohne|vergiss|außer|überspring\w{0,3}|damit|trotzdem|sin|salvo|olvides|omitas|sauf|sans|oublie\w{0,2}|afin)\b|忘记|跳过|除非|否则|以免|仍然/iu;
/** "The attacker had added this line to the deploy script:" */
const ATTACKED =
  /\b(?:attackers?|intruders?|malware|the\sworm|angreifer|eindringling|atacantes?|intrusos?|attaquants?)\b[^.:]{0,30}\b(?:had|has|have|added|ran|inserted|left|used|placed|wrote|hatten?|hat|haben|había|ha|añadió|dejó|avai(?:t|ent)|a|ajouté)\b|攻击者[^。：]{0,20}(?:了|过)/iu;
const ORDERED =
  /\b(?:run|execute|paste|try|start|install|repeat|führe|nutze|ejecuta|usa|exécute\w{0,2}|lance[rz]?|you)\b|运行|执行/iu;
/** Later words that retract the caption. */
const TAKEN_BACK =
  /\b(?:run|execute|use|apply|paste|start|install|führe|ausführen|nutze|ejecuta|usa|exécute\w{0,2}|lance[rz]?)\b[^.\n]{0,60}\b(?:above|anyway|regardless|nevertheless|all\sthe\ssame|all\sblocks|both\sblocks|every\sblock|oben|obigen?|trotzdem|dennoch|arriba|anterior|todas\sformas|ci-dessus|quand\smême)\b|(?:运行|执行|使用)[^。\n]{0,20}(?:上面|上述|以上)|(?:仍然|照样)(?:运行|执行)/iu;
/** "Never pipe a download into a shell. `curl … | sh` runs whatever the server sends." */
const FORBIDDEN_BEFORE =
  /(?:^|[.!?。！]\s{0,3})(?:never|do\snot|don['’]?t|avoid|nie(?:mals)?|nunca|no|jamais|ne|不要|切勿|禁止)\s?([^.!?。！\n]{4,160})[.!。！]\s{0,3}$/iu;
const ORDERED_AFTER =
  /^`\s{0,2}(?:first|once|now|before|is\srequired|must|to\s(?:start|set|finish)|zuerst|primero|d['’]abord|(?:sets|installs|handles|prepares|gets|brings|does)\s)/iu;

/** Whether a hit is in code that the text itself calls wrong. `line` is the line of the text, from 1. */
export type ShownAsBad = (hit: { rule: string; row: string; line: number }) => boolean;

/**
 * Finds code that its own caption or the sentence before it shows as wrong. The verdict must be the whole caption or
 * govern the sentence, and no later text may ask to run the code.
 */
export function shownAsBad(text: string): ShownAsBad {
  let lines: ReadonlySet<number> | null = null;
  return ({ rule, row, line }) => {
    if (!MAY_BE_SHOWN.has(rule) || /^(?:prose|text|notice):/.test(row)) return false;
    lines ??= linesShown(readBlocks(text));
    return lines.has(line);
  };
}

function linesShown(blocks: readonly Block[]): Set<number> {
  const lines = new Set<number>();
  const prose = blocks.map((block) => (block.kind === "prose" ? block.text.slice(0, 2_000) : ""));
  for (const [index, block] of blocks.entries()) {
    const before = blocks[index - 1];
    const isShown =
      block.kind === "code" ? before?.kind === "prose" && isCaption(before.text) : isForbiddenSpan(block.text);
    if (!isShown || TAKEN_BACK.test(prose.slice(index).join("\n").slice(0, 8_000))) continue;
    for (let line = block.line, at = 0; at >= 0; line += 1) {
      lines.add(line);
      at = block.text.indexOf("\n", at) + 1 || -1;
    }
  }
  return lines;
}

function isCaption(text: string): boolean {
  const last =
    text
      .slice(-400)
      .split(/(?<=[.!?。！？])\s+|\n/u)
      .at(-1) ?? "";
  if (!/[:：][\s*_]{0,4}$/.test(last)) return false;
  return (
    VERDICT.test(last) ||
    (REFUSED.test(last) && !TURNED.test(last)) ||
    (ATTACKED.test(last) && !TURNED.test(last) && !ORDERED.test(last))
  );
}

/** Whether each piece of code in a paragraph follows a sentence that forbids it. */
function isForbiddenSpan(text: string): boolean {
  const spans = Array.from(text.slice(0, 2_000).matchAll(/`[^`\n]{6,600}`/g));
  return (
    spans.length > 0 &&
    spans.every(({ 0: span, index }) => {
      const said = FORBIDDEN_BEFORE.exec(text.slice(Math.max(0, index - 240), index))?.[1];
      return said !== undefined && !TURNED.test(said) && !ORDERED_AFTER.test(text.slice(index + span.length - 1));
    })
  );
}
