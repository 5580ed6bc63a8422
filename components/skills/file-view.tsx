import type { ReactNode } from "react";
import { bytesInWords } from "@/components/skills/bytes-in-words";
import { FileTree } from "@/components/skills/file-tree";
import { CopyFrom } from "@/components/ui/copy-button";
import type { VersionFile } from "@/lib/contract/public/resources";

/** A version's files: one of them with its content, beside the list of all. */
export function FileView({
  files,
  files_page,
  version_page,
  file,
  text,
  children,
}: {
  files: readonly VersionFile[];
  files_page: string;
  version_page: string;
  file: VersionFile | null;
  /** The content as it is written; null for one that is only downloaded. */
  text: string | null;
  /** The content of a markdown file, rendered. */
  children?: ReactNode;
}) {
  return (
    <div className="page-grid">
      <div className="min-w-0">
        {file ? (
          <section aria-labelledby="file-name">
            <h2 id="file-name" className="break-words font-mono text-lg">
              {file.path}
            </h2>
            <p className="mt-1 flex flex-wrap gap-x-4 gap-y-1 text-base text-ink-soft">
              <span>{bytesInWords(file.bytes)}</span>
              <a className="link" href={new URL(file.url).pathname}>
                {text === null ? "Download" : "Raw"}
              </a>
              <a className="link" href={version_page}>
                Back to the text
              </a>
            </p>
            <p className="mt-1 break-all font-mono text-ink-soft text-sm">SHA-256 {file.sha256}</p>
            {text === null ? (
              <p className="mt-6">Images and PDF are not shown here. Download the file to see it.</p>
            ) : (
              <div className="mt-6">
                {children ?? (
                  <div className="overflow-hidden rounded-md border border-line">
                    <div className="flex justify-end border-line border-b bg-surface px-4 py-2 text-base">
                      <CopyFrom id="file" what="the file" />
                    </div>
                    <pre
                      id="file"
                      // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so it must be reachable by keyboard.
                      tabIndex={0}
                      className="overflow-x-auto bg-sunken px-4 py-3 font-mono text-sm leading-relaxed"
                    >
                      {text}
                    </pre>
                  </div>
                )}
              </div>
            )}
          </section>
        ) : (
          <p>
            {files.length === 0 ? "This version is a text alone. " : "Choose a file. "}
            <a className="link" href={version_page}>
              Back to the text
            </a>
          </p>
        )}
      </div>
      {files.length > 0 && (
        <nav aria-label="Files of this version" className="min-w-0">
          <h2 className="mb-2 text-lg">Files</h2>
          <FileTree files={files} files_page={files_page} current={file?.path} />
        </nav>
      )}
    </div>
  );
}
