import type { ImportSummary } from "@/lib/domain/import/import-folders";

/** The readable summary: every refusal with its reason, every note, then one line of totals. */
export function report(summary: ImportSummary, seconds: number): string {
  const lines = [
    ...summary.notes.map(({ path, reason }) => `note     ${path}: ${reason}`),
    ...summary.refusals.map(({ path, reason }) => `refused  ${path}: ${reason}`),
    figures(summary, seconds),
  ];
  return `${lines.join("\n")}\n`;
}

function figures(
  { found, imported, newVersions, unchanged, refused, versions }: ImportSummary,
  seconds: number,
): string {
  const parts = [
    `${imported} imported`,
    `${newVersions} with a new version`,
    `${unchanged} unchanged`,
    `${refused} refused`,
  ];
  return `${found} ${found === 1 ? "skill" : "skills"}: ${parts.join(", ")}; ${versions} ${versions === 1 ? "version" : "versions"} stored in ${seconds.toFixed(1)} s.`;
}

/** Shows the progress of a long import: in place on a terminal, else a line every few seconds. */
export function makeProgress(out: NodeJS.WriteStream) {
  const interval = out.isTTY ? 100 : 5_000;
  let shown = Date.now();
  return {
    show(done: number, { found, refused }: ImportSummary) {
      if (Date.now() - shown < interval) return;
      shown = Date.now();
      const line = `${done} of ${found} skills${refused > 0 ? `, ${refused} refused` : ""} …`;
      out.write(out.isTTY ? `\r\u001b[K${line}` : `${line}\n`);
    },
    clear() {
      if (out.isTTY) out.write("\r\u001b[K");
    },
  };
}
