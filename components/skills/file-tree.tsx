import { bytesInWords } from "@/components/skills/bytes-in-words";
import type { VersionFile } from "@/lib/contract/public/resources";

type Files = ReadonlyArray<Pick<VersionFile, "path" | "bytes">>;

/** More files than this are folded on a skill's page. */
const OPEN_MAX = 8;

/** The page that shows a file of a version. */
function filePage(files_page: string, path: string): string {
  return `${files_page}?${new URLSearchParams({ path })}`;
}

/** The files of a version by folder, each with a link to the page that shows it. */
export function FileTree({
  files,
  files_page,
  current,
}: {
  files: Files;
  files_page: string;
  current?: string | undefined;
}) {
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
