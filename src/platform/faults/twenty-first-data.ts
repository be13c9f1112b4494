import type { Fault } from '../deviation.ts'
import { perHouse, type House } from '../house.ts'
import { recordRules } from '../rulebook/record.ts'
import { shapeRules } from '../rulebook/shape.ts'
import { deletedRules } from '../rulebook/deleted.ts'
import { askedOf, isWell, jsonIn, passing, recordsIn, withQuery, type Asked } from './passing.ts'
import { asksForList, isUpdate, nowServed, plain, serving } from './serving.ts'
import { bearerIn } from './token-calls.ts'

const memory = perHouse(() => ({
  /** lastChanged of what lists showed, by external id. */
  listed: new Map<string, unknown>(),
  /** Tokens whose last forced update was refused. */
  forcing: new Set<string>(),
  /** Ids that a list showed without external id. */
  nameless: new Set<string>(),
}))

const kindOf = (house: House, asked: Asked, field: string) =>
  house.world.resources.get(asked.resource ?? '')?.fields[field]?.kind
const isList = (house: House, asked: Asked, field: string): boolean => {
  const kind = kindOf(house, asked, field)
  return typeof kind === 'object' && 'references' in kind
}
const isSummer = (value: unknown): boolean => {
  const month = new Date(String(value)).getUTCMonth()
  return month >= 3 && month <= 9
}
const hourMs = 3_600_000

/** Quiet breaches of records in two steps and more that a twenty-first reader of the document thought up (suites/two-readings). */
export const twentyFirstDataFaults: readonly Fault[] = [
  serving(
    'lists-of-references-alone-keep-last-changed-by',
    ['A-REC-05'],
    'A PATCH of nothing but lists of references leaves lastChangedBy as it was.',
    {
      rule: {
        record: {
          lastChangedBy: (writer, former, step) => {
            const { house, asked, sent = {} } = nowServed() ?? {}
            const names = Object.keys(sent).filter((name) => !['id', 'lastChanged'].includes(name))
            const isMeant =
              house && asked && step.operation === 'patch' && names.length > 0 && former !== undefined
                ? names.every((name) => isList(house, asked, name))
                : false
            return isMeant ? (former ?? null) : recordRules.record.lastChangedBy(writer, former, step)
          },
        },
      },
    },
  ),
  {
    id: 'put-keeps-technicians',
    breaks: ['A-DAT-05'],
    says: 'PUT keeps technicians where it does not send them; other lists are replaced.',
    rule: {
      data: {
        replaced: (stored, sent) => ('technicians' in stored ? { technicians: stored['technicians'], ...sent } : sent),
      },
    },
  },
  {
    id: 'end-in-winter-moves-a-start-in-summer',
    breaks: ['A-DAT-07'],
    says: 'A PATCH of endDateTime to a day in winter moves a startDateTime in summer by an hour.',
    rule: {
      data: {
        patched: (stored, sent) => {
          const [start, end] = [stored['startDateTime'], sent['endDateTime']]
          const isMeant = typeof start === 'string' && typeof end === 'string' && !('startDateTime' in sent)
          return isMeant && isSummer(start) && !isSummer(end)
            ? { ...stored, ...sent, startDateTime: new Date(Date.parse(start) + hourMs).toISOString() }
            : { ...stored, ...sent }
        },
      },
    },
  },
  {
    id: 'due-date-kept-by-external-id',
    breaks: ['A-DAT-09'],
    says: 'A PATCH by external id overlooks null for dueDateTime; by id it does not.',
    rule: {
      data: {
        patched: (stored, sent, { by }) =>
          by === 'externalId' && sent['dueDateTime'] === null
            ? { ...stored, ...sent, dueDateTime: stored['dueDateTime'] }
            : { ...stored, ...sent },
      },
    },
  },
  passing(
    'deletion-by-external-id-passes-with-the-version-of-the-list',
    ['A-DAT-20'],
    'A DELETE by external id passes with the lastChanged that a list showed last, whatever is stored since.',
    (request, go, { house }) => {
      const asked = askedOf(request)
      const { listed } = memory(house)
      const key = `${asked.resource} ${asked.name}`
      const isMeant =
        request.method === 'DELETE' &&
        asked.by === 'externalId' &&
        listed.has(key) &&
        String(listed.get(key)) === asked.query.get('lastChanged')
      if (isMeant) return go(withQuery(request, { forceDelete: 'true' }))
      if (!asksForList(asked)) return go(request)
      return go(request).then((response) => {
        for (const record of isWell(response) ? recordsIn(jsonIn(response)) : [])
          if (typeof record['externalId'] === 'string')
            listed.set(`${asked.resource} ${record['externalId']}`, record['lastChanged'])
        return response
      })
    },
  ),
  passing(
    'force-left-by-a-refused-update',
    ['A-DAT-22', 'A-DAT-20'],
    'After a forced PATCH that was refused the next update of the same token is forced.',
    async (request, go, { house }) => {
      const asked = askedOf(request)
      if (!isUpdate(asked)) return go(request)
      const { forcing } = memory(house)
      const token = bearerIn(request)
      const isForced = asked.query.get('forceUpdate') === 'true'
      const response = await go(
        !isForced && forcing.delete(token) ? withQuery(request, { forceUpdate: 'true' }) : request,
      )
      if (isForced && request.method === 'PATCH' && !isWell(response)) forcing.add(token)
      return response
    },
  ),
  serving(
    'reference-listed-without-external-id-keeps-none',
    ['A-PAR-12'],
    'In lists a reference to a record that was listed without external id carries none, though it got one since.',
    {
      rule: {
        externalIds: {
          one: (id, externalId, own) => {
            const { house, asked } = nowServed() ?? {}
            if (!house || !asked || !asksForList(asked)) return shapeRules.externalIds.one(id, externalId, own)
            const { nameless } = memory(house)
            if (externalId === null) nameless.add(plain(id))
            return shapeRules.externalIds.one(id, nameless.has(plain(id)) ? null : externalId, own)
          },
        },
      },
    },
  ),
  {
    id: 'deletions-by-external-id-in-seconds',
    breaks: ['A-DEL-01'],
    says: 'The time of a deletion by external id is in whole seconds; that of one by id is not.',
    rule: {
      deleted: {
        time: (at, route) => {
          const time = deletedRules.deleted.time(at, route)
          return route === 'externalId' ? Math.floor(time / 1000) * 1000 : time
        },
      },
    },
  },
  {
    id: 'deleted-listing-without-what-the-caller-wrote-last',
    breaks: ['A-DEL-05'],
    says: 'The deleted listing leaves out records that the caller was the last to change.',
    rule: {
      deleted: {
        lists: (deletion, asker) =>
          deletedRules.deleted.lists(deletion, asker) && deletion.record.lastChangedBy !== asker,
      },
    },
  },
]
