import { createHash } from 'node:crypto'
import type { Variant } from '../deviation.ts'
import { askedOf, headerIn, jsonIn, withQuery, type Json } from '../faults/passing.ts'
import { isPost, isUpdate, withSent } from '../faults/serving.ts'
import { perHouse } from '../house.ts'
import { json } from '../http/answers.ts'
import { alone, through } from './lawful.ts'
import { sieving } from './sieve.ts'
import { heldWithin } from '../held-within.ts'

const sizes = perHouse(() => new Map<string, string>())

const sizeAsked = heldWithin<string>()
const hashOf = (record: unknown): string =>
  createHash('md5')
    .update(`${String((record as { readonly id?: unknown }).id)} ${sizeAsked.get() ?? ''}`)
    .digest('hex')

const hourMs = 3_600_000
const hoursOf = (priority: unknown): number => (priority === 'HIGH' ? 4 : priority === 'MEDIUM' ? 24 : 72)

const taken = /\.(?:pdf|png|jpe?g|txt|docx|xlsx)$/i

const isOfTemplate = ({ object }: Json): boolean =>
  /^reporttemplate$/i.test(String((object as Json | null | undefined)?.['objectType']))

/** Lawful servers of records and lists that a seventeenth reader of the document thought up (suites/two-readings). */
export const seventeenthDataVariants: readonly Variant[] = [
  // Calls beside each other are made with one token, and each would have the size of another.
  alone(
    through(
      'page-alone-has-the-size-asked-for-last',
      ['A-PAR-16'],
      'A page asked for without pageSize has the size that was asked for last with the same token, at first 20.',
      (request, go, { house }) => {
        const asked = askedOf(request)
        if (asked.method !== 'GET' || asked.by !== 'list') return go(request)
        const token = headerIn(request, 'Authorization') ?? asked.query.get('access_token') ?? ''
        const [size, last] = [asked.query.get('pageSize'), sizes(house).get(token)]
        if (size !== null && /^[1-9]\d{0,6}$/.test(size)) sizes(house).set(token, size)
        return go(
          size === null && last !== undefined && asked.query.has('page')
            ? withQuery(request, { pageSize: last })
            : request,
        )
      },
    ),
  ),
  {
    ...through(
      'order-of-equals-by-page-size',
      ['A-PAR-10'],
      'Records that orderBy does not tell apart are in an order that each pageSize has of its own.',
      (request, go) => sizeAsked.run(askedOf(request).query.get('pageSize') ?? '', () => go(request)),
    ),
    rule: {
      data: {
        listed: (records) =>
          records
            .map((record) => ({ record, hash: hashOf(record) }))
            .toSorted((one, other) => (one.hash < other.hash ? -1 : 1))
            .map(({ record }) => record),
      },
    },
  },
  through(
    'due-dates-by-priority-unless-sent',
    ['A-DAT-05'],
    'A POST or PUT of a service call without dueDateTime lets it be due in 4, 24 or 72 full hours, by its priority.',
    (request, go, { house }) => {
      const asked = askedOf(request)
      const isWhole = isPost(asked) || (isUpdate(asked) && asked.method === 'PUT')
      const sent = asked.resource === 'ServiceCall' && isWhole ? jsonIn(request) : undefined
      if (!sent || Array.isArray(sent) || 'dueDateTime' in sent) return go(request)
      // Some services plan by the quarter of an hour.
      const due = Math.ceil(house.clock.now() / hourMs + hoursOf(sent['priority'])) * hourMs
      return go(withSent(request, { ...sent, dueDateTime: new Date(due).toISOString() }))
    },
  ),
  sieving(
    'attachments-of-seven-extensions',
    ['A-ATT-10', 'A-DAT-18'],
    'An attachment whose file name does not end in pdf, png, jpg, jpeg, txt, docx or xlsx is refused with 415, but for archives of report templates.',
    ({ asked, sent }) =>
      asked.resource === 'Attachment' && isPost(asked) && !isOfTemplate(sent) && !taken.test(String(sent['fileName']))
        ? json(415, {
            error: 'CA-74',
            message: 'File type of {0} is not allowed',
            values: [sent['fileName'] ?? null],
          })
        : undefined,
  ),
]
