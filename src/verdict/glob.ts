/** `*` stands for any run of characters, slashes included: check ids are short and their depth is known. */
export function matchesGlob(glob: string, id: string): boolean {
  const pattern = glob
    .split('*')
    .map((part) => part.replace(/[.+?^${}()|[\]\\]/g, '\\$&'))
    .join('.*')
  return new RegExp(`^${pattern}$`).test(id)
}
