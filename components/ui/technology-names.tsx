/** For the `list` of a field that completes names of technologies. */
export const technologyNamesId = "technologies";

/** The names that such fields complete. Once a page. */
export function TechnologyNames({ names }: { names: string[] }) {
  return (
    <datalist id={technologyNamesId}>
      {names.map((name) => (
        <option key={name} value={name} />
      ))}
    </datalist>
  );
}
