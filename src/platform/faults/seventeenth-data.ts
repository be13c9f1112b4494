import type { Fault } from '../deviation.ts'
import { perHouse } from '../house.ts'
import { recordRules } from '../rulebook/record.ts'
import { askedOf, isWell, jsonIn, passing, withQuery } from './passing.ts'
import { isPost, isUpdate, now, nowServed, plain, serving, withSent } from './serving.ts'

const memory = perHouse(() => ({
  /** Ids of records whose creation was refused. */
  burnt: new Set<string>(),
  /** By id: the version of a record when it was deleted. */
  last: new Map<string, unknown>(),
}))

const isForced = (): boolean => nowServed()?.asked.query.get('forceUpdate') === 'true'
const isDeletion = ({ method, by }: { readonly method: string; readonly by: unknown }): boolean =>
  method === 'DELETE' && (by === 'id' || by === 'externalId')

/** Where the last statement of the Query API stood in the batch that is served. */
let statementAt = -1

/** Quiet breaches of records and batches that a seventeenth reader of the document thought up (suites/two-readings). */
export const seventeenthDataFaults: readonly Fault[] = [
  {
    id: 'lock-compares-the-last-32-bits',
    breaks: ['A-DAT-20'],
    says: 'A lastChanged that differs from the stored one in bits beyond the last 32 passes.',
    rule: { lock: { refuses: (supplied, stored) => (supplied | 0) !== (stored | 0) } },
  },
  passing(
    'lock-passes-the-version-of-a-former-life',
    ['A-DAT-20'],
    'An update by id passes with the lastChanged that a record of this id had when it was deleted.',
    async (request, go, { house }) => {
      const asked = askedOf(request)
      const { last } = memory(house)
      const isOfFormer = isUpdate(asked) && last.get(plain(asked.name)) === (jsonIn(request)?.['lastChanged'] ?? '')
      if (!isDeletion(asked)) return go(isOfFormer ? withQuery(request, { forceUpdate: 'true' }) : request)
      const record = await now(request, go)
      const response = await go(request)
      if (record && isWell(response)) last.set(plain(record['id']), record['lastChanged'])
      return response
    },
  ),
  passing(
    'lock-left-out-by-external-id-where-nothing-changes',
    ['A-DAT-20'],
    'A PATCH by external id whose values are the stored ones is done whatever its lastChanged.',
    async (request, go) => {
      const asked = askedOf(request)
      const sent = asked.method === 'PATCH' && asked.by === 'externalId' ? jsonIn(request) : undefined
      const record = sent && (await now(request, go))
      const isSame =
        record !== undefined &&
        Object.entries(sent ?? {}).every(
          ([name, value]) => name === 'lastChanged' || JSON.stringify(value) === JSON.stringify(record[name]),
        )
      return go(isSame ? withQuery(request, { forceUpdate: 'true' }) : request)
    },
  ),
  serving(
    'forced-creation-keeps-the-last-changed-that-was-sent',
    ['A-REC-04'],
    'A record that a forced PUT or PATCH by external id creates has the lastChanged of the body, if it has one.',
    {
      rule: {
        record: {
          lastChanged: (start, former, step) => {
            const sent = nowServed()?.sent['lastChanged']
            return step.creates && step.by === 'externalId' && isForced() && typeof sent === 'number'
              ? sent
              : recordRules.record.lastChanged(start, former, step)
          },
        },
      },
    },
  ),
  passing(
    'refused-creation-spends-its-id',
    ['A-REC-02'],
    'A record whose id was sent with a POST that was refused gets another id when it is sent again.',
    async (request, go, { house }) => {
      const { burnt } = memory(house)
      const sent = isPost(askedOf(request)) ? jsonIn(request) : undefined
      const id = plain(sent?.['id'])
      if (!sent?.['id']) return go(request)
      if (burnt.has(id)) return go(withSent(request, { ...sent, id: undefined }))
      const response = await go(request)
      if (response.status === 400) burnt.add(id)
      return response
    },
  ),
  {
    id: 'backslashes-of-upserted-external-ids-doubled',
    breaks: ['A-DAT-15'],
    says: 'A record that PUT or PATCH by external id creates has each backslash of its external id twice.',
    rule: { data: { upsertExternalId: (addressed) => addressed.replaceAll('\\', '\\\\') } },
  },
  {
    id: 'batch-keeps-what-came-before-a-statement',
    breaks: ['A-BAT-08'],
    says: 'In a transactional batch that fails, the parts before a statement of the Query API stay done.',
    seam: {
      passage: {
        part: (request, go, { position }) => {
          if (position === 0) statementAt = -1
          if (/\/api\/query\//.test(request.target)) statementAt = position
          return go(request)
        },
      },
      undo: { applies: ({ position }) => position > statementAt },
    },
  },
]
