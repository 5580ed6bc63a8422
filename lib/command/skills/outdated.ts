import { command } from "@/lib/command/command";
import { EXIT } from "@/lib/command/io";
import { coverage } from "@/lib/command/skills/choose";
import { heldSkills } from "@/lib/command/skills/held";
import { requireService } from "@/lib/command/skills/lock-file";
import { serviceOf } from "@/lib/command/skills/recorded-calls";
import { sentInWords, wouldRead } from "@/lib/command/skills/said";
import { isKeepable, type Standing, standingsOf } from "@/lib/command/skills/standing";
import { style } from "@/lib/command/style";

/** `cairn outdated`: which skills no longer fit what the project uses, and which have a newer version that fits. */
export const outdated = command({
  name: "outdated",
  about: "list skills that no longer fit, and the versions that do",
  args: { "[skills...]": "names of skills in cairn.lock (default: all)" },
  options: { "dry-run": { about: "print what would be sent, and send nothing" } },
  async run(io, names, { "dry-run": dryRun }) {
    const held = heldSkills(io, names);
    const { lock, skills } = held;
    requireService(lock, io.base);
    if (dryRun) return wouldRead(io, skills);
    const service = serviceOf(io);
    const standings = await standingsOf(io, service, held);
    const needing = standings.filter(needsAttention);
    if (needing.length > 0) io.exit = EXIT.attention;
    const lines = [...standings.map(inWords), ...whatHelps(standings), style.dim(sentInWords(service.sent))];
    io.answer({ skills: standings.map(told), sent: service.sent }, lines.join("\n"));
  },
});

function needsAttention({ state, missing, changed }: Standing): boolean {
  return state !== "current" || missing.length + changed.length > 0;
}

/** What `update` would do about them; the detail of each says what it would not. */
function whatHelps(standings: readonly Standing[]): string[] {
  if (standings.length === 0) return ["No skill is locked here."];
  if (!standings.some(needsAttention)) return ["Every skill fits."];
  const mended = standings.filter(
    (each) => each.target || (isKeepable(each) && each.missing.length + each.changed.length > 0),
  );
  const kept = mended.filter(({ changed }) => changed.length > 0);
  return [
    ...(mended.length > kept.length ? ["cairn update installs what fits."] : []),
    ...(kept.length > 0
      ? ["cairn update keeps files that were changed here; cairn update --force overwrites them."]
      : []),
  ];
}

function inWords(standing: Standing): string {
  const { slug, detail, missing, changed } = standing;
  const mark = needsAttention(standing) ? style.yellow(standing.state) : style.green(standing.state);
  return [
    `${style.bold(slug)}  ${mark}  ${detail}`,
    ...missing.map((file) => `  ${file} is missing.`),
    ...changed.map((file) => `  ${file} was changed here.`),
  ].join("\n");
}

function told({ slug, locked, state, target, detail, missing, changed }: Standing) {
  const { skill_id, version_id, version, covers } = locked;
  const fits = target && {
    version_id: target.version.version_id,
    version: target.version.ordinal,
    covers: coverage(target.version.applicability),
  };
  return { skill: slug, skill_id, version_id, version, covers, state, fits, detail, missing, changed };
}
