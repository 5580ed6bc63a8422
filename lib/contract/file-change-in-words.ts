import type { FileChange } from "@/lib/contract/knowledge/read";

/** "changed: references/setup.md, 3 lines added, 1 removed" */
export function fileInWords(file: FileChange): string {
  return `${file.change}: ${file.path}, ${sizeInWords(file)}`;
}

/** How large a change is: in lines where there is a difference of texts, else in bytes. */
export function sizeInWords({ bytes_before, bytes_after, diff }: FileChange): string {
  if (bytes_before === null || bytes_after === null) {
    const bytes = bytes_after ?? bytes_before ?? 0;
    return bytes === 1 ? "1 byte" : `${bytes} bytes`;
  }
  if (diff === null) return `${bytes_before} bytes before, ${bytes_after} after`;
  const lines = `${diff.lines_added} ${diff.lines_added === 1 ? "line" : "lines"} added, ${diff.lines_removed} removed`;
  return diff.unified === null ? `${lines}; too large to show` : lines;
}
