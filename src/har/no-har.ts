/** A file that is no HAR: what is wrong with it. */
export class NoHar extends Error {}
