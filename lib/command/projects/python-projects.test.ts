import { expect, test } from "@playwright/test";
import { read } from "@/e2e/support/made-project";
import { pythonVersionOf } from "@/lib/command/projects/version-texts";

const project = '[project]\nname = "shop"\ndependencies = ["Django>=4.2"]\n';
const entries = (table: string, version: string) => `[[${table}]]\nname = "django"\nversion = "${version}"\n`;

const PROJECTS: ReadonlyArray<[what: string, files: Record<string, string | object>, ...technologies: string[]]> = [
  [
    "uv.lock",
    {
      "pyproject.toml": project,
      "uv.lock": `version = 1\nrevision = 2\n\n${entries("package", "5.1.4")}source = { registry = "https://pypi.org/simple" }\n`,
    },
    "django =5.1.4 (uv.lock)",
  ],
  [
    "poetry.lock",
    {
      "pyproject.toml": project,
      "poetry.lock": `${entries("package", "5.1.4")}optional = false\n\n[package.dependencies]\nasgiref = ">=3.8"\n\n[metadata]\nlock-version = "2.0"\n`,
    },
    "django =5.1.4 (poetry.lock)",
  ],
  [
    "pdm.lock",
    { "pyproject.toml": project, "pdm.lock": `[metadata]\ngroups = ["default"]\n\n${entries("package", "5.1.4")}` },
    "django =5.1.4 (pdm.lock)",
  ],
  [
    "pylock.toml",
    {
      "pyproject.toml": project,
      "pylock.toml": `lock-version = "1.0"\ncreated-by = "pip"\n\n${entries("packages", "5.1.4")}`,
    },
    "django =5.1.4 (pylock.toml)",
  ],
  [
    "pylock.toml alone",
    { "pylock.toml": `lock-version = "1.0"\n${entries("packages", "5.1.4")}` },
    "django =5.1.4 (pylock.toml)",
  ],
  [
    "a lock of two environments",
    {
      "pyproject.toml": project,
      "uv.lock": `${entries("package", "4.2.16")}resolution-markers = ["python_full_version < '3.10'"]\n${entries("package", "5.1.4")}`,
    },
    "django 4.2.16 || 5.1.4 (uv.lock)",
  ],
  [
    "a lock with inline tables",
    { "pyproject.toml": project, "uv.lock": 'version = 1\npackage = [{ name = "Django", version = "5.2rc1" }]\n' },
    "django =5.2.0-rc.1 (uv.lock)",
  ],
  [
    "a Pipfile with its lock",
    {
      Pipfile:
        '[packages]\ndjango = "*"\n\n[dev-packages]\npytest = {version = "~=8.0"}\n\n[requires]\npython_version = "3.12"\n',
      "Pipfile.lock": { _meta: {}, default: { django: { version: "==5.1.4", hashes: ["sha256:00"] } }, develop: {} },
    },
    "python 3.12.x (Pipfile)",
    "django =5.1.4 (Pipfile.lock)",
    "pytest >=8.0.0 <9.0.0-0 (Pipfile)",
  ],
  [
    "a Pipfile.lock alone",
    { "Pipfile.lock": { _meta: {}, default: { django: { version: "==5.1.4" } } } },
    "django =5.1.4 (Pipfile.lock)",
  ],
  [
    "requirements with markers",
    { "requirements.txt": 'django==4.2.16 ; python_version < "3.10"\ndjango==5.1.4 ; python_version >= "3.10"\n' },
    "django 4.2.16 || 5.1.4 (requirements.txt)",
  ],
  [
    "a requirement for one platform",
    { "requirements.txt": 'django==5.1.4 ; sys_platform == "linux" and python_version >= "3.10"\n' },
    "django =5.1.4 (requirements.txt)",
  ],
  [
    "requirements with hashes",
    { "requirements.txt": "django==5.1.4 \\\n    --hash=sha256:00 \\\n    --hash=sha256:11\n    # via shop\n" },
    "django =5.1.4 (requirements.txt)",
  ],
  [
    "requirements with options",
    { "requirements.txt": '--extra-index-url https://example.org\ndjango[argon2] == 5.1.4 --config-settings="a=b"\n' },
    "django =5.1.4 (requirements.txt)",
  ],
  [
    "requirements for development",
    { "requirements-dev.txt": "-r requirements.txt\npytest==8.3.4\n", "requirements.txt": "django==5.1.4\n" },
    "django =5.1.4 (requirements.txt)",
    "pytest =8.3.4 (requirements-dev.txt)",
  ],
  [
    "requirements for production alone",
    { "requirements.prod.txt": "django==5.1.4\n" },
    "django =5.1.4 (requirements.prod.txt)",
  ],
  [
    "constraints",
    { "requirements.txt": "-c constraints.txt\ndjango\n", "constraints.txt": "django==5.1.4\nflask==3.0.0\n" },
    "django =5.1.4 (requirements.txt)",
  ],
  [
    "uv's own development group",
    { "pyproject.toml": '[tool.uv]\ndev-dependencies = ["django~=5.1"]\n' },
    "django >=5.1.0 <6.0.0-0 (pyproject.toml)",
  ],
  [
    "PDM's own development groups",
    { "pyproject.toml": '[tool.pdm.dev-dependencies]\ntest = ["django==5.1.*"]\n' },
    "django 5.1.x (pyproject.toml)",
  ],
  [
    "a list of environments in Poetry",
    {
      "pyproject.toml":
        '[tool.poetry.dependencies]\ndjango = [{version = "^4.2", python = "<3.10"}, {version = "^5.1", python = ">=3.10"}]\n',
    },
    "django ^4.2 || ^5.1 (pyproject.toml)",
  ],
  ["a local build", { "requirements.txt": "torch==2.3.1+cu121\n" }, "pytorch =2.3.1 (requirements.txt)"],
];

test("Python's projects are read as their tools read them", () => {
  const found = PROJECTS.map(([what, files]) => {
    const { technologies, warnings } = read(files);
    return [what, ...technologies, ...warnings.map(({ detail }) => detail)];
  });
  expect(found).toEqual(PROJECTS.map(([what, , ...told]) => [what, ...told]));
  expect(found.length).toBeGreaterThanOrEqual(10);
});

test("a lock file of Python that cannot be read is said", () => {
  const unreadable: ReadonlyArray<[file: string, text: string]> = [
    ["uv.lock", `<<<<<<< HEAD\n${entries("package", "5.1.4")}=======\n`],
    ["uv.lock", "nothing"],
    ["uv.lock", '[[package]]\nname = "django\n'],
    ["poetry.lock", "[[package]\n"],
    ["pdm.lock", "a = 1\n"],
    ["pylock.toml", '[[packages]]\nname = "django"\nname = "flask"\n'],
  ];
  for (const [file, text] of unreadable) {
    const { technologies, warnings } = read({ "pyproject.toml": project, [file]: text });
    expect([file, text, technologies]).toEqual([file, text, ["django >=4.2.0 (pyproject.toml)"]]);
    expect(warnings).toEqual([{ file, detail: expect.stringMatching(/^is malformed and was ignored: ./) }]);
  }
  expect(read({ "Pipfile.lock": "{}" }).warnings).toEqual([
    { file: "Pipfile.lock", detail: "lists no packages and was ignored" },
  ]);
});

test("versions are read by PEP 440", () => {
  const cases: ReadonlyArray<[text: string, version: string | null]> = [
    ["5.1.4", "5.1.4"],
    ["5.1", "5.1.0"],
    ["v5.1", "5.1.0"],
    ["5.0a1", "5.0.0-alpha.1"],
    ["5.0.alpha1", "5.0.0-alpha.1"],
    ["5.0-beta-2", "5.0.0-beta.2"],
    ["5.0c3", "5.0.0-rc.3"],
    ["5.0rc", "5.0.0-rc.0"],
    ["2.0.dev3", "2.0.0-dev.3"],
    ["1.0a1.dev2", "1.0.0-alpha.1"],
    ["2.9.post1", "2.9.0"],
    ["2.9-1", "2.9.0"],
    ["2.3.1+cu121", "2.3.1"],
    ["1!2.0", "2.0.0"],
    ["2024.8.30", "2024.8.30"],
    ["1.2.3.4", "1.2.3"],
    ["latest", null],
    ["1.2.3-foo", null],
  ];
  expect(cases.map(([text]) => [text, pythonVersionOf(text)])).toEqual(cases);
});
