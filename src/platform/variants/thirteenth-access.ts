import { setTimeout as pause } from 'node:timers/promises'
import type { Variant } from '../deviation.ts'
import { askedOf, isBatch, isWell, jsonIn, type Json } from '../faults/passing.ts'
import { isPost, isUpdate, plain } from '../faults/serving.ts'
import { perHouse } from '../house.ts'
import { json } from '../http/answers.ts'
import type { PlatformRequest } from '../http/message.ts'
import { passwordRules } from '../rulebook/password.ts'
import { alone, through } from './lawful.ts'

/** How many signs have to be inserted, removed or replaced to come from one text to the other. */
function distance(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, at) => at)
  for (let at = 0; at < one.length; at += 1) {
    const next = [at + 1]
    for (let to = 0; to < other.length; to += 1) {
      const replaced = (row[to] as number) + (one[at] === other[to] ? 0 : 1)
      next.push(Math.min(replaced, (row[to + 1] as number) + 1, (next[to] as number) + 1))
    }
    row = next
  }
  return row[other.length] as number
}
const core = (text: string): string => text.toLowerCase().replace(/\d/g, '')
const isNear = (password: string, old: string): boolean => core(password) === core(old) || distance(password, old) < 4

const partMs = 100
const delimiter = /(?:^|\r\n)--/g

const lockMs = 50
// Shorter than the lock by real time, for which every proof would wait.
const heldMs = 5
/** Since when each writer holds what it refers to. */
const locks = perHouse(() => new Map<string, Map<string, number>>())
const referring = ['businessPartner', 'contact', 'equipments', 'object']
const idIn = (reference: unknown): unknown => {
  if (typeof reference !== 'object' || reference === null) return reference
  const { id, externalId, objectId } = reference as Json
  return objectId ?? id ?? externalId
}
const referredIn = (sent: Json): readonly string[] => [
  ...new Set(
    referring
      .flatMap((field) => [sent[field]].flat())
      .map(idIn)
      .filter((id): id is string => typeof id === 'string')
      .map(plain),
  ),
]

const [maintenanceMs, maintenanceEveryMs] = [2000, 67_000]

let posts = 0
/** What a write writes: a new record is none that another write writes. */
const writtenBy = (request: PlatformRequest, sent: Json): string => {
  const asked = askedOf(request)
  if (isUpdate(asked)) return `${asked.resource} ${plain(asked.name)}`
  return typeof sent['id'] === 'string' ? `${asked.resource} ${plain(sent['id'])}` : `new ${(posts += 1)}`
}

/** Lawful other readings of access and of what is served when, thought up by a thirteenth reader of the document (suites/two-readings). */
export const thirteenthAccessVariants: readonly Variant[] = [
  {
    id: 'new-password-far-from-the-old-one',
    leaves: ['A-PWD-15'],
    says: 'A new password that is the old one but for letter case and digits, or for fewer than four signs, is MC-13, told last.',
    rule: {
      password: {
        order: () => [...passwordRules.password.order().filter((code) => code !== 'MC-13'), 'MC-13'],
        violated: (code, trial) =>
          passwordRules.password.violated(code, trial) ||
          (code === 'MC-13' && isNear(trial.password, trial.former[0] ?? '')),
      },
    },
  },
  {
    id: 'batch-takes-a-tenth-of-a-second-per-part',
    leaves: ['A-BAT-07'],
    says: 'Each part of a batch takes 100 ms; the answer is chunked, and that of a transaction begins with an empty line for each second.',
    seam: {
      passage: {
        part: (request, go, { house }) => {
          // The clock stands for the time that passes: a wait by timer would hold up every proof.
          house.clock.advance(partMs)
          return go(request)
        },
        through: async (request, go, { inBatch }) => {
          const response = await go(request)
          const asked = askedOf(request)
          if (inBatch || !isBatch(asked) || !isWell(response)) return response
          const parts = [...response.body.toString('latin1').matchAll(delimiter)].length - 1
          const seconds = asked.query.get('transactional') === 'true' ? Math.floor((parts * partMs) / 1000) : 0
          return {
            ...response,
            headers: [
              ...response.headers.filter(([name]) => name.toLowerCase() !== 'content-length'),
              ['Transfer-Encoding', 'chunked'] as const,
            ],
            body: Buffer.concat([Buffer.from('\r\n'.repeat(seconds)), response.body]),
          }
        },
      },
    },
  },
  alone(
    through(
      'deadlock-victims-503',
      ['A-DAT-37'],
      'A write locks what it refers to: a write of another record that refers to it meanwhile is refused with 503.',
      async (request, go, { house }) => {
        const asked = askedOf(request)
        const sent = isPost(asked) || isUpdate(asked) ? jsonIn(request) : undefined
        const keys = sent ? referredIn(sent) : []
        if (!sent || keys.length === 0) return go(request)
        const own = writtenBy(request, sent)
        const held = locks(house)
        const now = house.clock.now()
        const isHeld = (key: string): boolean =>
          [...(held.get(key) ?? [])].some(([other, since]) => other !== own && now - since < lockMs)
        if (keys.some(isHeld))
          return json(503, { error: 'DB-DEADLOCK', message: 'deadlock', values: [] }, [['Retry-After', '1']])
        for (const key of keys) held.set(key, new Map(held.get(key)).set(own, now))
        try {
          await pause(heldMs)
          return await go(request)
        } finally {
          for (const key of keys) held.get(key)?.delete(own)
        }
      },
    ),
  ),
  alone(
    through(
      'maintenance-now-and-then-503',
      ['A-GEN-09'],
      'Two seconds out of 67 all but the token service and the directory is answered 503 with Retry-After, in HTML.',
      async (request, go, { house, inBatch }) => {
        const into = house.clock.now() % maintenanceEveryMs
        // The controls of the simulator are none of the service.
        const isAccess = /\/(?:oauth2|directory|fieldproof)\//.test(request.target)
        if (inBatch || isAccess || into >= maintenanceMs) return go(request)
        return {
          status: 503,
          headers: [
            ['Content-Type', 'text/html'],
            ['Retry-After', String(Math.ceil((maintenanceMs - into) / 1000))],
          ],
          body: Buffer.from('<html><body>maintenance</body></html>'),
        }
      },
    ),
  ),
]
