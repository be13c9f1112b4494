import type { Fault } from '../deviation.ts'
import { perHouse } from '../house.ts'
import { isFieldList } from '../variants/turned-away.ts'
import { askedOf, isWell, jsonIn, passing, withJson, type Json } from './passing.ts'
import { serviceFault, shows, takes } from './service-fault.ts'
import { inMaterials, inUdfValues, uuidIn, type Edit } from './tree-edits.ts'
import { isTreeCall, isTreePost } from './tree-memory.ts'
import { activitiesIn } from './tree-wire.ts'

type Part = Readonly<Record<string, unknown>>

const listIn = (part: Part, name: string): readonly Part[] =>
  Array.isArray(part[name]) ? (part[name] as readonly Part[]) : []

/** A decimal number in its shortest form, as a text. */
function normalised(value: unknown): unknown {
  const [, sign = '', whole = '', fraction = ''] =
    typeof value === 'string' ? (/^([+-]?)(\d+)(?:\.(\d+))?$/.exec(value) ?? []) : []
  if (whole === '') return value
  const [left, right] = [whole.replace(/^0+(?=\d)/, ''), fraction.replace(/0+$/, '')]
  return `${sign === '-' ? '-' : ''}${left}${right === '' ? '' : `.${right}`}`
}

const normalisedUdf: Edit = (udf) => ({ ...udf, value: normalised(udf['value']) })
const normalisedMaterial: Edit = (material) => ({
  ...material,
  udfValues: listIn(material, 'udfValues').map(normalisedUdf),
})

/** Places of the requirements of each part that are not stored. */
const lost = perHouse(() => new Map<string, ReadonlySet<number>>())

function noteLost(tree: Part, known: Map<string, ReadonlySet<number>>): void {
  const seen = new Set<string>()
  for (const part of [tree, ...activitiesIn(tree)]) {
    const places = listIn(part, 'requirements').flatMap(({ skill }, at) => {
      const id = isFieldList(skill) ? String(skill['id']) : ''
      const isAgain = seen.has(id)
      seen.add(id)
      return isAgain && id !== '' ? [at] : []
    })
    if (places.length > 0) known.set(String(uuidIn(part['id'])), new Set(places))
  }
}

const withoutLost = (part: Part, known: ReadonlyMap<string, ReadonlySet<number>>): Part => {
  const places = known.get(String(uuidIn(part['id'])))
  return places ? { ...part, requirements: listIn(part, 'requirements').filter((_one, at) => !places.has(at)) } : part
}

const readUntil = perHouse(() => new Map<string, number>())

/** The later of attachments of one file name in the place of the first. */
function merged(part: Part): Part {
  if (!Array.isArray(part['attachments'])) return part
  const kept = new Map<unknown, unknown>()
  for (const [at, one] of listIn(part, 'attachments').entries())
    kept.set(typeof one['fileName'] === 'string' ? one['fileName'].toLowerCase() : at, one)
  return { ...part, attachments: [...kept.values()] }
}

/** Quiet breaches of service calls, reports and re-optimization that an eleventh reader thought up (suites/two-readings). */
export const eleventhTreeFaults: readonly Fault[] = [
  serviceFault(
    'udf-numbers-normalised',
    ['B-SVC-31'],
    'Values of user-defined fields that are decimal numbers are read in their shortest form.',
    shows(
      (tree) => inMaterials(normalisedMaterial)(inUdfValues(normalisedUdf)(tree) as Part),
      ['service-get', 'service-activity'],
    ),
  ),
  passing(
    'service-skill-once-per-tree',
    ['B-SVC-31'],
    'Of several requirements of one skill in a tree the first is read.',
    async (request, go, { house }) => {
      const response = await go(request)
      if (!isTreeCall(request) || !isWell(response)) return response
      const known = lost(house)
      if (isTreePost(request)) noteLost(jsonIn(response) ?? {}, known)
      return request.method === 'GET'
        ? withJson(response, (tree) => ({
            ...withoutLost(tree, known),
            ...('activities' in tree ? { activities: activitiesIn(tree).map((one) => withoutLost(one, known)) } : {}),
          }))
        : response
    },
  ),
  passing(
    'service-second-read-without-material-parts',
    ['B-SVC-31'],
    'A service call that was read within the last minute is read with materials without udfValues and serialNumber.',
    async (request, go, { house }) => {
      const { method, path } = askedOf(request)
      const response = await go(request)
      if (method !== 'GET' || !isTreeCall(request) || path.includes('/activities/') || !isWell(response))
        return response
      const now = house.clock.now()
      if (now < (readUntil(house).get(path) ?? 0))
        return withJson(
          response,
          inMaterials(({ serialNumber: _serial, ...material }) => ({ ...material, udfValues: [] })),
        )
      readUntil(house).set(path, now + 60_000)
      return response
    },
  ),
  serviceFault(
    'attachments-of-one-name-merged',
    ['B-SVC-31'],
    'Of attachments of one file name the last is kept.',
    takes((tree) => ({
      ...merged(tree),
      ...('activities' in tree && Array.isArray(tree['activities'])
        ? { activities: activitiesIn(tree).map((one) => (isFieldList(one) ? merged(one) : one)) }
        : {}),
    })),
  ),
  {
    id: 'report-form-digits-become-numbers',
    breaks: ['B-RPT-13'],
    says: 'Parameters of forms that are digits become numbers, whatever the schema says.',
    rule: {
      reporting: {
        field: (name, value, encoding) =>
          name === 'reportParameters' && encoding !== 'json' && isFieldList(value)
            ? Object.fromEntries(
                Object.entries(value as Json).map(([key, text]) => [
                  key,
                  typeof text === 'string' && /^-?\d+$/.test(text) ? Number(text) : text,
                ]),
              )
            : value,
      },
    },
  },
  {
    id: 'report-download-without-empty-files',
    breaks: ['B-RPT-05'],
    says: 'A download lacks the files that are empty.',
    rule: { reporting: { delivers: (_name, bytes) => bytes.length > 0 } },
  },
  {
    id: 'optimization-same-request-id-runs-beside',
    breaks: ['B-OPT-08'],
    says: 'A start with the X-Request-Id of the running job starts another beside it.',
    rule: { optimization: { isExclusive: (_named, _running, isOfSameRequest) => !isOfSameRequest } },
  },
  {
    id: 'optimization-partitions-share-technicians',
    breaks: ['B-OPT-11'],
    says: 'An activity goes to the technician with the fewest, of any partition.',
    rule: {
      optimization: {
        assigns: (_able, considered, _own, load) => considered().toSorted((one, other) => load(one) - load(other))[0],
      },
    },
  },
]
