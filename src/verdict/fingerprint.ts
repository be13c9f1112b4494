import { createHash } from 'node:crypto'
import { replacePlaceholders } from '../redact/placeholder.ts'

/** Twelve hex digits that name one cause: ids, times, ports, tags and long numbers do not change them. */
export function fingerprint(parts: {
  readonly check: string
  readonly statement: string
  readonly expected: string
  readonly actual: string
  readonly tag?: string
}): string {
  const plain = (text: string) => {
    const untagged = parts.tag ? text.replaceAll(parts.tag, '<tag>') : text
    return replacePlaceholders(untagged, '<secret>')
      .replace(/\b[0-9a-f]{8}-?(?:[0-9a-f]{4}-?){3}[0-9a-f]{12}\b/gi, '<id>')
      .replace(/(https?:\/\/)[^/\s"']+/g, '$1<host>')
      .replace(/\d{4}-\d{2}-\d{2}T[\d:.]+Z?/g, '<time>')
      .replace(/\d{5,}/g, '<n>')
  }
  const text = [parts.check, parts.statement, plain(parts.expected), plain(parts.actual)].join('\n')
  return createHash('sha256').update(text).digest('hex').slice(0, 12)
}
