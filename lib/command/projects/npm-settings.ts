import { parse } from "smol-toml";
import { jsonObject, own, type Place, textOf } from "@/lib/command/projects/place";
import { isPublic, reason } from "@/lib/command/projects/registries";
import { yamlObjects } from "@/lib/command/projects/yaml-documents";

/** What the files of a workspace say about the ranges in its manifests. */
type NpmRanges = {
  /** The range that a manifest means by `range`: that of a catalog, or the one that overrides it. */
  of: (name: string, range: string) => { range: string; source: string | null };
};

type Named = { file: string; value: Record<string, unknown> };

const CATALOG_FILES = ["pnpm-workspace.yaml", ".yarnrc.yml"] as const;

/**
 * Catalogs (`catalog:` in a manifest) of pnpm, Yarn and Bun, and what replaces ranges: `overrides` of npm, pnpm and Bun,
 * and `resolutions` of Yarn, as the outermost manifest has them.
 */
export function npmRanges(place: Place): NpmRanges {
  const manifests = manifestsAbove(place);
  const settings = parsedAbove(place, CATALOG_FILES, (text) => yamlObjects(text)[0]);
  const catalogs = [
    ...settings,
    ...manifests.flatMap(({ file, value }) => [
      { file, value },
      { file, value: own(value, "workspaces") ?? {} },
    ]),
  ];
  const overrides = overridesOf(manifests, settings);
  return {
    of(name, range) {
      const fromCatalog = catalogRange(catalogs, name, range);
      const asked = fromCatalog?.range ?? range;
      const instead = overrides(name, asked);
      if (instead === null) return { range: asked, source: fromCatalog?.source ?? null };
      const resolved = catalogRange(catalogs, name, instead.range);
      return { range: resolved?.range ?? instead.range, source: instead.source };
    },
  };
}

/** The manifests of the folder and of those above it. */
export function manifestsAbove(place: Place): Named[] {
  return parsedAbove(place, ["package.json"], jsonObject);
}

/** What these files say, here and above, from the nearest; without those that cannot be read. */
function parsedAbove(
  place: Place,
  names: readonly string[],
  parse: (text: string) => Named["value"] | undefined,
): Named[] {
  return [...place.above(...names)].flatMap(({ file, text }) => {
    const value = place.parsed(file, text, parse);
    return value ? [{ file, value }] : [];
  });
}

function catalogRange(
  catalogs: readonly Named[],
  name: string,
  range: string,
): { range: string; source: string } | null {
  const named = /^catalog:\s*(.*)$/.exec(range)?.[1];
  if (named === undefined) return null;
  for (const { file, value } of catalogs) {
    const lists =
      named === "" || named === "default"
        ? [own(value, "catalog"), own(own(value, "catalogs"), "default")]
        : [own(own(value, "catalogs"), named)];
    for (const list of lists) {
      const found = list && Object.hasOwn(list, name) ? textOf(list[name]) : null;
      if (found !== null) return { range: found, source: file };
    }
  }
  return null;
}

/** What a manager builds with instead of the range that a manifest states; null when it is that range. */
function overridesOf(manifests: readonly Named[], settings: readonly Named[]) {
  const root = manifests.at(-1);
  const lists = [
    ...settings.map(({ file, value }) => ({ file, list: own(value, "overrides") })),
    ...(root
      ? [own(root.value, "overrides"), own(own(root.value, "pnpm"), "overrides"), own(root.value, "resolutions")]
      : []
    ).map((list) => ({ file: root?.file ?? "", list })),
  ];
  return (name: string, range: string): { range: string; source: string } | null => {
    for (const { file, list } of lists)
      for (const [key, value] of Object.entries(list ?? {})) {
        const [, target, of] = /^(?:\*\*\/)?((?:@[^/@>]+\/)?[^/@>]+)(?:@(?:npm:)?(.+))?$/.exec(key) ?? [];
        if (target !== name || key.includes(">") || (of !== undefined && of !== range)) continue;
        const given = textOf(value) ?? textOf(own({ value }, "value")?.["."]);
        const reference = given?.startsWith("$") && root ? rangeIn(root.value, given.slice(1)) : given;
        // pnpm writes `-` for a package that is left out.
        if (reference && reference !== "-") return { range: reference, source: file };
      }
    return null;
  };
}

function rangeIn(manifest: Record<string, unknown>, name: string): string | null {
  for (const section of ["dependencies", "devDependencies", "optionalDependencies"]) {
    const list = own(manifest, section);
    const range = list && Object.hasOwn(list, name) ? textOf(list[name]) : null;
    if (range !== null) return range;
  }
  return null;
}

/** Why names are not sent, by the settings of package managers: those of a scope, and all of them; null to send them. */
type NpmRegistries = { ofScope: (name: string) => string | null; ofAll: string | null };

type Setting = [scope: string, address: string | null];

const LINE = /^[ \t]*"?(?:(@[\w.-]+):)?registry"?[ \t]*[= \t][ \t]*"?([^\s"]+)/gm;

const MEMBER = /^(?:(@[\w.-]+):)?registry$/;
const ENVIRONMENT = /^(?:npm_config_(?:(@[\w.-]+):)?registry|yarn_(?:npm_)?registry(?:_server)?|bun_config_registry)$/i;

/** The registries that `.npmrc`, `.yarnrc`, `.yarnrc.yml`, `pnpm-workspace.yaml` and `bunfig.toml` name, here and at home. */
export function npmRegistries(place: Place): NpmRegistries {
  const found = [
    ...settingsIn(place, [".npmrc", ".yarnrc", ".config/pnpm/rc", "Library/Preferences/pnpm/rc"], (text) =>
      Array.from(text.matchAll(LINE), ([, scope = "", address = ""]): Setting => [scope, address]),
    ),
    ...settingsIn(place, [".yarnrc.yml", "pnpm-workspace.yaml"], ofYaml),
    ...settingsIn(place, ["bunfig.toml", ".bunfig.toml"], ofBun),
    // A project that publishes to a registry has its packages from there too.
    ...manifestsAbove(place).flatMap(({ value }) => ofMembers(own(value, "publishConfig"))),
    ...Object.entries(place.env).flatMap(([name, value]): Setting[] => {
      const [, scope = ""] = ENVIRONMENT.exec(name) ?? [];
      return ENVIRONMENT.test(name) ? [[scope.toLowerCase(), value ?? null]] : [];
    }),
  ];
  const foreign = new Map<string, string>();
  for (const [scope, address] of found) if (address && !isPublic(address)) foreign.set(scope, reason(address));
  return {
    ofScope: (name) => (name.startsWith("@") ? (foreign.get(name.split("/")[0] ?? "") ?? null) : null),
    ofAll: foreign.get("") ?? null,
  };
}

function settingsIn(place: Place, names: string[], read: (text: string) => Setting[]): Setting[] {
  const inProject = [...place.above(...names)].flatMap(({ file, text }) => place.parsed(file, text, read) ?? []);
  return [...inProject, ...place.atHome(...names).flatMap((text) => place.parsed(names[0] ?? "", text, read) ?? [])];
}

function ofYaml(text: string): Setting[] {
  const [settings] = yamlObjects(text);
  const scopes = Object.entries(own(settings, "npmScopes") ?? {});
  const registries = Object.entries(own(settings, "registries") ?? {});
  return [
    ["", textOf(settings?.npmRegistryServer)],
    ...ofMembers(settings),
    ...scopes.map(([scope, entry]): Setting => [`@${scope}`, textOf(Object(entry).npmRegistryServer)]),
    ...registries.map(([scope, address]): Setting => [scope === "default" ? "" : scope, textOf(address)]),
  ];
}

/** `registry`, and `@scope:registry`. */
function ofMembers(settings: Record<string, unknown> | null | undefined): Setting[] {
  return Object.entries(settings ?? {}).flatMap(([key, value]): Setting[] => {
    const [, scope = ""] = MEMBER.exec(key) ?? [];
    return MEMBER.test(key) ? [[scope, textOf(value)]] : [];
  });
}

function ofBun(text: string): Setting[] {
  const install = own(parse(text), "install");
  const addressOf = (entry: unknown) => textOf(entry) ?? textOf(Object(entry).url);
  const scopes = Object.entries(own(install, "scopes") ?? {});
  return [
    ["", addressOf(install?.registry)],
    ...scopes.map(([scope, entry]): Setting => [`@${scope.replace(/^@/, "")}`, addressOf(entry)]),
  ];
}
