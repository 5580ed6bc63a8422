import { command } from "@/lib/command/command";
import { type Io, usage } from "@/lib/command/io";
import { cairnOf } from "@/lib/command/service-calls";
import { forget, keep, kept, placeOf } from "@/lib/command/talk/kept";
import { flushAfter } from "@/lib/command/talk/outbox";

/** `cairn login`: keeps the token of a connection for this user and this service. */
export const login = command({
  name: "login",
  about: "keep a token, typed or piped in, to ask in its name",
  options: { new: { value: "name", about: "make a new connection of this name instead" } },
  async run(io, _, options) {
    // A new token is shown once, so there must be a place for it before it is made.
    await checkTokenPlace(io);
    const token = options.new === undefined ? await givenToken(io) : await newToken(io, options.new);
    io.progress("Checking the token …");
    const { name, mark, connection_id, role, control } = await cairnOf(io, { token }).getConnection();
    keep(tokenFile(io), { token });
    io.token = token;
    const mode = control.mode === "active" ? "" : ` It is ${control.mode}.`;
    io.answer({ connection_id, name, mark, role, mode: control.mode }, `Logged in as ${name} (${mark}).${mode}`);
    if (io.env.CAIRN_TOKEN && io.env.CAIRN_TOKEN !== token)
      io.note("CAIRN_TOKEN holds another token, which the next commands use instead.");
    await flushAfter(io);
  },
});

/** `cairn logout`. */
export const logout = command({
  name: "logout",
  about: "delete the token",
  async run(io) {
    const found = await forget(tokenFile(io));
    io.answer({ forgotten: found }, found ? "The token was deleted." : "No token was stored.");
  },
});

async function givenToken(io: Io): Promise<string> {
  const given = (await io.input()) ?? (await io.ask("Token (it is not shown): ", { hidden: true }));
  const token = given?.trim();
  if (token && !/\s/.test(token)) return token;
  throw usage(
    "No token was given.",
    `Pipe it in: cairn login < file. ${io.base}/connect makes one, and so does cairn login --new <name>.`,
  );
}

async function newToken(io: Io, name: string): Promise<string> {
  io.progress("Making a connection …");
  const { token } = await cairnOf(io).createConnection({ name });
  if (token) return token;
  throw usage("The service did not show a token.", "Run the command again.");
}

const tokenFile = (io: Io) => placeOf(io, "token.json");

/** The token that `cairn login` kept for this service; null without one. */
export async function keptToken(io: Io): Promise<string | null> {
  const found = await kept<{ token: string }>(tokenFile(io));
  return typeof found?.token === "string" ? found.token : null;
}

/** Throws if no token can be kept. */
async function checkTokenPlace(io: Io): Promise<void> {
  const probe = placeOf(io, "probe");
  keep(probe, null);
  await forget(probe);
}
