import { BUT, clauseEnd, DETERMINERS, JOINS } from "@/lib/text/safety/skill/prose/clauses";
import type { Language } from "@/lib/text/safety/skill/prose/dictionary";
import { type Concept, verbs } from "@/lib/text/safety/skill/prose/lexicon";
import type { Hit } from "@/lib/text/safety/skill/prose/read-prose";
import type { Unit } from "@/lib/text/safety/skill/prose/split-prose";

/** Whether a verb gives an order, is forbidden, or only describes an action. Reads the words of its clause. */
export function statusOf(
  units: Unit[],
  from: number,
  to: number,
  frames: Array<{ from: number; to: number; concepts: Concept[] }>,
  starts: readonly number[],
  pasts: readonly number[],
  language: Language,
): Hit["status"] {
  const start = starts[from] ?? 0;
  const end = language === "de" ? clauseEnd(units, to) : from;
  for (const at of pasts) {
    if (at < start || at >= to + 8) continue;
    if (at < to || !units.slice(to, at).some((unit) => unit.kind === "break" || BUT.has(unit.text))) return "told";
  }
  for (const frame of frames) {
    if (frame.from === from) continue;
    const before = frame.to <= from;
    if (frame.concepts.includes("not") && !frame.concepts.includes("urge")) {
      const near =
        language === "zh"
          ? frame.from >= start && (frame.to === from || (before && frame.to - frame.from > 1))
          : before && frame.from >= start && from - frame.to <= 3;
      const after =
        language === "de" &&
        frame.from >= to &&
        frame.from < end &&
        !/^(?:ohne|statt|ausser)/.test(units[frame.from]?.text ?? "");
      const inClause = language === "de" && before && frame.from >= start;
      if (near || after || inClause) return "not";
    }
    if (frame.concepts.includes("villain") && (before || frame.from - to <= 6)) return "told";
    if (frame.concepts.includes("might") && before) return "told";
    if (frame.concepts.includes("past") && before && frame.from >= start) return "told";
    if (frame.concepts.includes("past") && language === "de" && frame.from >= to && frame.from < end) return "told";
    if (
      frame.concepts.includes("detect") &&
      before &&
      from - frame.to <= 12 &&
      !frame.concepts.some((one) => verbs.has(one) && one !== "tell" && one !== "read")
    )
      return "told";
  }
  return "order";
}

/** Whether an English verb instructs somebody, or describes what this skill does. */
export function isEnglishOrder(
  units: Unit[],
  from: number,
  taken: ReadonlyArray<{ from: number; to: number; concepts: Concept[] }>,
): boolean {
  const word = units[from]?.text ?? "";
  let at = from - 1;
  while (at >= 0 && ADVERBS.has(units[at]?.text ?? "")) at -= 1;
  const before = units[at];
  const isStart = at < 0 || before?.kind === "break";
  if (/ing$/.test(word) && word.length > 4)
    return /^(?:by|start|begin|keep|continue|finish|and|before|after|instead|consider|recommend)$/.test(
      before?.text ?? "",
    );
  if (/(?:ed|sent|hidden|given|written|taken|kept|shown)$/.test(word) && !/^(?:feed|embed|need|seed)$/.test(word))
    return /^(?:be|gets|get)$/.test(before?.text ?? "") && !PAST_AUXILIARIES.has(units[at - 1]?.text ?? "");
  if (/[^s]s$/.test(word))
    return SUBJECTS.has(before?.text ?? "") || (JOINS.has(before?.text ?? "") && SUBJECTS.has(firstNoun(units, at)));
  if (isStart) return true;
  if (before?.text === "to") {
    const head = units[at - 1]?.text ?? "";
    return !/^(?:used|able|attempt|attempts|attempted|tries|try|trying|tried|wants|want|allowed|how|tells|tell|asked|asks|ask|easy|hard|need|likely|supposed|designed|instructions|instruction|request|requests|way|ways|ability|possible|want|wish|going|refuse|refuses|tempting|chance)$/.test(
      head,
    );
  }
  if (/^(?:it|them|him|her)$/.test(before?.text ?? "") && /^(?:have|make|let)$/.test(units[at - 1]?.text ?? ""))
    return true;
  if (ORDER_BEFORE.has(before?.text ?? "") || /^(?:let|have|make)$/.test(units[0]?.text ?? "")) return true;
  // "At the start of every session fetch …": the first verb after a time phrase.
  if (
    FRONTED.has(units[0]?.text ?? "") &&
    before !== undefined &&
    !DETERMINERS.has(before.text) &&
    /^(?:session|sessions|task|time|answer|reply|start|run|end|begin|day|hour|minute|turn|install|commit|deploy)$/.test(
      before.text,
    )
  )
    return true;
  if (JOINS.has(before?.text ?? "")) {
    // A coordinated verb has the status of the verb before it.
    const earlier = taken.filter(
      (one) =>
        one.to <= at &&
        one.concepts.some((concept) => verbs.has(concept)) &&
        !DETERMINERS.has(units[one.from - 1]?.text ?? ""),
    );
    return (
      earlier.length === 0 ||
      earlier.slice(-3).some((one) => isEnglishOrder(units, one.from, [])) ||
      SUBJECTS.has(firstNoun(units, at))
    );
  }
  return false;
}

/** Whether a verb of telling is forbidden about this text or action, or towards the person in charge. */
export function isSecret(units: Unit[], from: number, to: number, language: Language): boolean {
  const around = units.slice(Math.max(0, from - 4), from).map(({ text }) => text);
  const after = units.slice(to, to + 4).map(({ text }) => text);
  if (language === "en") {
    if (around.some((one) => /^(?:does|doesn|did|didn|is|was|will|won|cannot|can)$/.test(one))) return false;
    const verb = units[from]?.text ?? "";
    if (
      !/^(?:tell|inform|notify|mention|reveal|disclose|explain|warn|alert|say|admit|announce|telling|informing|mentioning|notifying|let|bring|talk|state|report|show|document|note)$/.test(
        verb,
      ) ||
      (/ing$/.test(verb) && !around.includes("without"))
    )
      return false;
    if (
      /^(?:to|how|what|which|when|where|they|why|if|about)$/.test(after[2] ?? "") ||
      /^(?:to|how|if|when)$/.test(after[1] ?? "")
    )
      return false;
    return (
      (/^(?:this|it|so|that)$/.test(after[0] ?? "") &&
        /^(?:$|rule|step|file|skill|instruction|part|,|to|is|in|at|you)/.test(after[1] ?? "")) ||
      (/^(?:the|any|your)$/.test(after[0] ?? "") &&
        /^(?:user|owner|customer|team|reviewer|client|operator)s?$/.test(after[1] ?? "") &&
        /^(?:$|that|about|of|,|and|or|:|;|this|—)/.test(after[2] ?? ""))
    );
  }
  if (language === "zh") {
    const verb = units
      .slice(from, to)
      .map(({ text }) => text)
      .join("");
    return (
      /告诉|告知|提及|提到|透露|解释|声张|通知|提示|知会|提起/.test(verb) &&
      !/任何人|别人|他人|如何|怎么|答案|结局|谜底|剧情|密码|密钥|隐私|姓名|寿星/.test(
        units
          .slice(to, to + 4)
          .map(({ text }) => text)
          .join(""),
      )
    );
  }
  if (language === "fr") {
    // Before the verb, "le" and "l'" are pronouns only if adjacent to it.
    const pronoun = /^(?:le|l|en)$/.test(around.at(-1) ?? "") ? around.at(-1) : "";
    const near = [...around.filter((word) => !/^(?:le|l)$/.test(word)), pronoun, ...after].join(" ");
    return SECRET_OBJECTS.fr.test(` ${near} `);
  }
  const near = [...around, ...after].join(" ");
  return SECRET_OBJECTS[language].test(` ${near} `);
}

const SECRET_OBJECTS: Readonly<Record<"de" | "es" | "fr", RegExp>> = {
  de: / (?:es|dies|davon|dazu|das nicht|dem benutzer nichts|dem benutzer nicht|niemandem|dem nutzer|diesen schritt|darauf|daruber) /,
  es: / (?:lo|esto|este paso|se lo|nada de esto|al usuario|a nadie|esta regla) /,
  fr: / (?:le|l|cela|ca|cette etape|ce fichier|en parler|rien|a l utilisateur|a personne|cette regle) /,
};

function firstNoun(units: Unit[], until: number): string {
  for (let at = 0; at < Math.min(until, 6); at += 1)
    if (SUBJECTS.has(units[at]?.text ?? "")) return units[at]?.text ?? "";
  return "";
}

const FRONTED = new Set("at before after for in on each every once when whenever from during".split(" "));
const ADVERBS = new Set(
  "so thus therefore hence otherwise always first then next please silently quietly secretly immediately automatically also just simply now finally afterwards directly regularly periodically never not only once again later still kindly each time yes additionally".split(
    " ",
  ),
);
const ORDER_BEFORE = new Set(
  "must should shall will can you we agent assistant i let lets let's help please always ll going need have".split(" "),
);
const SUBJECTS = new Set(
  "agent assistant skill script helper hook job step command tool bot service you we it claude".split(" "),
);
const PAST_AUXILIARIES = new Set(["was", "were", "been", "had", "has", "have"]);
