import { register } from "tsx/esm/api";

// A worker thread cannot load TypeScript until this is registered, even when its process can.
register();
await import("./answer-documents.ts");
