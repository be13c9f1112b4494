import type { Variant } from '../deviation.ts'
import { jsonIn, askedOf } from '../faults/passing.ts'
import { asksForList, isUpdate, now, nowServed, serving, withSent } from '../faults/serving.ts'

const same = new WeakSet<object>()

const { breaks: _, ...writesNothing } = serving(
  'lastchanged-still-on-same-value',
  ['A-REC-04'],
  'A PATCH of the values that are stored writes nothing.',
  {
    rule: {
      record: {
        lastChanged: (start, former) => {
          const at = nowServed()
          return at && former !== undefined && same.has(at.asked) ? former : start
        },
      },
      data: {
        patched: (stored, sent) => {
          const at = nowServed()
          if (at && Object.entries(sent).every(([name, value]) => stored[name] === value)) same.add(at.asked)
          return { ...stored, ...sent }
        },
      },
    },
  },
)

/** Lawful servers of A-DAT-01..16, thought up from their sentences alone. */
export const readingsDataVariants: readonly Variant[] = [
  {
    id: 'get-etag',
    leaves: ['A-DAT-01'],
    says: 'Answers to GET have an ETag.',
    wire: {
      response: (response, { method }) =>
        method === 'GET' && response.status === 200
          ? { ...response, headers: [...response.headers, ['ETag', `W/"${response.body.length}"`]] }
          : response,
    },
  },
  {
    id: 'list-links',
    leaves: ['A-DAT-02'],
    says: 'Lists name the next page in a Link header.',
    wire: {
      response: (response, request) =>
        asksForList(askedOf(request)) && response.status === 200
          ? { ...response, headers: [...response.headers, ['Link', '<?page=2>; rel="next"']] }
          : response,
    },
  },
  {
    ...writesNothing,
    leaves: ['A-REC-04'],
  },
  {
    id: 'put-extid-clears-extid',
    leaves: ['A-DAT-05', 'A-DAT-15'],
    says: 'PUT by external id removes an external id that its body does not hold.',
    seam: {
      passage: {
        through: async (request, go) => {
          const asked = askedOf(request)
          const sent =
            request.method === 'PUT' && isUpdate(asked) && asked.by === 'externalId' ? jsonIn(request) : undefined
          if (!sent || 'externalId' in sent || !(await now(request, go))) return go(request)
          return go(withSent(request, { ...sent, externalId: null }))
        },
      },
    },
  },
]
