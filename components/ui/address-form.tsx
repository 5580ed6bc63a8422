"use client";

import { type ReactNode, useEffect, useRef } from "react";

/**
 * A form whose whole state is the URL of its page. Going back shows the state of the URL, not the values typed there,
 * which browsers would restore.
 */
export function AddressForm({
  action,
  id,
  className,
  children,
}: {
  action: string;
  /** For fields elsewhere on the page that belong to this form. */
  id?: string | undefined;
  className: string;
  children: ReactNode;
}) {
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    // A page restored from the back/forward cache keeps its field values.
    const onShow = ({ persisted }: PageTransitionEvent) => {
      if (persisted) form.current?.reset();
    };
    addEventListener("pageshow", onShow);
    return () => removeEventListener("pageshow", onShow);
  }, []);
  return (
    <form ref={form} id={id} action={action} autoComplete="off" className={className}>
      {children}
    </form>
  );
}
