import { register } from "tsx/esm/api";

// A thread does not know TypeScript before it has been told, not even when its process does.
register();
await import("./answer-documents.ts");
