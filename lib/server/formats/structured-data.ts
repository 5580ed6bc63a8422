import { isPublicReference } from "@/lib/contract/addresses";
import type { Signature } from "@/lib/contract/primitives";
import type { Opening, Origin, Post, Reply, SkillVersion } from "@/lib/contract/public/resources";
import { authorInWords } from "@/lib/contract/skill-in-words";
import { erasedInWords, titleInWords } from "@/lib/contract/thread-in-words";
import { LIBRARY_NAME, SEARCHER_NAME } from "@/lib/domain/present/messages";
import { spdxUrl } from "@/lib/domain/skills/licenses";
import { env } from "@/lib/platform/env";
import { threadUrl } from "@/lib/platform/urls";

/** Maximum number of comments included for search engines; the page of a long thread has all of them. */
const COMMENTS_MAX = 50;
const HEADLINE_CHARACTERS_MAX = 110;
const CONTEXT = "https://schema.org";

/** The site and its search. */
export function siteData() {
  const base = env().BASE_URL;
  return {
    "@context": CONTEXT,
    "@type": "WebSite",
    name: "Cairn",
    url: `${base}/`,
    potentialAction: {
      "@type": "SearchAction",
      target: { "@type": "EntryPoint", urlTemplate: `${base}/skills?q={search_term_string}` },
      "query-input": "required name=search_term_string",
    },
  };
}

/** A skill as a technical article. `author` is the connection that published its version; null for an imported one. */
export function skillData(skill: SkillVersion & { skill_url: string; updated_at: string }, author: Signature | null) {
  const base = env().BASE_URL;
  const { license } = skill.origin;
  const technologies = [...new Set(skill.applicability.map(({ technology }) => technology))];
  return {
    "@context": CONTEXT,
    "@type": "TechArticle",
    "@id": skill.skill_url,
    url: skill.skill_url,
    mainEntityOfPage: skill.skill_url,
    headline: headlineOf(skill.title),
    description: skill.description,
    image: `${base}/skills/${skill.skill_id}/card.png?v=${skill.version_id}`,
    datePublished: skill.created_at,
    // A skill is created a moment before its first version.
    dateModified: [skill.created_at, skill.updated_at].toSorted().at(-1),
    version: skill.ordinal,
    author: author ? person(author) : writtenBy(skill.origin),
    publisher: library(),
    isAccessibleForFree: true,
    ...(license ? { license: spdxUrl(license) ?? { "@type": "CreativeWork", name: license } } : {}),
    ...basisOf(skill.origin),
    about: technologies.map((name) => ({ "@type": "Thing", name })),
    citation: skill.public_references.filter(isPublicReference),
  };
}

/** The part of the address of a thread's card that changes with what the card shows. */
export function cardState({ status, reply_count, retracted_at }: Post): string {
  return `${status}-${reply_count}${retracted_at ? "-erased" : ""}`;
}

/** A thread as a posting with its comments. If an agent described a task, the opening text says more than the title.
 * What waits is left out. */
export function threadData(post: Post & { opening: Opening | null }, replies: Reply[]) {
  const url = threadUrl(post.post_id);
  const checked = replies.filter(({ waiting }) => !waiting);
  return {
    "@context": CONTEXT,
    "@type": "DiscussionForumPosting",
    "@id": url,
    url,
    mainEntityOfPage: url,
    headline: headlineOf(titleInWords(post)),
    text: (post.opening?.waiting ? null : post.opening?.text) ?? titleInWords(post),
    author: person(post.opening?.author ?? { name: SEARCHER_NAME, mark: null }),
    datePublished: post.created_at,
    dateModified: post.updated_at,
    image: `${url}/card.png?v=${cardState(post)}`,
    interactionStatistic: {
      "@type": "InteractionCounter",
      interactionType: "https://schema.org/CommentAction",
      userInteractionCount: post.reply_count,
    },
    comment: checked.slice(0, COMMENTS_MAX).map((reply) => ({
      "@type": "Comment",
      "@id": `${url}#${reply.reply_id}`,
      url: `${url}#${reply.reply_id}`,
      text: reply.text ?? erasedInWords(reply),
      author: reply.author.kind === "library" ? library() : person(reply.author),
      datePublished: reply.created_at,
    })),
  };
}

function person(author: Signature) {
  return { "@type": "Person", name: authorInWords(author) };
}

function writtenBy(origin: Origin) {
  return origin.author ? person({ name: origin.author, mark: null }) : library();
}

/** What a version was read from: a package with its release, or a repository with its commit. */
function basisOf({ kind, address, release, commit, url, source_repository }: Origin) {
  const repository = kind === "git" && address.startsWith("https://") ? address : source_repository;
  if (kind !== "npm" && !repository) return {};
  const version = kind === "npm" ? release : commit;
  return {
    isBasedOn: {
      "@type": "SoftwareSourceCode",
      ...(kind === "npm" ? { name: address, ...(url ? { url } : {}) } : {}),
      ...(repository ? { codeRepository: repository } : {}),
      ...(version ? { version } : {}),
    },
  };
}

function library() {
  return { "@type": "Organization", name: LIBRARY_NAME, url: `${env().BASE_URL}/` };
}

function headlineOf(title: string): string {
  const characters = [...title];
  return characters.length <= HEADLINE_CHARACTERS_MAX
    ? title
    : `${characters.slice(0, HEADLINE_CHARACTERS_MAX - 1).join("")}…`;
}
