import { OUTPUTS } from "@/lib/server/formats/client/outputs";
import { makeOutputs } from "@/lib/start/build";

/** `npm run client`: what the start, the build and the tests make too, for an editor that needs the types. */
const result = await makeOutputs();
console.log(`${OUTPUTS.folder} ${result === "made" ? "is made from the sources." : "is up to date."}`);
