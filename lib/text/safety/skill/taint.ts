/** What a value of a program may hold, as bits that are joined while it is followed. */
export const REMOTE = 1;
/** Contents of a store of keys or passwords. */
export const SECRET = 2;
/** All variables of the environment. */
export const ENVIRONMENT = 4;
export const CLIPBOARD = 8;
/** A file of the person: in the home folder, in /etc, or named by an absolute path. */
export const PRIVATE_FILE = 16;
/** A whole source tree, as an archive or a listing with contents. */
export const SOURCE_TREE = 32;
/** Text that came out of a decoder. */
export const DECODED = 64;
/** The screen, the keyboard, the microphone or the camera. */
export const WATCHED = 128;
/** The path of a store of keys, not its contents. */
export const SECRET_PATH = 256;
/** The path of a file of the person, not its contents. */
export const PRIVATE_PATH = 512;
/** Secrets of a pipeline. */
export const PIPELINE_SECRET = 1024;
/** A value handed to the function that is read now. */
export const PARAMETER = 2048;
/** The name of the machine or of the person. */
export const IDENTITY = 4096;
/** Where the source tree stands. */
export const TREE_PATH = 8192;
/** The value of a variable that is named like the key of a service. */
export const KEY_VALUE = 16_384;
/** The name of a variable that holds a key, not its value. */
export const KEY_NAME = 32_768;
/** What a request of a stranger brought. */
export const REQUEST = 65_536;
/** The home folder or the root of the disk as a whole. */
export const WHOLE_HOME = 131_072;
/** Rows of a database that tell who people are. */
export const PEOPLE = 262_144;
/** Everything that must not leave the machine. */
export const PRIVATE =
  SECRET | ENVIRONMENT | CLIPBOARD | PRIVATE_FILE | SOURCE_TREE | WATCHED | PIPELINE_SECRET | KEY_VALUE;

/** What reading a path turns its name into. */
export function contentsOf(taint: number): number {
  let contents = taint & ~(SECRET_PATH | PRIVATE_PATH | TREE_PATH);
  if (taint & SECRET_PATH) contents |= SECRET;
  if (taint & PRIVATE_PATH) contents |= PRIVATE_FILE;
  return contents;
}
