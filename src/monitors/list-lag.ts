/** How far a list may lag behind a write, in milliseconds: no bound is stated. */
export const listLag = 10_000
