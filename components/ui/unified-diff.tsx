const LOOKS: Record<string, string> = {
  "+": "bg-moss-wash text-moss-strong",
  "-": "bg-rust-wash text-rust",
  "@": "text-ink-faint",
};

/** A unified diff, old to new. Each line keeps its mark, so that colour is not the only signal. */
export function UnifiedDiff({ text, label }: { text: string; label: string }) {
  const lines = text.split("\n").slice(2);
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for what is filled in.
    <div
      role="group"
      aria-label={label}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable region must be reachable by keyboard.
      tabIndex={0}
      className="max-h-96 overflow-auto rounded-md border border-line bg-sunken py-2 font-mono text-sm"
    >
      {lines.map((line, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the lines of one diff never move.
        <div key={place} className={`whitespace-pre-wrap px-3 ${LOOKS[line.charAt(0)] ?? ""}`}>
          {line || " "}
        </div>
      ))}
    </div>
  );
}
