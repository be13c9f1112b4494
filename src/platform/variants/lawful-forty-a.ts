import type { Variant } from '../deviation.ts'
import { headerIn } from '../faults/passing.ts'
import { isPost } from '../faults/serving.ts'
import { empty, json } from '../http/answers.ts'
import type { PlatformRequest } from '../http/message.ts'
import { through } from './lawful.ts'
import { sieving } from './sieve.ts'
import { storeMeant } from './store-meant.ts'

const peopleAtMost = 80
const beginnings: ReadonlyArray<readonly [ending: RegExp, begins: Buffer]> = [
  [/\.png$/i, Buffer.from('89504e47', 'hex')],
  [/\.jpe?g$/i, Buffer.from('ffd8ff', 'hex')],
  [/\.pdf$/i, Buffer.from('%PDF-')],
  [/\.(?:zip|docx|xlsx)$/i, Buffer.from('PK')],
]
const isText = (bytes: Buffer): boolean => !bytes.includes(0) && Buffer.from(bytes.toString('utf8')).equals(bytes)

/** What rules of a firewall take for an attack. */
const isOdd = (request: PlatformRequest): boolean =>
  request.method === 'GET' &&
  /\/api\/(?:data\/v4|directory\/v1)\/|informationService/.test(request.target) &&
  (/%(?:25)?00/.test(request.target) ||
    /[?&]expand=[^&]*(?:\(|%28)(?:;|%3B)/i.test(request.target) ||
    (request.target.split('?')[0] ?? '').split('/').some((part) => part.length > 2900) ||
    (headerIn(request, 'accept')?.length ?? 0) > 1000)

/** Lawful servers as whole products are set up: what they allow of, and what stands in front of them. */
export const lawfulFortyAVariants: readonly Variant[] = [
  sieving(
    'eighty-people-are-licensed',
    ['A-DAT-18', 'A-REC-13'],
    'A company has 80 people at most: the POST of one more is refused with 403.',
    ({ asked, request, way }) => {
      const people =
        asked.resource === 'Person' && isPost(asked) ? storeMeant(request, way.house)?.table('Person') : undefined
      return (people?.all().length ?? 0) >= peopleAtMost
        ? json(403, { error: 'CA-90', message: 'The licence is for {0} people', values: [peopleAtMost] })
        : undefined
    },
  ),
  sieving(
    'attachments-of-known-kinds-looked-into',
    ['A-ATT-10', 'A-DAT-18'],
    'An attachment is a text, a picture, a PDF or an archive, called so and beginning so: others are refused, with 415 for their names and 422 for their bytes.',
    ({ asked, sent }) => {
      if (asked.resource !== 'Attachment' || !isPost(asked)) return undefined
      const name = String(sent['fileName'])
      const bytes = Buffer.from(String(sent['fileContent'] ?? ''), 'base64')
      const [, begins] = beginnings.find(([ending]) => ending.test(name)) ?? []
      const isCalledText = /\.txt$/i.test(name)
      if (!begins && !isCalledText) return json(415, { error: 'CA-74', message: 'Not allowed: {0}', values: [name] })
      return (begins ? bytes.subarray(0, begins.length).equals(begins) : isText(bytes))
        ? undefined
        : json(422, { error: 'CA-331', message: 'Not a file of its kind: {0}', values: [name] })
    },
  ),
  sieving(
    'equipment-states-of-a-list',
    ['A-REC-13', 'A-DAT-18'],
    'The status of equipment is INSTALLED or STORED: any other one is refused with 422.',
    ({ asked, sent }) =>
      asked.resource !== 'Equipment' ||
      ['INSTALLED', 'STORED', null].includes((sent['status'] ?? null) as string | null)
        ? undefined
        : json(422, { error: 'CA-52', message: 'Not of the list: {0}', values: [sent['status']] }),
  ),
  through(
    'a-firewall-hangs-up',
    ['A-DIR-04', 'A-CQL-18', 'A-DAT-18'],
    'Before the service stands a firewall that ends the connection of what it takes for an attack: NUL signs, half an expand, very long names in paths and long headers.',
    (request, go, { inBatch }) =>
      isOdd(request) && !inBatch ? Promise.resolve({ ...empty(403), framing: { hungUp: true } }) : go(request),
  ),
]
