import { views } from "@/app/skills/[skill_id]/views";

export const generateMetadata = views.provenance.generateMetadata;
export default views.provenance.Page;
