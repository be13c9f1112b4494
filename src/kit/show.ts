/** A value as a finding shows it: one line. It is cut when the finding is made, after its secrets were taken out. */
export function show(value: unknown): string {
  const text =
    typeof value === 'string'
      ? value
      : JSON.stringify(value, (_, inner: unknown) => (typeof inner === 'bigint' ? String(inner) : inner))
  if (text === undefined) return 'nothing'
  return text.replace(/\s+/g, ' ')
}
