import { endpoints } from "@/lib/endpoints";
import { routes } from "@/lib/http/next-routes";

export const dynamic = "force-dynamic";
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = routes(endpoints.keepVersion);
