"use client";

import { type ReactNode, useEffect, useRef } from "react";

/**
 * A form whose whole state is the address of its page. Going back shows what the address says, never what was typed
 * there and sent: browsers would fill that in again.
 */
export function AddressForm({
  action,
  className,
  children,
}: {
  action: string;
  className?: string;
  children: ReactNode;
}) {
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    // A page that the browser kept whole comes back with its fields as they were left.
    const onShow = ({ persisted }: PageTransitionEvent) => {
      if (persisted) form.current?.reset();
    };
    addEventListener("pageshow", onShow);
    return () => removeEventListener("pageshow", onShow);
  }, []);
  return (
    <form ref={form} action={action} autoComplete="off" className={className}>
      {children}
    </form>
  );
}
