import { parse } from "smol-toml";
import { own, textOf } from "@/lib/command/projects/parsed-values";
import type { Place } from "@/lib/command/projects/place";
import { isPublic, reason } from "@/lib/command/projects/registries";
import { yamlObjects } from "@/lib/command/projects/yaml-documents";

/** Why names are not sent, by the settings of package managers: those of a scope, and all of them; null to send them. */
export type NpmRegistries = { ofScope: (name: string) => string | null; ofAll: string | null };

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
    ...[...place.above("package.json")].flatMap(({ file, text }) =>
      ofMembers(
        own(
          place.parsed(file, text, (each) => Object(JSON.parse(each))),
          "publishConfig",
        ),
      ),
    ),
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
