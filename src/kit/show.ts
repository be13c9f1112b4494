/** Far more than is shown of a text, so that what lies beyond can be left out before its secrets are sought. */
const shownAtMost = 64 * 1024

/** A value as a finding shows it: one line. It is cut when the finding is made, after its secrets were taken out. */
export function show(value: unknown): string {
  const text =
    typeof value === 'string'
      ? value
      : JSON.stringify(value, (_, inner: unknown) => (typeof inner === 'bigint' ? String(inner) : inner))
  if (text === undefined) return 'nothing'
  return text.slice(0, shownAtMost).replace(/\s+/g, ' ')
}
