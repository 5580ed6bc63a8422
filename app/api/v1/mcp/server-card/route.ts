export { DELETE, GET, HEAD, OPTIONS, PATCH, POST, PUT } from "@/app/api/v1/mcp/route";

export const dynamic = "force-dynamic";
