/** What each named part of an address looks like, as a regular expression. */
const SHAPES: Record<string, string> = {
  skill_id: "skl_[\\w-]+",
  version_id: "skv_[\\w-]+",
  operation_ref: "kop_[\\w-]+",
  connection_id: "con_[\\w-]+",
  thread_id: "thr_[\\w-]+",
  slug: "[a-z0-9-]+",
  code: "[a-z_]+",
  area: "[a-z-]+",
};

/** The names in a pattern: `"skill_id"` of `/skills/{skill_id}/SKILL.md`. */
export type ParametersOf<Pattern extends string> = Pattern extends `${string}{${infer Name}}${infer Rest}`
  ? Record<Name, string> & ParametersOf<Rest>
  : unknown;

/**
 * A pattern such as `/skills/{skill_id}/SKILL.md` as a regular expression with named groups. Each part has the shape of its name;
 * with `anySegment` a part that is a whole segment may be any text, so that a wrong id is found and can be answered as one.
 * `{rest}` and `{file_path}` take everything that follows.
 */
export function addressPattern(pattern: string, options: { anySegment: boolean }): RegExp {
  const source = pattern.replaceAll(/[.*+?^$|()\\]/g, "\\$&").replaceAll(/(\/?)\{(\w+)\}(?=(\/|$)?)/g, (...match) => {
    const [, slash = "", name = "", end] = match;
    const isSegment = slash === "/" && end !== undefined;
    const shape =
      name === "rest" || name === "file_path"
        ? ".+"
        : isSegment && options.anySegment
          ? "[^/]+"
          : (SHAPES[name] ?? "[^/]+");
    return `${slash}(?<${name}>${shape})`;
  });
  return new RegExp(`^${source}$`);
}
