/**
 * Copies the address of this page with the anchor of the message it stands in, where `CopyLinks` is on the page and the
 * browser can copy. Else it does not appear: the link beside it is the same. Short, and without a script of its own,
 * because a thread has hundreds.
 */
export function CopyLink() {
  return (
    <button type="button" className="copy-link">
      <span aria-live="polite">Copy link</span> <span className="sr-only">to this message</span>
    </button>
  );
}
