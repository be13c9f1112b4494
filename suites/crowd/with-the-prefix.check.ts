import type { Answer } from '../../src/clients/answer.ts'
import { check, must, objectOf, Unexercised, type Context } from '../../src/kit/index.ts'
import { approvedSkill } from './approved.ts'
import { crowd } from './requirements.ts'
import { api, resultsOf, technician } from './steps.ts'

type Query = Readonly<Record<string, string>>

/** The address with the prefix, which is a second one of the same technicians (B-CRW-02); undefined where there is nothing. */
async function withThePrefix(context: Context): Promise<string | undefined> {
  const plain = await api(context).list({ query: { Size: '1' } })
  must.status(plain, 200)
  const base = `${new URL(plain.exchange.request.url).origin}/cloud-crowd-service`
  const prefixed = await api(context).list({ base, query: { Size: '1' } })
  return prefixed.status === 200 && Array.isArray(objectOf(prefixed)['results']) ? base : undefined
}

/** What a list tells that does not go by its order, which is not said (B-CRW-30). */
const toldBy = (answer: Answer) => {
  const { number, size, totalElements, totalPages } = objectOf(answer)
  return JSON.stringify({
    status: answer.status,
    figures: [number, size, totalElements, totalPages],
    shown: resultsOf(answer).length,
    ...(totalPages === 1
      ? {
          technicians: resultsOf(answer)
            .map((one) => String(one['externalId']))
            .toSorted(),
        }
      : {}),
  })
}

check(
  crowd.list,
  'with-the-prefix-as-without',
  {
    needs: ['crowd-tag'],
    // Others of the run make and remove technicians meanwhile.
    alone: true,
    brokenBy: ['size', 'page', 'skillname', 'skllvaliditydate'].map(
      (parameter) => `crowd-list-with-the-prefix-ignores-${parameter}`,
    ) as [string, ...string[]],
    effects: true,
  },
  async (context) => {
    for (let count = 0; count < 2; count += 1) await technician(context)
    const base = await withThePrefix(context)
    if (base === undefined) throw new Unexercised('nothing is served with the prefix /cloud-crowd-service')
    const { externalId, name } = context.target.fixtures.crowdTag!
    await approvedSkill(context, externalId, '2033-06-15')
    const days = ['2033-06-14', '2033-06-16'].map((skllValidityDate): Query => ({ skillName: name, skllValidityDate }))
    const queries: readonly Query[] = [
      { Size: '1' },
      { Size: '2', Page: '1' },
      { Size: '1000', skillName: name },
      // However the date compares, one of the days beside its expiry leaves the technician out.
      ...days.map((query) => ({ ...query, Size: '1000' })),
    ]
    for (const query of queries)
      // Other callers may do so, too, between two lists.
      for (let tries = 1; ; tries += 1) {
        const before = toldBy(await api(context).list({ query }))
        const prefixed = toldBy(await api(context).list({ base, query }))
        if (before === prefixed || before === toldBy(await api(context).list({ query }))) {
          must.equal(`the list of ${JSON.stringify(query)} with the prefix`, prefixed, before)
          break
        }
        if (tries === 4) throw new Unexercised('others made or removed technicians meanwhile')
      }
  },
)
