import { decisionsPage } from "@/app/skills/[skill_id]/decisions";

export const generateMetadata = decisionsPage.generateMetadata;
export default decisionsPage.Page;
