import { SEARCH_KEYS_PLACE } from "@/lib/contract/search-keys-place";

/**
 * Runs in the page before anything else: `/`, Ctrl K and ⌘ K focus the search box. It is separate from Next's scripts,
 * which load late: text typed after the key must go into the server-rendered box. The box keeps its text when they
 * load. A `/` typed into the empty box is swallowed: the box already has the focus, and `/` is not a useful query. The
 * dashboard and error pages may have no box.
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
