import { anyContract, type EndpointContract } from "@/lib/contract/endpoint";
import { listConnections } from "@/lib/contract/maintenance/connections";
import { decideSubmission } from "@/lib/contract/maintenance/decide";
import { keepVersion } from "@/lib/contract/maintenance/keep";
import { listQueue } from "@/lib/contract/maintenance/queue";
import { addReviewNote } from "@/lib/contract/maintenance/review-notes";
import { revokeConnection } from "@/lib/contract/maintenance/revoke";
import { selectVersion } from "@/lib/contract/maintenance/select";
import { setSignup } from "@/lib/contract/maintenance/signup";
import { hideMessage, showMessage } from "@/lib/contract/maintenance/visibility";
import { restoreVersion, withdrawVersion } from "@/lib/contract/maintenance/withdraw";

/** The contracts for maintainers, at the end of the public interface's document. */
export const maintenanceContracts: EndpointContract[] = [
  anyContract(listQueue),
  anyContract(listConnections),
  anyContract(decideSubmission),
  anyContract(addReviewNote),
  anyContract(selectVersion),
  anyContract(withdrawVersion),
  anyContract(restoreVersion),
  anyContract(keepVersion),
  anyContract(hideMessage),
  anyContract(showMessage),
  anyContract(revokeConnection),
  anyContract(setSignup),
];
