import { check, keyOf, must, rely, Unexercised } from '../../../src/kit/index.ts'
import { resent } from '../resent.ts'
import { call, mustBeAbsent, read, shown } from '../steps.ts'
import { odd } from './odd.ts'
import { data } from './requirements.ts'

/** By RFC 3986, section 2.1, the digits of an escape mean the same in either letter case. */
const inLowerCase = (address: string): string => address.replace(/%[\dA-F]{2}/g, (escape) => escape.toLowerCase())
const forcing = { PUT: 'forceUpdate', PATCH: 'forceUpdate', DELETE: 'forceDelete' } as const

check(
  data['get-by-external-id'],
  'escapes-in-lower-case',
  { needs: ['external-id-characters'], brokenBy: ['lower-case-escapes-in-paths-unread'], effects: true },
  async (context) => {
    const { api, fresh } = context
    const record = (await odd(context, 'ü/ö')) ?? (await odd(context, 'a/b')) ?? (await odd(context, 'a+b'))
    if (!record) throw new Unexercised('the target takes no external id that a path has to escape')
    const { externalId, id } = record
    const plain = await api.data.get(call, { externalId })
    await rely(data['get-by-external-id'], async () => must.sameId('the id', shown(plain)?.['id'], id, plain))
    const again = (method: keyof typeof forcing, body?: object) =>
      resent(api, plain, (address) => `${inLowerCase(address)}&${forcing[method]}=true`, {
        method,
        ...(body ? { body } : {}),
      })
    const got = await resent(api, plain, inLowerCase)
    must.sameId('the id of the record read by the external id with escapes in lower case', shown(got)?.['id'], id, got)
    for (const method of ['PATCH', 'PUT'] as const) {
      const subject = fresh.text()
      const body = { ...(method === 'PUT' ? fresh.body(call) : {}), externalId, subject }
      const answer = await again(method, body)
      must.status(answer, 201)
      must.equal(`subject after a ${method} with escapes in lower case`, (await read(api, id))?.['subject'], subject)
      must.sameId('the id in its answer', answer.record(keyOf(call))?.['id'], id, answer)
    }
    must.status(await again('DELETE'), 200)
    await mustBeAbsent(api, { id })
  },
)
