import { expect, test } from "@playwright/test";
import { anyContract, fieldCarrier } from "@/lib/contract/endpoint";
import { knowledgeSearch } from "@/lib/contract/knowledge/reading";
import { createReply, listReplies } from "@/lib/contract/public/threads";

for (const name of ["__proto__", "constructor", "toString", "hasOwnProperty"]) {
  test(`an unknown field named ${name}, which every object inherits, belongs to the body or query`, () => {
    expect(fieldCarrier(anyContract(knowledgeSearch), name)).toBe("body");
    expect(fieldCarrier(anyContract(createReply), name)).toBe("body");
    expect(fieldCarrier(anyContract(listReplies), name)).toBe("query");
  });
}
