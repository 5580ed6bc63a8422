import { createServer } from "node:http";
import next from "next";
import { EMPTY_APP } from "@/e2e/budgets/empty-app";

/** Next with pages that show one text, and no server in front of it. Build it first (`buildEmptyApp`). */
const app = next({ dev: false, dir: EMPTY_APP, conf: { compress: false } });
await app.prepare();

// The parent process has exited.
process.once("disconnect", () => process.exit());

const handle = app.getRequestHandler();
const server = createServer((request, response) => void handle(request, response));
server.listen(0, "127.0.0.1", () => {
  const address = server.address();
  process.send?.(typeof address === "object" && address ? address.port : 0);
});
