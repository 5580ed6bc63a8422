import { address } from "@/components/address";

/** A search whose results can be explained. */
export type Searched = {
  q: string;
  technology?: string | undefined;
  version?: string | undefined;
  /** For results of the directory. */
  list?: "directory";
};

/** The address that explains why a skill is a result of a search. */
export function whyPath(searched: Searched, skill: string): string {
  return address("/docs/ranking", { ...searched, skill });
}
