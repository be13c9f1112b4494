import { storeAt } from '../data/stores.ts'
import type { Variant } from '../deviation.ts'
import { askedOf, jsonIn, refused } from '../faults/passing.ts'
import { perHouse } from '../house.ts'
import { plainId } from '../store/record.ts'

const embedded = { id: 'F1E1D0000000000000000000000000E8', name: 'WorkReport' }

const withEmbedded = perHouse((house) => {
  for (const account of house.world.accounts)
    for (const company of account.companies)
      storeAt({ account, company }, house).transaction(({ put, start }) =>
        put('ReportTemplate', {
          id: embedded.id,
          externalId: null,
          lastChanged: start,
          lastChangedBy: null,
          fields: { name: embedded.name, languages: ['de'], types: ['PDF', 'DOCX'] },
        }),
      )
  return true
})

const isEmbedded = (id: unknown): boolean => typeof id === 'string' && plainId(id) === plainId(embedded.id)

interface Sent {
  readonly method: string
  readonly target: string
  readonly body: Buffer
}

const writes = ['PUT', 'PATCH', 'DELETE']

/** Whether a write is about the record of an embedded template, or attaches something to it. */
function touchesEmbedded({ method, target, body }: Sent): boolean {
  const { resource, by, name } = askedOf({ method, target })
  if (resource === 'ReportTemplate') return by === 'id' && isEmbedded(name) && writes.includes(method)
  if (resource !== 'Attachment' || method === 'GET' || method === 'DELETE') return false
  const { object } = jsonIn({ body }) ?? {}
  return typeof object === 'object' && object !== null && 'objectId' in object && isEmbedded(object.objectId)
}

const notYours = () => refused(403, 'an embedded template is not modified')

const day = 86_400_000
const hour = 3_600_000
const quarter = hour / 4

/** The first moment from then on at which a visit may begin that is over by 17:00 UTC. */
function workingTime(from: number, takes: number): number {
  const start = Math.ceil(from / quarter) * quarter
  const midnight = Math.floor(start / day) * day
  if (start < midnight + 8 * hour) return midnight + 8 * hour
  return start + takes <= midnight + 17 * hour ? start : midnight + day + 8 * hour
}

/** Lawful readings of reports and re-optimization, thought up by a fourteenth reader (suites/two-readings). */
export const fourteenthJobVariants: readonly Variant[] = [
  {
    id: 'report-embedded-among-the-records',
    alone: true,
    leaves: ['B-RPT-06'],
    says: 'The embedded templates are ReportTemplate records, too, which nobody changes: 403.',
    seam: {
      passage: {
        through: async (request, go, { house }) => {
          withEmbedded(house)
          if (!touchesEmbedded(request)) return go(request)
          // Who may not even look is told that.
          const target = request.target.replace(/\/Attachment\b.*?(?=\?|$)/, '/Attachment')
          const looked = await go({ ...request, target, method: 'GET', body: Buffer.alloc(0) })
          return looked.status < 300 ? notYours() : looked
        },
        part: (request, go) => (touchesEmbedded(request) ? Promise.resolve(notYours()) : go(request)),
      },
    },
  },
  {
    id: 'report-own-templates-for-administrators',
    leaves: ['B-PRV-05'],
    says: 'To users without the privileges of an administrator the templates of the company are unknown: 404.',
    rule: {
      reporting: {
        seesRecords: (privileges) =>
          privileges === undefined || privileges.some((name) => name === 'ADMINISTRATOR' || name === 'SUPERUSER'),
      },
    },
  },
  {
    id: 'optimization-drops-what-does-not-fit',
    leaves: ['B-OPT-16'],
    says: 'Visits are half an hour apart, an hour long unless the activity says otherwise, and what would end after the window has no technician and no times.',
    rule: {
      optimization: {
        slot: ({ free, minutes, start, end }) => {
          const from = free === start ? start : free + hour / 2
          const until = from + (minutes ?? 60) * 60_000
          return until <= end ? { start: from, end: until } : 'dropped'
        },
      },
    },
  },
  {
    id: 'optimization-exchanges-technicians',
    leaves: ['B-OPT-14'],
    says: 'Each activity gets another technician where there is one, on a quarter of an hour between 08:00 and 17:00 UTC; what finds no place stays as it is.',
    rule: {
      optimization: {
        reassigns: (own, all) => all().find((id) => id !== own) ?? own,
        assigns: (able, _considered, own) => able.find((id) => id !== own) ?? able[0],
        slot: ({ free, minutes, end }) => {
          const takes = (minutes ?? 30) * 60_000
          const from = workingTime(free, takes)
          return from + takes <= end ? { start: from, end: from + takes } : 'stays'
        },
      },
    },
  },
]
