import { AsyncLocalStorage } from "node:async_hooks";
import { singleton } from "@/lib/platform/singleton";

/**
 * Runs `work` in the async context of the start of the process. Sockets that outlive a request must be opened so: they
 * hold on to the context in which they were opened or last reused, which during the rendering of a page is the whole
 * rendering, and through Node's list of immediates other renderings of that time as well.
 */
export const outsideRequests = singleton("outside-requests", () => AsyncLocalStorage.snapshot());
