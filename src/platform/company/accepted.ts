/** Media types of an Accept header, best first; those of quality 0 are left out. */
export function acceptedTypes(header: string | undefined): readonly string[] {
  const ranges = (header ?? '').split(',').map((range) => {
    const [type = '', ...parameters] = range.split(';').map((part) => part.trim().toLowerCase())
    const quality = Number(parameters.find((parameter) => parameter.startsWith('q='))?.slice(2) ?? 1)
    return { type, quality }
  })
  return ranges
    .filter(({ type, quality }) => type !== '' && quality > 0)
    .sort((one, other) => other.quality - one.quality)
    .map(({ type }) => type)
}
