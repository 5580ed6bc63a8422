import { send } from "@/lib/client/call";
import { readText } from "@/lib/client/read-text";
import { CommandError, type Io } from "@/lib/command/io";
import { callOptions } from "@/lib/command/talk/calls";

const CHARACTERS_MAX = 100_000;

/** The guide of the service: the text of the skill that teaches an agent to use it. Throws CairnError and CommandError. */
export async function fetchGuide(io: Io): Promise<string> {
  const text = await readText(await send("/skill.md", {}, callOptions(io)));
  if (text.startsWith("---\nname: cairn\n") && text.length <= CHARACTERS_MAX) return text;
  throw new CommandError(
    "no_guide",
    `${io.base}/skill.md is not the guide of this service.`,
    "Name the address of the service with --url. Nothing was changed.",
  );
}
