import type { Steps } from "@/lib/platform/steps";
import { choosePort, portTaken } from "@/lib/start/ports";

const DEFAULT_PORT = 3000;

export type Address = {
  host: string;
  port: number;
  url(): string;
  /** Picks the next free port when this one has been taken since. Throws when PORT fixed the port. */
  chooseAgain(): Promise<number>;
};

/** Picks a free port before any other work, so a taken port fails early. */
export async function chooseAddress(steps: Steps): Promise<Address> {
  const { env, forgetEnv } = await import("@/lib/platform/env");
  const { HOST: host, PORT: first } = env();
  const isFixed = Boolean(process.env.PORT);
  const isPublic = Boolean(process.env.BASE_URL);
  const everywhere = ["0.0.0.0", "::", "127.0.0.1", "::1", "localhost"].includes(host);
  const address = {
    host,
    port: first,
    url: () => `http://${everywhere ? "localhost" : host}:${address.port}`,
    async chooseAgain() {
      if (isFixed) throw portTaken(address.port);
      await choose();
      return address.port;
    },
  };
  async function choose(): Promise<void> {
    address.port = await choosePort(host, first, isFixed);
    if (!isFixed && address.port !== DEFAULT_PORT)
      steps.note(`Port ${DEFAULT_PORT} is taken: using ${address.port}. PORT chooses another.`);
    process.env.PORT = String(address.port);
    if (!isPublic) process.env.BASE_URL = address.url();
    forgetEnv();
  }
  await choose();
  return address;
}
