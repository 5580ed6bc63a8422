/** Whether a path may be shown and stored: short, without characters of control, and leading nowhere else. */
export function isPlainPath(path: string): boolean {
  return path.length <= 300 && !/[\\\p{C}\ufffd]/u.test(path) && !/(?:^|\/)(?:\.{1,2}|\.git)(?:\/|$)/i.test(path);
}
