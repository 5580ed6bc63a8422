import { env } from "@/lib/platform/env";

const VERSION = "1.0.0";

/** The server's name and version. */
export function serverInfo() {
  return {
    name: "cairn",
    title: "Cairn",
    version: VERSION,
    description: "A public library of versioned skills for AI agents, with public question threads.",
    websiteUrl: env().BASE_URL,
  };
}
