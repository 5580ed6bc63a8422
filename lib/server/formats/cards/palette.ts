/** The light theme colours of app/globals.css, for drawings without a stylesheet. A test compares them. */
export const PALETTE = {
  paper: "#faf9f6",
  surface: "#ffffff",
  sunken: "#f2f0ea",
  line: "#e3dfd6",
  "line-strong": "#8b8578",
  ink: "#211f1b",
  "ink-soft": "#4d4840",
  "ink-faint": "#676157",
  moss: "#42641f",
  "moss-strong": "#314b16",
  "moss-wash": "#ecf1e2",
  amber: "#7d5200",
  "amber-wash": "#faf0d9",
} as const;
