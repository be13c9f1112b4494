import type { Fault } from '../deviation.ts'
import { storeMeant } from '../variants/store-meant.ts'
import { askedOf, headerIn, isWell, passing, reshaping, type Json } from './passing.ts'
import { nowServed, plain, serving } from './serving.ts'

/** Characters beyond U+FFFF are one. */
const folded = (text: string): string => text.replace(/[\u{10000}-\u{10FFFF}]/gu, '\u{FFFD}')

/** Quiet breaches of records, deletions and attachments that a sixteenth reader of the document thought up (suites/two-readings). */
export const sixteenthDataFaults: readonly Fault[] = [
  reshaping(
    'deleted-listing-one-entry-per-external-id',
    ['A-DEL-01', 'A-DEL-07'],
    'Of several deleted records that had one external id in turn, the listing with DeletedObjects.2 holds the last one.',
    (asked) => asked.by === 'deleted' && asked.query.get('dtos') === 'DeletedObjects.2',
    (body) => {
      const entries = (body['deletedIds'] ?? []) as Json[]
      const last = new Map(entries.map((entry) => [entry['externalId'], plain(entry['id'])]))
      return {
        ...body,
        deletedIds: entries.filter(
          ({ id, externalId }) => externalId === undefined || last.get(externalId) === plain(id),
        ),
      }
    },
  ),
  passing(
    'external-ids-alike-beyond-the-basic-plane',
    ['A-DAT-14'],
    'An external id that no record has is found at one that differs from it in characters beyond the basic plane only.',
    (request, go, { house }) => {
      const asked = askedOf(request)
      const name = asked.by === 'externalId' ? asked.name : undefined
      if (name === undefined || folded(name) === name) return go(request)
      const table = storeMeant(request, house)?.table(asked.resource ?? '')
      const other = table?.byExternalId(name)
        ? undefined
        : table?.all().find(({ externalId }) => externalId !== null && folded(externalId) === folded(name))
      if (!other?.externalId) return go(request)
      const [path = '', query] = request.target.split(/\?(.*)/s)
      const target = `${path.replace(/[^/]*$/, encodeURIComponent(other.externalId))}${query === undefined ? '' : `?${query}`}`
      return go({ ...request, target })
    },
  ),
  serving(
    'put-stores-the-last-changed-by-that-was-sent',
    ['A-REC-05'],
    'PUT stores the lastChangedBy of the body, if it has one.',
    {
      rule: {
        record: {
          lastChangedBy: (writer, _former, { operation }) => {
            const sent = operation === 'put' ? nowServed()?.sent['lastChangedBy'] : undefined
            return typeof sent === 'string' ? sent : (writer.userId ?? writer.clientId)
          },
        },
      },
    },
  ),
  passing(
    'zipped-content-labelled-as-compressed',
    ['A-ATT-03', 'A-ATT-04'],
    'Content that begins as gzip does is sent with Content-Encoding: gzip, whatever it was uploaded as.',
    async (request, go) => {
      const asked = askedOf(request)
      const response = await go(request)
      const isContent = asked.by === 'content' || asked.path.endsWith('/attachmentService')
      if (!isContent || !isWell(response) || response.body.subarray(0, 2).toString('hex') !== '1f8b') return response
      const others = response.headers.filter(([name]) => name.toLowerCase() !== 'content-encoding')
      return headerIn(response, 'content-encoding') === 'gzip'
        ? response
        : { ...response, headers: [...others, ['Content-Encoding', 'gzip'] as const] }
    },
  ),
]
