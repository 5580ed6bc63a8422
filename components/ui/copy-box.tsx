import { CopyButton } from "@/components/ui/copy-button";

/** One command to take along. Long ones scroll inside the box. */
export function CopyBox({ text, what }: { text: string; what: string }) {
  return (
    <div className="flex min-w-0 items-start gap-3 rounded-md border border-line bg-sunken py-2 ps-3 pe-2">
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable with a keyboard. */}
      <pre tabIndex={0} className="min-w-0 flex-1 overflow-x-auto py-0.5 font-mono text-sm leading-relaxed">
        <code>{text}</code>
      </pre>
      <CopyButton text={text} what={what} />
    </div>
  );
}
