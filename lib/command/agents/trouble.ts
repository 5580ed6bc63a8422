/** A file that cannot be changed safely: what is wrong with it, as a sentence about "it". */
export class FileTrouble extends Error {
  override readonly name = "FileTrouble";
}
