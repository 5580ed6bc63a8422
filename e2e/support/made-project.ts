import { randomBytes } from "node:crypto";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { readProject } from "@/lib/command/projects/project";

export type MadeProject = { folder: string; put(file: string, text: string | object): void; remove(): void };

/** A repository of these files in a folder of its own: texts as they are, objects as JSON. */
export function makeProject(files: Files): MadeProject {
  const made = makeFolder("cairn-project-");
  mkdirSync(path.join(made.folder, ".git"));
  for (const [file, text] of Object.entries(files)) made.put(file, text);
  return made;
}

function makeFolder(prefix: string): MadeProject {
  const folder = mkdtempSync(path.join(tmpdir(), prefix));
  return {
    folder,
    put: (file, text) => putFile(folder, file, typeof text === "string" ? text : `${JSON.stringify(text, null, 2)}\n`),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}

/** Writes a file below a folder. */
export function putFile(folder: string, name: string, text: string): void {
  const file = path.join(folder, name);
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, text);
}

/** The `package.json` and `package-lock.json` of a project with one release of Next.js, as npm 10 writes them. */
export function nextProject(version: string): Record<string, object> {
  const dependencies = { next: `^${version.split(".")[0]}.0.0`, react: "^18.2.0", "react-dom": "^18.2.0" };
  const locked = (name: string, at: string, more: object = {}) => ({
    [`node_modules/${name}`]: {
      version: at,
      resolved: `https://registry.npmjs.org/${name}/-/${name}-${at}.tgz`,
      integrity: "sha512-0000",
      license: "MIT",
      ...more,
    },
  });
  return {
    "package.json": { name: "shop", version: "1.0.0", private: true, dependencies },
    "package-lock.json": {
      name: "shop",
      version: "1.0.0",
      lockfileVersion: 3,
      requires: true,
      packages: {
        "": { name: "shop", version: "1.0.0", dependencies },
        ...locked("next", version, { peerDependencies: { react: "^18.2.0" } }),
        ...locked("react", "18.3.1"),
        ...locked("react-dom", "18.3.1"),
      },
    },
  };
}

export type Files = Record<string, string | object>;

/** What is read of these files, as `name version (file)`. `=`: the installed version. */
export function read(files: Files, below = "") {
  const made = makeProject(files);
  try {
    const project = readProject(path.join(made.folder, below));
    const technologies = project.technologies.map(
      ({ technology, version, exact, source }) => `${technology} ${exact ? "=" : ""}${version} (${source})`,
    );
    return { technologies, warnings: project.warnings, folder: path.relative(made.folder, project.folder) };
  } finally {
    made.remove();
  }
}

type Surroundings = { home?: Files; env?: Record<string, string>; all?: boolean; given?: readonly string[] };

/** The names that would be sent of a project with these files, and those that would not. */
export function names(files: Files, { home, env, all, given }: Surroundings = {}) {
  const made = [makeProject(files), makeProject(home ?? {})] as const;
  try {
    const { technologies } = readProject(made[0].folder, {
      home: made[1].folder,
      env: env ?? {},
      all: all ?? false,
      private: given ?? [],
    });
    const named = (isSent: boolean) =>
      technologies
        .filter(({ withheld }) => (withheld === undefined) === isSent)
        .map(({ technology }) => technology)
        .sort();
    return { sent: named(true), kept: named(false) };
  } finally {
    for (const { remove } of made) remove();
  }
}

type SkillText = {
  name?: string;
  description?: string;
  title?: string;
  body?: string;
  review?: string;
  questions?: string[];
};

/** A temporary root with skill folders. `name` is unique to this run, so nothing in the database has it yet. */
export type SkillRoot = {
  root: string;
  name: string;
  /** Writes a SKILL.md, or another file of the same format, at a path under the root. */
  put(file: string, text?: SkillText): void;
  remove(): void;
};

export function makeSkillRoot(): SkillRoot {
  const { folder: root, put, remove } = makeFolder("cairn-skills-");
  const name = `pg-upsert-${randomBytes(5).toString("hex")}`;
  return {
    root,
    name,
    put(
      file,
      { description = `Use when rows of ${name} are inserted or updated.`, title = "Upsert rows", body, ...text } = {},
    ) {
      const front = `name: ${text.name ?? name}\ndescription: ${description}\nmetadata:\n  title: ${title}`;
      const review = text.review ? `  review: ${text.review}\n` : "";
      const questions = text.questions ? `questions: ${JSON.stringify(text.questions)}\n` : "";
      put(file, `---\n${front}\n${review}${questions}---\n${body ?? `# Upsert\n\nText of ${name}.\n`}`);
    },
    remove,
  };
}
