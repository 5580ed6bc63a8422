/**
 * The author of the starter library, as its versions name it. No front matter can claim it, because the name of the
 * service is reserved.
 */
export const STARTER_AUTHOR = "Cairn starter library";
