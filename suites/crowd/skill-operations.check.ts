import { placesOf, observe, type Context } from '../../src/kit/index.ts'
import { crowd } from './requirements.ts'
import { api, technician } from './steps.ts'

const optional = { needs: ['crowd-skills'] } as const
const tagOf = ({ target }: Context) => ({ tagExternalId: target.fixtures.crowdTag?.externalId })

/** The texts of a field, wherever it stands. */
const valuesOf = (json: unknown, field: string): string[] =>
  [...placesOf(json)].flatMap(({ path, value }) =>
    typeof value === 'string' && path.split('.').at(-1) === field ? [value] : [],
  )

/** The ids that an answer names skills by. */
const uuidsIn = (json: unknown): string[] => valuesOf(json, 'uuid')

observe(crowd.silences, 'skills-one-by-one', optional, async (context) => {
  const { externalId } = await technician(context)
  const { skills } = api(context)
  const made = await skills.create(externalId, tagOf(context))
  const listed = await skills.list(externalId)
  const [id] = [...uuidsIn(made.json), ...uuidsIn(listed.json)]
  if (id === undefined)
    return `POST of a skill: status ${made.status}; list: status ${listed.status}, and no id in either`
  const states = valuesOf(listed.json, 'approvalStatus')
  const changed = await skills.update(externalId, id, { ...tagOf(context), expiredAt: '2031-01-01' })
  const removed = await skills.remove(externalId, id)
  const left = uuidsIn((await skills.list(externalId)).json).length
  return [
    `POST of a skill: status ${made.status}`,
    `list: status ${listed.status}, approvalStatus ${states[0] ?? 'not shown'}`,
    `PUT: status ${changed.status}`,
    `DELETE: status ${removed.status}, ${left} left in the list`,
  ].join('; ')
})

observe(crowd.silences, 'skills-in-a-batch', optional, async (context) => {
  const { externalId } = await technician(context)
  const { skills } = api(context)
  const answer = await skills.batch(externalId, [
    { requestId: 'first', operation: 'CREATE', skill: tagOf(context) },
    { requestId: 'second', operation: 'DELETE', skill: { uuid: context.fresh.id() } },
  ])
  const there = uuidsIn((await skills.list(externalId)).json).length
  const isMixed = `one request that can be done and one that cannot: status ${answer.status}`
  return `${isMixed}, ${there === 1 ? 'the first was done' : `${there} skills then`}`
})

observe(crowd.silences, 'certificate-of-a-skill', optional, async (context) => {
  const { externalId } = await technician(context)
  const { skills } = api(context)
  const made = await skills.create(externalId, tagOf(context))
  const [id] = uuidsIn(made.json)
  if (id === undefined) return `POST of a skill: status ${made.status}, no id in its answer`
  const bytes = `certificate ${context.fresh.text()}`
  const boundary = context.fresh.externalId()
  const parts = `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="a.txt"\r\nContent-Type: text/plain\r\n\r\n${bytes}\r\n--${boundary}--\r\n`
  const sent = await skills.upload(externalId, id, parts, `multipart/form-data; boundary=${boundary}`)
  const got = await skills.download(externalId, id)
  return `PUT of a certificate: status ${sent.status}; GET: status ${got.status}, ${got.text.includes(bytes) ? 'its bytes are what was sent' : 'other bytes than were sent'}`
})
