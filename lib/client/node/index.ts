import { setFetch } from "@/lib/client/index";
import { proxiedFetch } from "@/lib/client/node/proxied-fetch";

/** The client as Node loads it: with a `fetch` that uses the proxy of the environment. */
export * from "@/lib/client/index";
export { proxiedFetch };

setFetch(proxiedFetch(process.env));
