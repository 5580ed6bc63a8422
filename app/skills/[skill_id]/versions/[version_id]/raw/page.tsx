import type { Metadata } from "next";
import type { Query } from "@/app/skills/[skill_id]/open-skill";
import { Raw } from "@/app/skills/[skill_id]/raw";
import { viewMetadata } from "@/app/skills/[skill_id]/skill-page";

type Props = { params: Promise<{ skill_id: string; version_id: string }>; searchParams: Promise<Query> };

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  return viewMetadata(await params, "raw", "Raw");
}

export default async function RawPage({ params, searchParams }: Props) {
  return Raw({ place: await params, query: await searchParams });
}
