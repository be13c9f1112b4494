import type { Fault } from '../deviation.ts'
import type { Rulebook } from '../rulebook/rulebook.ts'

/** Reordering whole rows would not be a fault, so the ids stay in place. */
const withValuesOfNext: Rulebook['query']['mixes'] = (row, others) => {
  const next = others[(others.indexOf(row) + 1) % others.length] ?? row
  return Object.fromEntries(Object.entries(row).map(([alias, { id }]) => [alias, { ...next[alias], id }]))
}

/** Faults of A-QRY. */
export const queryFaults: readonly Fault[] = [
  {
    id: 'query-api-missing',
    breaks: ['A-QRY-01'],
    says: 'There is no Query API.',
    rule: { query: { served: () => false } },
  },
  {
    id: 'query-api-json-refused',
    breaks: ['A-QRY-01'],
    says: 'A statement as application/json is refused.',
    rule: { query: { acceptsType: () => false } },
  },
  {
    id: 'query-api-client-identifier-refused',
    breaks: ['A-QRY-01'],
    says: 'A call with clientIdentifier is refused.',
    rule: { query: { acceptsClientIdentifier: (value) => value === undefined } },
  },
  {
    id: 'query-api-key-resource',
    breaks: ['A-QRY-02'],
    says: 'Rows are keyed by the resource name.',
    rule: { query: { key: (_alias, resource) => resource.charAt(0).toLowerCase() + resource.slice(1) } },
  },
  {
    id: 'query-api-bare-rows',
    breaks: ['A-QRY-02'],
    says: 'Rows contain their fields without the alias.',
    rule: { query: { bares: () => true } },
  },
  {
    id: 'query-api-no-envelope',
    breaks: ['A-QRY-02'],
    says: 'Rows are returned as a bare array.',
    rule: { query: { envelope: (rows) => rows } },
  },
  {
    id: 'query-api-malformed-crashes',
    breaks: ['K-QRY-01'],
    says: 'A statement that cannot be read is answered with 500.',
    rule: { query: { refusedStatus: () => 500 } },
  },
  {
    id: 'query-api-last-field-missing',
    breaks: ['A-QRY-02'],
    says: 'The last selected field is missing.',
    rule: { query: { columns: (names) => names.slice(0, -1) } },
  },
  {
    id: 'query-api-values-mixed',
    breaks: ['A-QRY-02'],
    says: 'Rows combine their own id with the values of other records.',
    rule: { query: { mixes: withValuesOfNext } },
  },
  {
    id: 'query-api-values-as-text',
    breaks: ['A-QRY-02'],
    says: 'Numbers and booleans are returned as strings.',
    rule: {
      query: { value: (value) => (typeof value === 'number' || typeof value === 'boolean' ? String(value) : value) },
    },
  },
]
