import { endpoints } from "@/lib/server/endpoints";
import { routes } from "@/lib/server/pages/next-routes";

export const dynamic = "force-dynamic";
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = routes(endpoints.listTechnologies);
