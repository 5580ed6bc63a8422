/**
 * Copies the URL of this page with the anchor of its message, where `CopyLinks` is on the page and the browser can
 * copy. Otherwise hidden, because the link beside it is the same. Short and without its own script, because a thread
 * has hundreds.
 */
export function CopyLink() {
  return (
    <button type="button" className="copy-link">
      <span aria-live="polite">Copy link</span> <span className="sr-only">to this message</span>
    </button>
  );
}
