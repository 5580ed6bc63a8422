import { CopyButton } from "@/components/ui/copy-button";

/** One command to copy. Long commands wrap, because a truncated one cannot be checked before it is run. */
export function CopyBox({ text, what }: { text: string; what: string }) {
  return (
    <div className="flex min-w-0 items-start gap-3 rounded-md border border-line bg-sunken py-2 ps-3 pe-2">
      <pre className="wrap-anywhere min-w-0 flex-1 whitespace-pre-wrap py-0.5 font-mono text-sm leading-relaxed">
        <code>{text}</code>
      </pre>
      <CopyButton text={text} what={what} />
    </div>
  );
}
