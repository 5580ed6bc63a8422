/** What a field for public text loads once its script runs; the field works without it. */
export { ProseHelp } from "@/components/threads/prose-help";
export { ProseMirror } from "@/components/threads/prose-mirror";
export { problemsIn } from "@/components/threads/rewrite-prose";
