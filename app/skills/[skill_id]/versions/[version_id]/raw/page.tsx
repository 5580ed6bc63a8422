import { views } from "@/app/skills/[skill_id]/views";

export const generateMetadata = views.raw.generateMetadata;
export default views.raw.Page;
