import type { Caller } from "@/e2e/support/knowledge";
import { listReports, type ReportedSubject } from "@/lib/contract/maintenance/reports";

/** The header of a caller at this address, behind the proxy of the tests. */
export const from = (address: string) => ({ "x-forwarded-for": address });

/** The subject in the list of maintainers, on whichever page it is: other tests report meanwhile. */
export async function listed(caller: Caller, id: string): Promise<ReportedSubject | undefined> {
  for (let cursor: string | null | undefined; cursor !== null; ) {
    const page: { data: ReportedSubject[]; next_cursor: string | null } = await caller.ok(listReports, {
      limit: 100,
      ...(cursor && { cursor }),
    });
    const found = page.data.find(({ subject }) => Object.values(subject).at(-1) === id);
    if (found) return found;
    cursor = page.next_cursor;
  }
  return undefined;
}
