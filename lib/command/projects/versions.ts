import { command } from "@/lib/command/command";
import { readProject } from "@/lib/command/projects/project";
import { style } from "@/lib/command/style";

/** `cairn versions`: what the program reads of the project. Sends nothing. */
export const versions = command({
  name: "versions",
  about: "show the technologies and versions read from this project",
  run(io) {
    const { folder, technologies, warnings } = readProject(io.cwd);
    const lines = technologies.map(
      ({ technology, version, exact, source }) =>
        `${technology}  ${version ?? "version unknown"}  ${style.dim(`${exact ? "installed" : "allowed"}, ${source}`)}`,
    );
    const none = `No manifest was found in ${io.cwd}, nor above it in its repository.`;
    const faults = warnings.map(({ file, detail }) => `${style.yellow("warning:")} ${file} ${detail}`);
    const told = [...(lines.length === 0 ? [none] : lines), ...faults];
    io.answer({ folder, technologies, warnings }, told.join("\n"));
  },
});
