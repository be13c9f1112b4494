import type { CallOptions } from '../../../src/clients/call.ts'
import { Inconclusive, must, objectOf, rely, type Context } from '../../../src/kit/index.ts'
import { sameName } from '../../../src/kit/names.ts'
import {
  address,
  addressOf,
  noSkills,
  api as crowdOf,
  person,
  readAddress,
  readTechnician,
  resultsOf,
  skilled,
  technician,
} from '../../crowd/steps.ts'
import { crowd } from '../../crowd/requirements.ts'
import type { FieldWay } from './field-way.ts'
import { techniciansApart } from './technicians-apart.ts'

type Crowd = Context['api']['crowd']
type Further = Pick<FieldWay, 'effects' | 'also' | 'alsoOfCompany'>

type Sends = (
  api: Crowd,
  one: { readonly externalId: string; readonly address: string },
  context: Context,
  options?: CallOptions,
) => ReturnType<Crowd['get']>

const ofCrowd = (operation: string, send: Sends, more: Further = {}): FieldWay => ({
  ...more,
  operation,
  names: 'Id',
  needs: crowd.create.needs ?? [],
  async keep(context, stranger) {
    const made = await technician(context)
    const { externalId, sent } = made
    const place = await addressOf(context, made)
    // Ids are given by the target, and each company may count its own.
    if ((await context.as(stranger).crowd.get(externalId)).status === 200 && more.effects)
      throw new Inconclusive(`a technician of identities.${stranger} may have the same external id, and is left alone`)
    const told: string[] = []
    return {
      secrets: [String(sent['lastName']), String(place.sent['city'])],
      see: async () => {
        const shown = await readTechnician(context, externalId)
        const cities = []
        for (const id of [place.id, ...told]) cities.push((await readAddress(context, externalId, id))?.['city'])
        return [shown?.['lastName'], shown?.['firstName'], ...cities.filter((city) => city !== undefined)]
      },
      isApart: () => techniciansApart(context),
      tidy: () => crowdOf(context).remove(externalId),
      tries: ({ crowd: api }, options) => [
        async () => {
          const answer = await send(api, { externalId, address: place.id }, context, options)
          // Addresses that it says to have made are looked for where the technician is.
          const ids = operation === 'crowd-address-create' ? resultsOf(answer).map(({ id }) => String(id)) : []
          told.push(...ids)
          return answer
        },
      ],
    }
  },
})

/** A list of one page counts those that it shows, and none that it does not (B-CRW-29). */
async function listedAsCounted(list: ReturnType<Crowd['list']>): ReturnType<Crowd['list']> {
  const answer = await list
  const { totalElements, totalPages } = objectOf(answer)
  if (answer.status < 300 && Number(totalPages) <= 1)
    must.equal('technicians that one page counts', Number(totalElements ?? 0), resultsOf(answer).length)
  return answer
}

const effects = { effects: true } as const

/** Ways to technicians of another account or company, to their addresses and their skills. */
export const crowdWays: Readonly<Record<string, FieldWay>> = {
  'crowd-get': ofCrowd('crowd-get', (api, { externalId }, _context, options) => api.get(externalId, options), {
    alsoOfCompany: ['crowd-opens-companies-that-share-records'],
  }),
  'crowd-list': ofCrowd(
    'crowd-list',
    (api, _one, _context, options) => listedAsCounted(api.list({ ...options, query: { Size: '1000' } })),
    { also: ['crowd-total-of-all-companies'] },
  ),
  'crowd-update': ofCrowd(
    'crowd-update',
    (api, { externalId }, context, options) => api.update(externalId, person(context), options),
    effects,
  ),
  'crowd-delete': ofCrowd(
    'crowd-delete',
    (api, { externalId }, _context, options) => api.remove(externalId, options),
    effects,
  ),
  'crowd-address-get': ofCrowd('crowd-address-get', (api, one, _context, options) =>
    api.getAddress(one.externalId, one.address, options),
  ),
  'crowd-address-update': ofCrowd(
    'crowd-address-update',
    (api, one, context, options) =>
      api.updateAddress(one.externalId, one.address, { ...address(context), id: one.address }, options),
    effects,
  ),
  'crowd-address-delete': ofCrowd(
    'crowd-address-delete',
    (api, one, _context, options) => api.removeAddress(one.externalId, one.address, options),
    effects,
  ),
  'crowd-address-create': ofCrowd(
    'crowd-address-create',
    (api, { externalId }, context, options) => api.createAddress(externalId, address(context), options),
    effects,
  ),
  'crowd-address-batch': ofCrowd(
    'crowd-address-batch',
    (api, one, context, options) =>
      api.addressBatch(
        one.externalId,
        [{ id: '1', operation: 'UPDATE', address: address(context, { id: one.address }) }],
        options,
      ),
    effects,
  ),
  'crowd-skill-get': {
    operation: 'crowd-skill-get',
    names: 'Id',
    needs: crowd.skill.needs ?? [],
    async keep(context) {
      const { externalId } = await skilled(context, context.target.fixtures.crowdTag!.externalId, '2041-07-23')
      const skills: unknown = (await readTechnician(context, externalId))?.['skills']
      const [skill] = Array.isArray(skills) ? (skills as ReadonlyArray<Readonly<Record<string, unknown>>>) : []
      const id = skill?.['uuid']
      const expiredAt = skill?.['expiredAt']
      // Where skills of a new technician are not kept, or do not show their days, there is nothing to come to.
      if (typeof id !== 'string' || typeof expiredAt !== 'string') return noSkills()
      const see = () =>
        rely(crowd.skill, async () => {
          const answer = await crowdOf(context).getSkill(externalId, id)
          must.success(answer)
          return resultsOf(answer)[0] ?? objectOf(answer)
        })
      return {
        secrets: [expiredAt],
        see,
        isApart: () => techniciansApart(context),
        tidy: () => crowdOf(context).remove(externalId),
        tries: ({ crowd: api }, options) => [() => api.getSkill(externalId, id, options)],
      }
    },
  },
  'crowd-create': {
    ...effects,
    operation: 'crowd-create',
    names: 'Id',
    findsNothing: true,
    needs: crowd.create.needs ?? [],
    async keep(context) {
      // At home it may make what it likes: only calls that name the company that is checked are sent.
      const told: Array<{ readonly externalId: string; readonly email: unknown }> = []
      const { externalId: own } = await technician(context)
      // Each company may count for itself: then another technician has the number here.
      const isHere = async ({ externalId, email }: (typeof told)[number]): Promise<boolean> => {
        const record = await readTechnician(context, externalId)
        if (!record) return false
        return record['email'] === undefined ? externalId !== own : sameName(record['email'], email)
      }
      return {
        secrets: [],
        isApart: () => techniciansApart(context),
        see: async () => {
          const found: string[] = []
          if (await readTechnician(context, own)) found.push(own)
          for (const one of told) if (await isHere(one)) found.push(one.externalId)
          await rely(crowd.create, async () => must.include('technicians that are there', found, [own]))
          return found
        },
        tidy: async () => {
          for (const one of told) if (await isHere(one)) await crowdOf(context).remove(one.externalId)
        },
        tries: ({ crowd: api }, options) =>
          options === undefined
            ? []
            : [
                async () => {
                  const sent = person(context)
                  const answer = await api.create(sent, options)
                  const { email } = sent
                  told.push(...resultsOf(answer).map(({ externalId }) => ({ externalId: String(externalId), email })))
                  return answer
                },
              ],
      }
    },
  },
}
