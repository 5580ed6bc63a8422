/** The same arguments after each of several programs. */
export const of = (names: string, rest: string) => names.split(" ").map((name) => `${name} ${rest}`);
/** The same program with each of several arguments. */
export const each = (name: string, ...rests: string[]) => rests.map((rest) => `${name} ${rest}`);
