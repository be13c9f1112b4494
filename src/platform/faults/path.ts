import type { Fault } from '../deviation.ts'

const mangled = (id: string, says: string, mangle: (segment: string) => string): Fault => ({
  id,
  says,
  breaks: ['A-DAT-14', 'A-DAT-15', 'A-DAT-16'],
  rule: { data: { externalIdsMeant: (segment) => [mangle(segment)] } },
})

const decodedAgain = (segment: string) => {
  try {
    return decodeURIComponent(segment)
  } catch {
    return segment
  }
}

/** Faults of record paths. */
export const pathFaults: readonly Fault[] = [
  mangled(
    'data-external-id-slash-cut',
    'An external id in a path is cut at its slash.',
    (segment) => segment.split('/')[0] ?? '',
  ),
  mangled('data-external-id-plus-blank', 'A plus sign in an external id in a path is decoded as a space.', (segment) =>
    segment.replaceAll('+', ' '),
  ),
  mangled('data-external-id-decoded-twice', 'An external id in a path is decoded twice.', decodedAgain),
  mangled(
    'data-external-id-query-cut',
    'An external id in a path is cut at an encoded question mark.',
    (segment) => segment.split('?')[0] ?? '',
  ),
  mangled(
    'data-external-id-fragment-cut',
    'An external id in a path is cut at an encoded number sign.',
    (segment) => segment.split('#')[0] ?? '',
  ),
  mangled('data-external-id-blanks-cut', 'Spaces in an external id in a path are dropped.', (segment) =>
    segment.replaceAll(' ', ''),
  ),
  mangled('data-external-id-latin', 'An external id in a path is decoded as Latin-1.', (segment) =>
    Buffer.from(segment, 'utf8').toString('latin1'),
  ),
  {
    id: 'data-external-id-ignores-end',
    breaks: ['A-DAT-14', 'A-DAT-24'],
    says: 'An external id in a path also finds a record whose external id lacks the last character.',
    rule: { data: { externalIdsMeant: (segment) => [segment, segment.slice(0, -1)] } },
  },
  {
    id: 'data-api-moved',
    breaks: ['A-DAT-30'],
    says: 'The Data API is at /api/data/v5 only.',
    wire: {
      request: (request) => ({
        ...request,
        target: request.target.replace('/api/data/v4/', '/api/data/v0/').replace('/api/data/v5/', '/api/data/v4/'),
      }),
    },
  },
]
