import type { Fault } from '../deviation.ts'
import { perHouse } from '../house.ts'
import { json } from '../http/answers.ts'
import type { PlatformRequest } from '../http/message.ts'
import { askedOf, eachRecord, isWell, jsonIn, passing, withJson, withQuery } from './passing.ts'
import { pause } from './pause.ts'
import { isGet, isRead, isUpdate, isWrite, now, withSent } from './serving.ts'

const latest = perHouse((): { request?: PlatformRequest } => ({}))
const saysWho = ([name]: readonly [string, string]): boolean => /^(?:authorization|x-user.*)$/i.test(name)
const seconds = (time: number): number => Math.floor(time / 1000)

/** Quiet breaches of times, writers and names of records that another reader thought up. */
export const thirdMomentFaults: readonly Fault[] = [
  passing(
    'writer-of-another-request',
    ['A-REC-05'],
    'A write that another user’s write overtakes within 30 ms is done in the name of that user.',
    async (request, go, { house, inBatch }) => {
      const asked = askedOf(request)
      if (inBatch || !isWrite(asked)) return go(request)
      const open = latest(house)
      open.request = request
      await pause()
      const { headers, target } = open.request
      const user = askedOf({ method: '', target }).query.get('user')
      return go({
        ...(user !== null && asked.query.has('user') ? withQuery(request, { user }) : request),
        headers: [...request.headers.filter((header) => !saysWho(header)), ...headers.filter(saysWho)],
      })
    },
  ),
  passing(
    'milliseconds-in-answers-only',
    ['A-REC-15', 'A-DAT-31', 'A-DAT-07'],
    'The answer to a write shows lastChanged in milliseconds; what is stored is in whole seconds, and so the lock compares.',
    async (request, go) => {
      const asked = askedOf(request)
      const sent = isUpdate(asked) ? jsonIn(request) : undefined
      const given = Number(sent ? sent['lastChanged'] : asked.query.get('lastChanged'))
      const plainly = withQuery(request, { lastChanged: null, forceUpdate: null, forceDelete: null })
      const stored =
        given > 0 && isWrite(asked) && (sent || asked.method === 'DELETE')
          ? Number((await now(plainly, go))?.['lastChanged'])
          : NaN
      const passes = seconds(given) === seconds(stored)
      const response = await go(
        !passes
          ? request
          : sent
            ? withSent(request, { ...sent, lastChanged: stored })
            : withQuery(request, { lastChanged: String(stored) }),
      )
      return isRead(asked) && isWell(response)
        ? withJson(response, (body) =>
            eachRecord(body, (record) => ({
              ...record,
              ...(typeof record['lastChanged'] === 'number'
                ? { lastChanged: 1000 * seconds(record['lastChanged']) }
                : {}),
            })),
          )
        : response
    },
  ),
  passing(
    'external-id-with-slash-not-read',
    ['A-DAT-14'],
    'GET by an external id with a slash finds nothing.',
    (request, go) => {
      const asked = askedOf(request)
      return isGet(asked) && asked.by === 'externalId' && asked.name?.includes('/')
        ? Promise.resolve(json(404, { error: 'not_found', error_description: 'there is nothing at this path' }))
        : go(request)
    },
  ),
  {
    id: 'batch-time-per-fifty-parts',
    breaks: ['A-BAT-16'],
    says: 'The time of a transaction is taken anew after every fifty parts.',
    rule: { batch: { startOf: (start, position) => start + Math.floor(position / 50) } },
  },
]
