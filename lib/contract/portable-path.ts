const PATH_BYTES_MAX = 200;

/**
 * Whether every file system can hold a path of `/`-separated names: none is hidden, empty, reserved by Windows, or has
 * characters that cannot be seen or that Windows refuses. The service accepts no other files of a skill, and the command
 * line writes no others.
 */
export function isPortablePath(path: string): boolean {
  if (new TextEncoder().encode(path).length > PATH_BYTES_MAX) return false;
  return path.split("/").every((part) => {
    const isReserved = /^(?:con|prn|aux|nul|con(?:in|out)\$|(?:com|lpt)[\d¹²³])(?:\.|$)/i.test(part);
    return part !== "" && !/^[.\s]|[.\s]$|[\p{C}\\<>:"|?*]/u.test(part) && !isReserved;
  });
}
