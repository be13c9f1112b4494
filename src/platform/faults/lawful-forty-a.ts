import type { Fault } from '../deviation.ts'
import { perHouse } from '../house.ts'
import { storeMeant } from '../variants/store-meant.ts'
import { askedOf, isWell, jsonIn, passing, type Json } from './passing.ts'
import { pause } from './pause.ts'
import { isPost, isUpdate } from './serving.ts'
import { issuedIn } from './token-calls.ts'

const posts = perHouse(() => new Set<{ readonly user: unknown }>())

const listIn = (value: unknown): readonly Json[] =>
  Array.isArray(value) ? value.filter((one): one is Json => typeof one === 'object' && one !== null) : []

/** Whether the first of these says less than the first of those. */
const isPart = ([one]: readonly Json[], [whole]: readonly Json[]): boolean =>
  one !== undefined && whole !== undefined && Object.keys(whole).some((name) => !(name in one))

/** Breaches that a check judged nothing of where it met them. */
export const lawfulFortyAFaults: readonly Fault[] = [
  passing(
    'create-lost-beside-one-of-another-user',
    ['A-DAT-03'],
    'A POST that comes while one of another user is under way is answered as done, and its record is lost.',
    async (request, go, { house, inBatch }) => {
      if (inBatch || !isPost(askedOf(request))) return go(request)
      const open = posts(house)
      const own = { user: issuedIn(house, request)?.user?.id }
      const isSecond = [...open].some(({ user }) => user !== own.user)
      open.add(own)
      await pause()
      const response = await go(request)
      open.delete(own)
      const { resource = '' } = askedOf(request)
      const externalId = jsonIn(request)?.['externalId']
      const store = isSecond && isWell(response) ? storeMeant(request, house) : undefined
      const made = store?.table(resource).byExternalId(String(externalId))
      const how = { by: made?.lastChangedBy ?? '', forced: false, route: 'id', inBatch: false } as const
      if (made) store?.transaction((transaction) => transaction.remove(resource, made, how))
      return response
    },
  ),
  {
    ...passing(
      'inlined-parts-stand-before-what-is-stored',
      ['A-REC-14'],
      'An update with a part of an inlined object in a list puts it in front of the stored list, which stays.',
      async (request, go, { house }) => {
        const asked = askedOf(request)
        const sent = isUpdate(asked) ? jsonIn(request) : undefined
        const store = sent ? storeMeant(request, house) : undefined
        const { resource = '', name = '' } = asked
        const found = () => store?.table(resource)[asked.by === 'id' ? 'byId' : 'byExternalId'](name)
        const before = found()?.fields ?? {}
        const response = await go(request)
        const after = found()
        const parts = Object.entries(sent ?? {}).filter(([field, value]) =>
          isPart(listIn(value), listIn(before[field])),
        )
        if (after && parts.length > 0 && isWell(response))
          store?.transaction((transaction) =>
            transaction.put(resource, {
              ...after,
              fields: {
                ...after.fields,
                ...Object.fromEntries(
                  parts.map(([field]) => [field, [...listIn(after.fields[field]), ...listIn(before[field])]]),
                ),
              },
            }),
          )
        return response
      },
    ),
    rule: { record: { onPartialInlined: () => 'unset' } },
  },
]
