import type { Command, Flags } from "@/lib/command/command";

/** The help of the whole program. */
export function programHelp(about: string, commands: readonly Command[], flags: Flags): string {
  const rows = commands.map(({ name, about: does }) => [name, does]);
  const more = "cairn <command> --help shows the arguments and options of a command.";
  return [`Usage: cairn <command> [options]\n\n${about}`, table("Commands", rows), options(flags), more].join("\n\n");
}

/** The help of one command. */
export function commandHelp({ name, about, args = {}, options: own = {}, more = "" }: Command, flags: Flags): string {
  const usage = `Usage: cairn ${[name, ...Object.keys(args)].join(" ")} [options]\n\n${about}`;
  const parts = [usage, table("Arguments", Object.entries(args)), options({ ...own, ...flags }), more];
  return parts.filter((part) => part !== "").join("\n\n");
}

function options(flags: Flags): string {
  const rows = Object.entries(flags).map(([name, { about, value, many, short }]) => [
    `${short ? `-${short}, ` : ""}--${name}${value ? ` <${value}>` : ""}`,
    many ? `${about}; may be given again` : about,
  ]);
  return table("Options", rows);
}

function table(title: string, rows: string[][]): string {
  if (rows.length === 0) return "";
  const width = Math.max(...rows.map(([left = ""]) => left.length)) + 2;
  return [`${title}:`, ...rows.map(([left = "", right]) => `  ${left.padEnd(width)}${right}`)].join("\n");
}
