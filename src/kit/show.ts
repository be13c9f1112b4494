/** A value as a finding shows it: short, one line. */
export function show(value: unknown): string {
  const text = typeof value === 'string' ? value : JSON.stringify(value, (_, inner: unknown) => (typeof inner === 'bigint' ? String(inner) : inner))
  if (text === undefined) return 'nothing'
  const line = text.replace(/\s+/g, ' ')
  return line.length > 400 ? `${line.slice(0, 400)}...` : line
}
