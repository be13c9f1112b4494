/** A part of the items that still is as asked, and no more if one is taken away: halves are left out first, then ever less. */
export async function smallest(
  items: readonly string[],
  is: (part: readonly string[]) => Promise<boolean>,
): Promise<string[]> {
  let part = [...items]
  for (let size = Math.ceil(part.length / 2); size >= 1; size = size === 1 ? 0 : Math.ceil(size / 2))
    for (let at = 0; at < part.length && part.length > 1;) {
      const fewer = part.toSpliced(at, size)
      if (fewer.length > 0 && (await is(fewer))) part = fewer
      else at += size
    }
  return part
}
