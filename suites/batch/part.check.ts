import { canonical } from '../../src/batch/form.ts'
import type { Dto } from '../../src/clients/answer.ts'
import { check, must, objectOf, observe, type Context } from '../../src/kit/index.ts'
import { storedIfTaken } from '../data/steps.ts'
import { dtosOfQuery } from '../query/statement.ts'
import { batch } from './requirements.ts'
import {
  changing,
  creating,
  mustAllSucceed,
  mustBeAsBefore,
  mustBeThere,
  mustHaveParts,
  mustNotBeThere,
  withContentId,
  read,
  send,
  stored,
  well,
  type Request,
} from './steps.ts'

const partForms = [
  [
    'type-with-a-parameter',
    { partType: 'application/http; msgtype=request' },
    ['batch-part-parameters-refused'],
    batch['part-forms'],
  ],
  ['type-in-capitals', { partType: 'Application/HTTP' }, ['batch-part-type-case'], batch['part-forms']],
  ['further-headers', { partHeaders: 'unknown' }, ['batch-part-headers-refused'], batch['part-headers']],
  [
    'transfer-encoding-binary',
    { partHeaders: 'Content-Transfer-Encoding' },
    ['batch-part-headers-refused'],
    batch['part-headers'],
  ],
] as const

for (const [situation, form, brokenBy, requirement] of partForms) {
  check(requirement, situation, { brokenBy, effects: true }, async (context) => {
    const made = creating(context)
    mustAllSucceed(await send(context, [made.request], { form: { ...canonical, ...form } }), 1)
    await mustBeThere(context.api, made)
  })
}

check(
  batch['part-headers'],
  'without-content-id',
  { brokenBy: ['batch-content-id-required'], effects: true },
  async (context) => {
    const made = [creating(context), creating(context)]
    mustAllSucceed(await send(context, [withContentId(made[0]!.request, 'first'), made[1]!.request]), 2)
    for (const one of made) await mustBeThere(context.api, one)
  },
)

/** Names of companies, sorted: no order is stated. */
const namesIn = (answer: Parameters<typeof objectOf>[0]): readonly string[] => {
  const { companies } = objectOf(answer)
  return (Array.isArray(companies) ? companies : []).map((company) => String((company as Dto | null)?.['name'])).sort()
}

/** The company list as a part, with the whole context of a call. */
function companiesPart(context: Context, accept: string): Request {
  const { path = '', headers = [] } = context.api.batch.part.list('ServiceCall')
  const query =
    path
      .split('?')[1]
      ?.split('&')
      .filter((pair) => !pair.startsWith('dtos='))
      .join('&') ?? ''
  return {
    method: 'GET',
    path: `${context.target.basePaths.company}/companies?${query}`,
    headers: [...headers.filter(([name]) => name !== 'Accept'), ['Accept', accept]],
  }
}

check(batch['part-headers'], 'mean-nothing', { brokenBy: ['batch-part-headers-used'] }, async (context) => {
  const part = companiesPart(context, 'application/json')
  const answer = await send(context, [{ ...part, partHeaders: [['Accept', 'application/text']] }])
  mustAllSucceed(answer, 1)
  must.present('JSON in the part, as its Accept header asks', answer.parts[0]?.json)
})

check(
  batch['any-interface'],
  'company-list',
  { brokenBy: ['bat-resp-single-plain', 'batch-data-only'] },
  async (context) => {
    const answer = await send(context, [companiesPart(context, 'application/json')])
    mustAllSucceed(answer, 1)
    must.be('companies', objectOf(answer.parts[0])['companies'], 'an array', answer.parts[0])
    const outside = await context.api.company.list('application/json')
    must.equal('companies as in a call outside of a batch', namesIn(answer.parts[0]), namesIn(outside))
  },
)

check(
  batch['any-interface'],
  'query-api',
  { needs: ['query-api'], brokenBy: ['bat-qapi-404', 'batch-data-only'] },
  async (context) => {
    const { id } = await stored(context)
    const [plain, dtos] = ['select sc.id from ServiceCall sc', dtosOfQuery(context, 'ServiceCall')]
    const asked = (which = '') => send(context, [context.api.batch.select(`${plain}${which}`, dtos)])
    // What where does is not shown (A-QRY-03).
    let answer = await asked(` where sc.id = '${id}'`)
    if (!well(answer.parts[0])) answer = await asked()
    mustAllSucceed(answer, 1)
    must.be('data', objectOf(answer.parts[0])['data'], 'an array', answer.parts[0])
  },
)

check(
  batch['part-request'],
  'headers-kept',
  { brokenBy: ['bat-old-attachment-404', 'bat-get-refused', 'batch-inner-headers-lost'] },
  async (context) => {
    const answer = await send(context, [
      companiesPart(context, 'application/json'),
      companiesPart(context, 'application/text'),
    ])
    mustAllSucceed(answer, 2)
    must.equal(
      'parts answered in JSON, as each Accept header asks',
      answer.parts.map(({ json }) => json !== undefined),
      [true, false],
    )
  },
)

check(
  batch['part-request'],
  'query-kept',
  { needs: ['query-language'], brokenBy: ['batch-inner-query-lost', 'batch-inner-query-decoded'] },
  async (context) => {
    // Which signs a subject may have is not stated.
    const odd = await storedIfTaken(context, { subject: `${context.fresh.tag} a&b=c#d;e` })
    const record = odd ?? (await stored(context))
    const part = context.api.batch.part.list('ServiceCall', {
      query: { query: `externalId = "${record.externalId}" AND subject = "${String(record.dto['subject'])}"` },
    })
    const answer = await send(context, [part])
    mustAllSucceed(answer, 1)
    must.equal(
      'records of the list',
      answer.parts[0]?.records().map((dto) => dto['externalId']),
      [record.externalId],
    )
  },
)

const texts = {
  'not-ascii': {
    text: 'Größe Öl größer',
    brokenBy: ['batch-inner-length-in-characters', 'batch-inner-body-latin1', 'batch-inner-body-lost'],
  },
  'boundary-in-a-line': {
    text: 'a line with --fieldproof-batch in it',
    brokenBy: ['batch-inner-body-lost', 'bat-lf-only-crlf', 'batch-split-at-the-boundary-within-lines'],
  },
  'line-ends': { text: 'one\r\ntwo\r\n', brokenBy: ['batch-inner-body-lost'] },
} as const

for (const [situation, { text: sent, brokenBy }] of Object.entries(texts)) {
  check(batch['part-request'], `body-${situation}`, { brokenBy, effects: true }, async (context) => {
    const subjectSent = `${context.fresh.tag} ${sent}`
    const made = [creating(context, { subject: subjectSent }), creating(context)]
    const sentAll = made.map(({ request }) => request)
    const answer = await send(context, sentAll)
    // Nor is it stated which signs a subject may have: what is refused alone as well is not judged.
    if (!well(answer.parts[0]) && !(await storedIfTaken(context, { subject: subjectSent }))) return
    mustAllSucceed(answer, 2)
    for (const one of made) await mustBeThere(context.api, one)
    // Which line ends a text keeps, and white space at its end, is not stated.
    const plainly = (text: unknown) => String(text).replace(/\r\n?/g, '\n').trimEnd()
    const subject = (await read(context.api, made[0]!.id))?.['subject']
    must.equal('the subject that was sent', plainly(subject), plainly(subjectSent))
  })
}

check(
  batch['full-url-refused'],
  'patch',
  { brokenBy: ['bat-fullurl-400-executed', 'batch-url-executed', 'batch-url-of-writes-done'], effects: true },
  async (context) => {
    const record = await stored(context)
    const answer = await send(context, [changing(context, record, 'must not be')], {
      defect: { kind: 'full URL', at: 0 },
      transactional: false,
    })
    must.notDone('every part of a batch with a full URL in one of them', ...answer.parts)
    await mustBeAsBefore(context.api, record)
    mustHaveParts(await send(context, [changing(context, record, context.fresh.text())]))
  },
)

check(
  batch['inherited-authentication'],
  'parts-without-tokens',
  { brokenBy: ['batch-parts-need-tokens', 'batch-token-of-parts'], effects: true },
  async (context) => {
    const made = creating(context)
    mustAllSucceed(await send(context, [made.request]), 1)
    await mustBeThere(context.api, made)
  },
)

check(
  batch['inherited-authentication'],
  'tokens-of-parts-do-not-count',
  { brokenBy: ['batch-token-of-parts'], effects: true },
  async (context) => {
    const made = creating(context)
    const token = await context.api.token.accessToken()
    const request = {
      ...made.request,
      headers: [...(made.request.headers ?? []), ['Authorization', `Bearer ${token}`] as const],
    }
    const answer = await send(context, [request], { token: 'none' })
    must.notDone('every part', ...answer.parts)
    await mustNotBeThere(context.api, [made])
    mustAllSucceed(await send(context, [made.request]), 1)
  },
)

observe(batch.context, 'what-else-parts-may-hold', {}, async (context) => {
  const outcome = async (what: string, requests: readonly Request[], more: Parameters<typeof send>[2] = {}) => {
    const answer = await send(context, requests, more)
    return `${what}: ${answer.parts.length > 0 ? answer.parts.map(({ status }) => status).join(', ') : answer.status}`
  }
  const part = () => creating(context).request
  const withToken = { ...part(), headers: [...(part().headers ?? []), ['Authorization', 'Bearer none'] as const] }
  const bare = { ...context.api.batch.part.list('ServiceCall', { query: { pageSize: '1' } }) }
  return [
    await outcome('equal Content-IDs', [withContentId(part(), 'x'), withContentId(part(), 'x')]),
    await outcome('Authorization in a part', [withToken]),
    await outcome('transactional=maybe', [part()], { transactional: 'maybe' }),
    await outcome('a part without context', [
      { ...bare, path: bare.path.replace(/&?(?:account|company|user)=[^&]*/g, '').replace('?&', '?'), headers: [] },
    ]),
    await outcome('a path without its slash', [{ ...bare, path: bare.path.slice(1) }]),
  ].join('; ')
})
