import type { ReactNode } from "react";
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

type Files = ReadonlyArray<Pick<VersionFile, "path" | "bytes">>;

/** More files than this are folded on a skill's page. */
const OPEN_MAX = 8;

/** The page that shows a file of a version. */
function filePage(files_page: string, path: string): string {
  return `${files_page}?${new URLSearchParams({ path })}`;
}

/** The files of a version by folder, each with a link to the page that shows it. */
function FileTree({ files, files_page, current }: { files: Files; files_page: string; current?: string | undefined }) {
  return (
    <ul className="space-y-0.5 font-mono text-sm">
      {rowsOf(files).map((row) => (
        <li
          key={row.path}
          className="flex min-w-0 items-baseline justify-between gap-3"
          style={{ paddingInlineStart: `${row.depth}rem` }}
        >
          {row.bytes === null ? (
            <span className="min-w-0 break-words text-ink-soft">{row.name}/</span>
          ) : (
            <>
              <a
                className="link min-w-0 break-words"
                href={filePage(files_page, row.path)}
                aria-current={row.path === current ? "page" : undefined}
              >
                {row.name}
              </a>
              <span className="shrink-0 text-ink-soft">{bytesInWords(row.bytes)}</span>
            </>
          )}
        </li>
      ))}
    </ul>
  );
}

/** The files on the page of a skill, above its text; many are folded. */
export function FileBox({ files, files_page }: { files: Files; files_page: string }) {
  if (files.length === 0) return null;
  const count = `${files.length} ${files.length === 1 ? "file" : "files"}`;
  return (
    <details open={files.length <= OPEN_MAX} className="no-print mt-4 rounded-md border border-line px-4 py-2">
      <summary className="font-semibold">{count} beside the text</summary>
      <div className="mt-2 mb-1">
        <FileTree files={files} files_page={files_page} />
      </div>
    </details>
  );
}

type Row = { path: string; name: string; depth: number; bytes: number | null };

/** Folders before what is in them, in the order of the files. */
function rowsOf(files: Files): Row[] {
  const rows: Row[] = [];
  const known = new Set<string>();
  for (const { path, bytes } of files) {
    const parts = path.split("/");
    for (let depth = 0; depth < parts.length - 1; depth += 1) {
      const folder = `${parts.slice(0, depth + 1).join("/")}/`;
      if (known.has(folder)) continue;
      known.add(folder);
      rows.push({ path: folder, name: parts[depth] ?? "", depth, bytes: null });
    }
    rows.push({ path, name: parts.at(-1) ?? "", depth: parts.length - 1, bytes });
  }
  return rows;
}

/** A size for people: `512 bytes`, `1.5 KiB`. */
function bytesInWords(bytes: number): string {
  if (bytes === 1) return "1 byte";
  if (bytes < 1_024) return `${bytes} bytes`;
  const kib = bytes / 1_024;
  return `${kib < 10 ? Math.round(kib * 10) / 10 : Math.round(kib)} KiB`;
}
