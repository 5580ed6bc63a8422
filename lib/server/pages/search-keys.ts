import { SEARCH_KEYS_PLACE } from "@/lib/contract/search-keys-place";

/**
 * Runs in the page, before anything else: `/`, Ctrl K and ⌘ K lead to the search box. Not a part of Next's scripts, which
 * come late: what is typed after the key must go into the box the server drew. The box takes what it holds along when
 * they come. A `/` typed into the empty box has nowhere left to lead to, and nothing to search for. The dashboard and failed
 * pages may have no box.
 */
export const SEARCH_KEYS = `(() => {
  try {
    window.searchKeysOff = localStorage.getItem("${SEARCH_KEYS_PLACE}") === "off";
  } catch {}
  addEventListener("keydown", (event) => {
    if (window.searchKeysOff || event.altKey || event.isComposing) return;
    const { target } = event;
    const box = [...document.querySelectorAll("search input[name=q]")].find((each) => each.checkVisibility());
    const isTyping = target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName);
    if (event.metaKey || event.ctrlKey) {
      if (event.shiftKey || event.key.toLowerCase() !== "k") return;
    } else if (event.key !== "/" || (isTyping && (target !== box || box.value !== ""))) return;
    if (!box && document.readyState === "loading") return;
    event.preventDefault();
    if (!box) return location.assign("/skills");
    box.focus();
    box.select();
  });
})()`.replaceAll(/\n\s*/g, "");
