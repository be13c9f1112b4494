import type { Fault } from '../deviation.ts'
import { perHouse } from '../house.ts'
import { json } from '../http/answers.ts'
import { askedOf, isWell, jsonIn, passing, withQuery, type Asked } from './passing.ts'
import { isUpdate, now, withSent } from './serving.ts'

const byName = ({ by }: Asked): boolean => by === 'externalId'
const isDelete = ({ method }: Asked): boolean => method === 'DELETE'
const gone = perHouse(() => new Set<string>())

/** Quiet breaches of A-DAT-15, 16: writes by external id. */
export const readingsDataNameFaults: readonly Fault[] = [
  passing(
    'put-extid-new-id',
    ['A-DAT-15'],
    'PUT by external id deletes the record and makes another one.',
    async (request, go) => {
      const asked = askedOf(request)
      if (request.method !== 'PUT' || !byName(asked) || !(await now(request, go))) return go(request)
      const checked = await go(request)
      if (!isWell(checked)) return checked
      await go(withQuery({ ...request, method: 'DELETE', body: Buffer.alloc(0) }, { forceDelete: 'true' }))
      const { id: _, lastChanged: __, ...sent } = jsonIn(request) ?? {}
      return go(withSent(request, sent))
    },
  ),
  passing(
    'patch-extid-body-empty',
    ['A-DAT-15'],
    'An update by external id is answered with an empty list.',
    async (request, go) => {
      const response = await go(request)
      const asked = askedOf(request)
      return isUpdate(asked) && byName(asked) && isWell(response) ? json(response.status, { data: [] }) : response
    },
  ),
  passing(
    'put-extid-of-deleted-revives',
    ['A-DAT-15'],
    'An update by the external id of a deleted record is answered with 201 and stores nothing.',
    async (request, go, { house }) => {
      const asked = askedOf(request)
      const before = isDelete(asked) || isUpdate(asked) ? await now(request, go) : undefined
      const name = `${asked.resource}/${asked.name}`
      const response = await go(request)
      if (isDelete(asked) && before && isWell(response))
        gone(house).add(`${asked.resource}/${String(before['externalId'])}`)
      if (!isUpdate(asked) || !byName(asked) || before || !isWell(response) || !gone(house).has(name)) return response
      await go(withQuery({ ...request, method: 'DELETE', body: Buffer.alloc(0) }, { forceDelete: 'true' }))
      return response
    },
  ),
  passing(
    'delete-extid-unlinks',
    ['A-DAT-16'],
    'DELETE by external id only removes the external id.',
    async (request, go) => {
      const asked = askedOf(request)
      if (!isDelete(asked) || !byName(asked)) return go(request)
      const lastChanged = asked.query.get('lastChanged')
      const response = await go(
        withSent(withQuery({ ...request, method: 'PATCH' }, { forceUpdate: asked.query.get('forceDelete') }), {
          externalId: null,
          ...(lastChanged === null ? {} : { lastChanged: Number(lastChanged) }),
        }),
      )
      return isWell(response) ? { ...response, status: 200, body: Buffer.alloc(0) } : response
    },
  ),
  passing(
    'delete-extid-first-of-two',
    ['A-DAT-16'],
    'DELETE by external id takes the business partner of that external id instead of the service call.',
    async (request, go) => {
      const asked = askedOf(request)
      if (!isDelete(asked) || !byName(asked) || asked.resource !== 'ServiceCall') return go(request)
      const other = withQuery(
        { ...request, target: request.target.replace('/ServiceCall/', '/BusinessPartner/') },
        { dtos: 'BusinessPartner.20', forceDelete: 'true' },
      )
      return (await now(other, go)) ? go(other) : go(request)
    },
  ),
]
