"use client";

import { useEffect } from "react";
import { keepDraft } from "@/components/ui/drafts";

/** Deletes a draft that has been posted. */
export function ForgetDraft({ name }: { name: string }) {
  useEffect(() => keepDraft(name, ""), [name]);
  return null;
}
