"use client";

import { useEffect } from "react";

const MESSAGE = /^#(msg_[A-Za-z0-9_-]{22})$/;

/** Goes to the page on which the message of the address stands, when it is not this one. */
export function DeepLink({ path }: { path: string }) {
  useEffect(() => {
    const look = () => {
      const id = MESSAGE.exec(window.location.hash)?.[1];
      // A message that nobody can see leads back here without its anchor, so this ends.
      if (id && !document.getElementById(id)) window.location.replace(`${path}/replies/${id}`);
    };
    look();
    window.addEventListener("hashchange", look);
    return () => window.removeEventListener("hashchange", look);
  }, [path]);
  return null;
}
