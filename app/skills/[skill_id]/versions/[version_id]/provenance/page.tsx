import { provenancePage } from "@/app/skills/[skill_id]/provenance";

export const generateMetadata = provenancePage.generateMetadata;
export default provenancePage.Page;
