import { check, eventually, must, rely, type Context } from '../../src/kit/index.ts'
import { failingUpdate, isMade } from './failing.ts'
import { crowdEmail, newAddressId } from './plainer.ts'
import { crowd } from './requirements.ts'
import { address, api, resultsOf } from './steps.ts'
import {
  batched,
  begun,
  lifeChanged,
  followed,
  wasTaken,
  mustBeAsLeft,
  mustBeListedAsLeft,
  housed,
  type Life,
} from './two-lives.ts'

type Step = readonly [what: string, write: (context: Context, life: Life, other: Life) => Promise<void>]

const area = (life: Life, change: object) => ({ serviceArea: { ...life.sent.serviceArea, ...change } })
const firstOf = ({ addresses }: Life): string | undefined => [...addresses].find(([, place]) => place)?.[0]

/** Updates in each of which one thing alone is another, and writes of addresses. */
const steps: readonly Step[] = [
  ['another last name', (context, life) => lifeChanged(context, life, { lastName: `O'Neill ${context.fresh.text()}` })],
  ['another first name', (context, life) => lifeChanged(context, life, { firstName: `Ida ${context.fresh.text()}` })],
  ['another phone', (context, life) => lifeChanged(context, life, { mobilePhone: '+49 0' })],
  [
    'another e-mail',
    (context, life) =>
      lifeChanged(context, life, { email: crowdEmail(context, `Ida.${context.fresh.text().replaceAll(' ', '.')}`) }),
  ],
  [
    'another unit',
    (context, life) =>
      lifeChanged(
        context,
        life,
        area(life, { radius: { ...(life.sent.serviceArea['radius'] as object), unit: 'mi' } }),
      ),
  ],
  [
    'another radius',
    (context, life) =>
      lifeChanged(
        context,
        life,
        area(life, { radius: { ...(life.sent.serviceArea['radius'] as object), value: 0.5 } }),
      ),
  ],
  ['coordinates of nought', (context, life) => lifeChanged(context, life, area(life, { latitude: 0, longitude: 0 }))],
  [
    'negative coordinates',
    (context, life) => lifeChanged(context, life, area(life, { latitude: -33.5, longitude: -70.5 })),
  ],
  [
    'an odd house number',
    (context, life) =>
      lifeChanged(context, life, {
        address: { ...life.sent.address, ...(life.hasTexts ? { number: '12E3', zipCode: '00E10' } : { number: '13' }) },
      }),
  ],
  [
    'an update of an address',
    async (context, life) => {
      const id = firstOf(life)
      if (id === undefined) return
      const place = address(context, life.hasTexts ? { number: '7E2', zipCode: '0x10' } : { number: '14' })
      const answer = await api(context).updateAddress(life.externalId, id, { ...place, id })
      if (wasTaken(answer)) life.addresses.set(id, place)
    },
  ],
  [
    'the deletion of an address',
    async (context, life) => {
      const id = firstOf(life)
      if (id === undefined) return
      if (wasTaken(await api(context).removeAddress(life.externalId, id))) life.addresses.set(id, undefined)
    },
  ],
  [
    'a batch that fails as a whole',
    async (context, life) => {
      const [id, created] = [firstOf(life), newAddressId(context)]
      if (id === undefined) return
      const fails = failingUpdate(context)
      await batched(
        life,
        context,
        [
          { operation: 'CREATE', address: { ...address(context), id: created } },
          { operation: 'CREATE', address: { ...address(context), id } },
          fails,
        ],
        true,
      )
      // Where an update makes what is missing, the batch may have been done, all of it.
      if (await isMade(context, life, fails)) life.addresses.delete(id)
      else life.addresses.set(created, undefined)
    },
  ],
]

/** From another place for each seed on, so that each write comes after others. */
const turned = <T>(all: readonly T[], by: number): readonly T[] =>
  all.map((_, at) => all[(at * 5 + by) % all.length] as T)

check(
  crowd['write-is-read'],
  'two-lives',
  {
    brokenBy: [
      'crowd-update-of-the-unit-alone-ignored',
      'crowd-exponent-in-address-is-a-number',
      'crowd-address-deleted-whose-ever-it-is',
      'crowd-update-to-a-coordinate-of-nought-ignored',
      'crowd-update-of-the-email-loses-addresses',
      'crowd-update-answers-cut',
    ],
    effects: true,
    sampled: true,
  },
  async (context) => {
    const [one, other] = [await begun(context, 'first', 0), await begun(context, 'second', 2)]
    // Both have addresses of the same ids, as far as a server lets them.
    const ids = [newAddressId(context), newAddressId(context)]
    for (const life of [one, other]) {
      await housed(context, life, ids)
      await followed(context, life)
    }
    for (const [at, [what, write]] of turned(steps, context.seed).entries()) {
      const [life, beside] = at % 3 === 2 ? [other, one] : [one, other]
      await write(context, life, beside)
      await mustBeAsLeft(context, life, what)
      if (at % 3 === 0) await mustBeAsLeft(context, beside, `${what} of the other one`)
    }
    const list = () => api(context).list({ query: { Size: '1000' } })
    await eventually(
      context,
      list,
      (answer) => {
        must.status(answer, 200)
        const last = resultsOf(answer).find((row) => row['externalId'] === one.externalId)
        return last && last['lastName'] !== one.sent['lastName']
          ? { expected: `a list with the last name ${String(one.sent['lastName'])}`, actual: String(last['lastName']) }
          : undefined
      },
      { lag: 10_000 },
    ).then((answer) => [one, other].forEach((life) => mustBeListedAsLeft(answer, life)))
    await rely(crowd.delete, async () => must.status(await api(context).remove(one.externalId), 204))
    one.isThere = false
    await mustBeAsLeft(context, one, 'its deletion')
    await mustBeAsLeft(context, other, 'the deletion of the other one')
  },
)
