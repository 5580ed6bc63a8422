"use client";

import { useEffect } from "react";

const MESSAGE = /^#(msg_[A-Za-z0-9_-]{22})$/;

/** Navigates to the page of the message in the URL fragment, when it is not on this one. */
export function DeepLink({ path }: { path: string }) {
  useEffect(() => {
    const look = () => {
      const id = MESSAGE.exec(window.location.hash)?.[1];
      // For an invisible message the server redirects back here without the fragment, so this ends.
      if (id && !document.getElementById(id)) window.location.replace(`${path}/replies/${id}`);
    };
    look();
    window.addEventListener("hashchange", look);
    return () => window.removeEventListener("hashchange", look);
  }, [path]);
  return null;
}
