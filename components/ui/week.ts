const DAY = new Intl.DateTimeFormat("en-GB", { day: "numeric", month: "short", timeZone: "UTC" });

/** A week by its first day, such as "9 Nov". */
export function weekOf(monday: string): string {
  return DAY.format(new Date(`${monday}T00:00:00Z`));
}
