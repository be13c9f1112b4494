import type { Variant } from '../deviation.ts'
import { askedOf } from '../faults/passing.ts'
import { isPost, isUpdate } from '../faults/serving.ts'
import { json } from '../http/answers.ts'
import type { PlatformResponse } from '../http/message.ts'
import { through } from './lawful.ts'
import { sieving, textsOf, writtenOtherwise } from './sieve.ts'

const answer = (status: number, error: string, message: string, ...values: readonly unknown[]) =>
  json(status, { error, message, values })

const beyond = /[^\u0000-\u00ff]/u

const page = (status: number): PlatformResponse => ({
  status,
  headers: [['Content-Type', 'text/html']],
  body: Buffer.from(`<html><body><h1>${status}</h1></body></html>`),
})

const isText = (value: unknown): value is string => typeof value === 'string'
const dayMs = 86_400_000

/** Further ahead than a plan reaches, or at an hour when nobody works. */
function isOffThePlan(start: string, now: number): boolean {
  const time = Date.parse(start)
  const hour = new Date(time).getUTCHours()
  return !Number.isNaN(time) && (time > now + 730 * dayMs || hour < 6 || hour >= 22)
}

/** Lawful servers of records that a third look at the checks found accused. */
export const thirdLookADataVariants: readonly Variant[] = [
  sieving(
    'texts-of-latin-1',
    ['A-DAT-03', 'A-DAT-18'],
    'A write with a character beyond U+00FF in a text or an external id is refused with 422.',
    ({ asked, sent }) => {
      const named = asked.by === 'externalId' ? { externalId: asked.name, ...sent } : sent
      const [field] = textsOf(named).find(([, text]) => beyond.test(text)) ?? []
      return field === undefined ? undefined : answer(422, 'CA-51', 'Character not allowed in {0}', field)
    },
  ),
  sieving(
    'appointments-within-two-years-at-hours-of-work',
    ['A-REC-13', 'A-DAT-18'],
    'A start of a service call that is more than two years ahead, or not from 6 to 22 h, is refused with 422.',
    ({ asked, sent, way }) => {
      const start = asked.resource === 'ServiceCall' ? sent['startDateTime'] : undefined
      return isText(start) && isOffThePlan(start, way.house.clock.now())
        ? answer(422, 'CA-78', 'Outside of the plan: {0}', 'startDateTime')
        : undefined
    },
  ),
  sieving(
    'subjects-of-five-plain-characters',
    ['A-REC-13', 'A-DAT-18'],
    'A subject of fewer than five characters, or with others than letters, digits, blanks, dots, commas and dashes, is refused with 422.',
    ({ asked, sent }) => {
      const subject = asked.resource === 'ServiceCall' ? sent['subject'] : undefined
      return isText(subject) && !/^[\p{L}\p{N} .,-]{5,}$/u.test(subject)
        ? answer(422, 'CA-52', 'Subject not allowed: {0}', subject)
        : undefined
    },
  ),
  writtenOtherwise(
    'planning-times-kept-to-the-minute',
    ['A-REC-10'],
    'Seconds of a start or an end that is written are cut.',
    (sent) =>
      Object.fromEntries(
        Object.entries(sent).map(([name, value]) => [
          name,
          /^(?:start|end)DateTime$/.test(name) && isText(value)
            ? value.replace(/(T\d\d:\d\d):\d\d(?:\.\d+)?Z$/, '$1:00Z')
            : value,
        ]),
      ),
  ),
  through(
    'query-strings-of-two-kilobytes',
    ['A-PAR-15', 'A-CQL-15'],
    'An address with more than 2,048 characters of parameters, the token apart, is answered with 404 and a page.',
    async (request, go) => {
      const [, search = ''] = request.target.split('?', 2)
      return search.replace(/(?:^|&)access_token=[^&]*/, '').length > 2048 ? page(404) : go(request)
    },
  ),
  through(
    'bodies-of-a-hundred-kilobytes',
    ['A-ATT-01', 'A-DAT-18'],
    'A record of more than 102,400 bytes of JSON is refused with 413.',
    async (request, go) => {
      const asked = askedOf(request)
      return (isPost(asked) || isUpdate(asked)) && asked.resource !== undefined && request.body.length > 102_400
        ? json(413, { message: 'request entity too large' })
        : go(request)
    },
  ),
]
