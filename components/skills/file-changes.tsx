import { UnifiedDiff } from "@/components/ui/unified-diff";
import { sizeInWords } from "@/lib/contract/file-change-in-words";
import type { FileChange } from "@/lib/contract/knowledge/read";

/** The files that differ between two versions: changed texts with their difference, folded beyond the first. */
export function FileChanges({ files, older, newer }: { files: FileChange[]; older: string; newer: string }) {
  const first = files.find(({ diff }) => diff !== null && diff.unified !== null);
  return (
    <section aria-labelledby="files" className="mt-8">
      <h3 id="files" className="text-lg">
        Files <span className="tabular-nums">({files.length})</span>
      </h3>
      <ul className="mt-2 divide-y divide-line">
        {files.map((file) => (
          <li key={file.path} className="py-2">
            <p className="flex flex-wrap items-baseline gap-x-4 gap-y-0.5">
              <span className="text-ink-soft text-sm">{file.change}</span>
              <a
                className="link min-w-0 break-words font-mono text-sm"
                href={`${file.change === "removed" ? older : newer}/files?${new URLSearchParams({ path: file.path })}`}
                dir="ltr"
              >
                {file.path}
              </a>
              <span className="text-ink-soft text-sm">{sizeInWords(file)}</span>
            </p>
            <Difference file={file} isOpen={file === first} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function Difference({ file, isOpen }: { file: FileChange; isOpen: boolean }) {
  const text = file.diff?.unified;
  if (!text) return null;
  return (
    <details open={isOpen} className="mt-1">
      <summary className="w-fit text-ink-soft text-sm hover:text-ink">Difference</summary>
      <div className="mt-1">
        <UnifiedDiff text={text.replace(/\n$/, "")} label={`Difference of ${file.path}`} />
      </div>
    </details>
  );
}
