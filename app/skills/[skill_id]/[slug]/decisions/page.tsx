import { views } from "@/app/skills/[skill_id]/views";

export const generateMetadata = views.decisions.generateMetadata;
export default views.decisions.Page;
