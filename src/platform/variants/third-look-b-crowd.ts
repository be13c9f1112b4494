import type { Variant } from '../deviation.ts'
import { askedOf } from '../faults/passing.ts'
import { json } from '../http/answers.ts'
import type { PlatformRequest } from '../http/message.ts'
import { hundredsOfOldTechnicians } from './fourteenth-crowd.ts'
import { alone } from './lawful.ts'
import { objectSent, turningAway } from './turned-away.ts'

const refusal = (message: string) => json(400, { message })

const isWriteOfOne = (request: PlatformRequest): boolean =>
  /^P(?:OST|UT)$/.test(request.method) &&
  /\/api\/crowd\/v2\/technicians(?:\/external-id\/[^/]+)?$/.test(askedOf(request).path)

/** Lawful servers of technicians with bounds that no sentence gives. */
export const thirdLookCrowdVariants: readonly Variant[] = [
  {
    id: 'crowd-skills-by-skill-operations-only',
    leaves: ['B-CRW-18'],
    says: 'Skills are made by the operations of skills: a technician that is written with some is refused with 400.',
    wire: turningAway((request) => {
      const { skills } = isWriteOfOne(request) ? objectSent(request) : {}
      return Array.isArray(skills) && skills.length > 0
    }, refusal('skills are created by the skill operations')),
  },
  {
    id: 'crowd-house-numbers-of-addresses-are-integers',
    leaves: ['B-CRW-15'],
    says: 'An address by itself is refused with 403 if its house number or zip code is a text.',
    // These keep or demand texts.
    excludes: ['crowd-numbers-as-texts', 'crowd-both-spellings-and-texts'],
    rule: {
      crowd: {
        objects: (does, sent) => {
          const { number, zipCode } = (does === 'address' ? sent['address'] : {}) as Readonly<Record<string, unknown>>
          return [number, zipCode].some((value) => typeof value === 'string') ? 'integers expected' : undefined
        },
      },
    },
  },
  {
    id: 'crowd-phones-are-unique',
    leaves: ['B-CRW-22'],
    says: 'A technician with the mobile phone of another one of the company is refused with 403.',
    rule: {
      crowd: {
        objects: (_does, { mobilePhone }, before, there) =>
          typeof mobilePhone === 'string' &&
          [...there.values()].some(({ fields }) => fields !== before && fields['mobilePhone'] === mobilePhone)
            ? 'another technician has this phone'
            : undefined,
      },
    },
  },
  alone({
    ...hundredsOfOldTechnicians,
    id: 'crowd-a-hundred-pages-oldest-first',
    leaves: ['B-CRW-07', 'B-CRW-30'],
    says: 'A page has four technicians at most, and before all others stand 400 of an import.',
    rule: { crowd: { sizeOf: (asked) => Math.min(asked, 4) } },
  }),
]
