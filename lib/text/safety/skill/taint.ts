/** The possible contents of a program's value, as bits combined by the analysis. */
export const REMOTE = 1;
/** Contents of a key or password store. */
export const SECRET = 2;
/** All environment variables. */
export const ENVIRONMENT = 4;
export const CLIPBOARD = 8;
/** A personal file: in the home folder, in /etc, or named by an absolute path. */
export const PRIVATE_FILE = 16;
/** A whole source tree, as an archive or a listing with contents. */
export const SOURCE_TREE = 32;
/** The output of a decoder. */
export const DECODED = 64;
/** The screen, the keyboard, the microphone or the camera. */
export const WATCHED = 128;
/** The path of a key store, not its contents. */
export const SECRET_PATH = 256;
/** The path of a personal file, not its contents. */
export const PRIVATE_PATH = 512;
/** Pipeline secrets. */
export const PIPELINE_SECRET = 1024;
/** A parameter of the function being read. */
export const PARAMETER = 2048;
/** The name of the machine or of the person. */
export const IDENTITY = 4096;
/** The path of the source tree. */
export const TREE_PATH = 8192;
/** The value of a variable named like a service key. */
export const KEY_VALUE = 16_384;
/** The name of a variable that holds a key, not its value. */
export const KEY_NAME = 32_768;
/** Input from an untrusted request. */
export const REQUEST = 65_536;
/** The whole home folder or the root of the disk. */
export const WHOLE_HOME = 131_072;
/** Database rows that identify people. */
export const PEOPLE = 262_144;
/** Everything that must not leave the machine. */
export const PRIVATE =
  SECRET | ENVIRONMENT | CLIPBOARD | PRIVATE_FILE | SOURCE_TREE | WATCHED | PIPELINE_SECRET | KEY_VALUE;

/** Maps the taint of a path to the taint of its contents. */
export function contentsOf(taint: number): number {
  let contents = taint & ~(SECRET_PATH | PRIVATE_PATH | TREE_PATH);
  if (taint & SECRET_PATH) contents |= SECRET;
  if (taint & PRIVATE_PATH) contents |= PRIVATE_FILE;
  return contents;
}
