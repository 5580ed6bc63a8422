import type { Alphabet, Chance } from "@/e2e/samples/chance";
import { rowsOf } from "@/e2e/samples/rows";

/** A text with random values in it. */
export type Sample = (roll: Chance) => string;

/**
 * Fake secrets by name, by set: `token` and `place` have a sample for each row of the table of rules, which only that row
 * finds; `kind` has what the checks promise to find; `shape` has further ways in which people and programs write secrets.
 */
export const { token, place, kind, shape } = samplesOf();

/** Texts that resemble secrets, by what they really are. One that is not random is the same each time. */
export const lookAlikes = rowsOf<{ what: string; text: string }>("look-alikes.jsonl").map(({ what, text }) => ({
  what,
  isRandom: /‹[^›]/.test(text),
  make: sampleOf(text),
}));

type Samples = Record<string, Sample>;

function samplesOf() {
  const sets = { token: {} as Samples, place: {} as Samples, kind: {} as Samples, shape: {} as Samples };
  for (const { set, name, text } of rowsOf<{ set: keyof typeof sets; name: string; text: string }>("secrets.jsonl"))
    sets[set][name] = sampleOf(text);
  return sets;
}

/**
 * In a template `‹36 alnum›` is a random text, `‹120-199 alnum›` one of a random length, `‹1-9›` a number and `‹a¦b›` one of
 * these, each after what is inside it. `‹›` is nothing: it breaks a prefix, so that scanners do not report the file.
 */
function sampleOf(template: string): Sample {
  return (roll) => {
    for (let text = template; ; ) {
      const filled = text.replaceAll(/‹([^‹›]*)›/g, (_, what: string) => partOf(what, roll));
      if (filled === text) return text;
      text = filled;
    }
  };
}

function partOf(what: string, roll: Chance): string {
  if (what.includes("¦")) return roll.pick(what.split("¦") as [string, ...string[]]);
  const [, least, most = least, alphabet] = /^(\d+)(?:-(\d+))?(?: (\w+))?$/.exec(what) ?? [];
  if (least === undefined) {
    const [name = "", of = ""] = what.split(/ (.*)/s);
    const make = MADE[name];
    if (!make) throw new Error(`No template knows ${name}.`);
    return make(of, roll);
  }
  const number = most === least ? Number(least) : Number(least) + roll.number(Number(most) + 1 - Number(least));
  return alphabet === undefined ? String(number) : roll.text(number, alphabet as Alphabet);
}

const MADE: Record<string, (of: string, roll: Chance) => string> = {
  "": () => "",
  uuid: (_, roll) => roll.uuid(),
  password: (_, roll) => password(roll),
  base64: btoa,
  json: (text) => JSON.stringify(text).slice(1, -1),
  uri: encodeURIComponent,
  lower: (text) => text.toLowerCase(),
  upper: (text) => text.toUpperCase(),
  wrap64: (text) => text.replace(/.{64}(?!$)/g, "$&\n"),
  wrap76: (text) => text.replace(/.{76}/g, "$&\n"),
};

/** A generated password of letters and digits, sometimes with signs. */
function password(roll: Chance): string {
  return roll
    .text(12 + roll.number(5), roll.pick(["alnum", "alnum", "symbols"]))
    .replace(/[#*%^+-]/g, "x")
    .replace(/^.{3}/, "Xk9");
}
