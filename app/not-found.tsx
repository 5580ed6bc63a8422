import type { Metadata } from "next";
import { Frame } from "@/components/site/frame";
import { NothingHere } from "@/components/site/state-page";

export const metadata: Metadata = {
  title: "Page not found",
  description: "There is no page at this address.",
  robots: { index: false },
};

export default function NotFound() {
  return (
    <Frame>
      <NothingHere />
    </Frame>
  );
}
