import type { QueueItem } from "@/lib/contract/maintenance/queue";

/** The safety findings in a text: rule, field, line and the line itself. */
export function Findings({ findings }: { findings: QueueItem["review"]["findings"] }) {
  return (
    <ul aria-label="What the rules found" className="space-y-2 rounded-md border border-amber/40 bg-amber-wash p-4">
      {findings.map((finding) => (
        <li key={`${finding.rule} ${finding.file ?? finding.field} ${finding.line}`} className="text-base">
          <span className="font-semibold">{finding.what}</span>{" "}
          <span className="text-ink-soft">
            ({finding.class}, rule {finding.rule}, {finding.file ?? finding.field} line {finding.line}
            {finding.count > 1 ? `, ${finding.count} times` : ""})
          </span>
          <code dir="auto" className="mt-1 block whitespace-pre-wrap font-mono text-sm">
            {finding.excerpt}
          </code>
        </li>
      ))}
    </ul>
  );
}
