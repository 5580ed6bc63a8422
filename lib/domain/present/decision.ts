import type { DecisionRow } from "@/db/queries/decisions";
import type { Decision } from "@/lib/contract/public/resources";
import { presentAuthor } from "@/lib/domain/present/author";

/** The public form of a decision, the same in every answer. */
export function presentDecision(row: DecisionRow): Decision {
  const { decided_by, decided_by_connection_id, decided_by_role, ...rest } = row;
  const author = {
    author_connection_id: decided_by_connection_id,
    author_name: decided_by,
    author_role: decided_by_role,
  };
  const { name, mark, unverified } = presentAuthor(author, decided_by);
  return {
    ...rest,
    decided_by: name,
    decided_by_mark: mark,
    ...(unverified ? { decided_by_unverified: unverified } : {}),
    created_at: row.created_at.toISOString(),
  };
}
