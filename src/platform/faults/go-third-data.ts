import { isGuid } from '../data/body.ts'
import type { Fault } from '../deviation.ts'
import { isAscii, strictDisposition } from '../rulebook/attachment.ts'
import { storeMeant } from '../variants/store-meant.ts'
import { askedOf, isWell, jsonIn, passing, refused, rewriting, withJson, withParts, type Json } from './passing.ts'
import { isRead, isUpdate, plain } from './serving.ts'

/** The versions that the target file names as older ones, of base 9. */
const ofBaseNine = /\b(?:Equipment\.22|ServiceCall\.24)\b/

/** An update by external id with an object reference whose object is told by its external id is refused. */
const refusingObjects = (method: 'put' | 'patch'): Fault =>
  rewriting(
    `external-ids-of-objects-refused-by-${method}`,
    ['A-DAT-17'],
    `A ${method.toUpperCase()} by external id takes no external id in an object reference.`,
    (asked) => isUpdate(asked) && asked.by === 'externalId' && asked.method === method.toUpperCase(),
    (request) => {
      const { objectId } = (jsonIn(request)?.['object'] ?? {}) as Json
      return typeof objectId === 'string' && !isGuid(objectId)
        ? refused(400, 'object refers to a missing record')
        : request
    },
  )

/** Quiet breaches of records, listings and expansions that a third server in Go showed. */
export const goThirdDataFaults: readonly Fault[] = [
  passing(
    'second-deletion-of-an-id-unlisted',
    ['A-DEL-01'],
    'A record that was made anew under the id of a deleted one is not listed when it is deleted, too.',
    async (request, go, { house }) => {
      const response = await go(request)
      const asked = askedOf(request)
      if (asked.by !== 'deleted' || !isWell(response)) return response
      const from = Number(asked.query.get('from'))
      const deletions = storeMeant(request, house)?.table(asked.resource ?? '').deletions ?? []
      const before = new Set(deletions.filter(({ at }) => at < from).map(({ record }) => plain(record.id)))
      const isFirst = (entry: unknown) => !before.has(plain(typeof entry === 'string' ? entry : (entry as Json)['id']))
      return withJson(response, (body) => ({
        ...body,
        deletedIds: ((body['deletedIds'] ?? []) as unknown[]).filter(isFirst),
      }))
    },
  ),
  rewriting(
    'first-pair-of-dtos-is-that-of-the-root',
    ['A-EXP-01', 'A-PAR-03'],
    'A read whose dtos does not begin with the resource that is read is refused.',
    (asked) => isRead(asked) && (asked.query.get('dtos') ?? '').includes(';'),
    (request, { resource, query }) =>
      query.get('dtos')?.startsWith(`${resource}.`)
        ? request
        : refused(400, `dtos does not begin with a version of ${resource}`),
  ),
  rewriting(
    'nothing-found-by-external-id-in-older-versions',
    ['A-DAT-14', 'A-REC-06'],
    'A GET by external id in a version of base 9 finds nothing.',
    ({ method, by, query }) => method === 'GET' && by === 'externalId' && ofBaseNine.test(query.get('dtos') ?? ''),
    () => refused(404, 'there is no such record'),
  ),
  rewriting(
    'counts-left-out-beside-fields',
    ['A-EXP-03'],
    'With fields no count is added; related records are.',
    (asked) => isRead(asked) && asked.query.has('fields') && asked.query.has('expand'),
    (request, { query }) =>
      withParts(
        request,
        'expand',
        query.getAll('expand').filter((one) => !one.startsWith('count(')),
      ),
  ),
  refusingObjects('put'),
  refusingObjects('patch'),
  {
    id: 'attachment-names-told-in-small-letters',
    breaks: ['A-ATT-03', 'A-ATT-04'],
    says: 'A file name of ASCII characters is in small letters in Content-Disposition.',
    rule: {
      attachment: { disposition: (name) => strictDisposition(isAscii(name) ? name.toLowerCase() : name) },
    },
  },
  {
    id: 'whole-numbers-wrapped-at-32-bits',
    breaks: ['A-DAT-03', 'A-DAT-05', 'A-DAT-07'],
    says: 'Whole numbers lose all but their last 32 bits.',
    rule: {
      values: {
        taken: (value, { kind }) => (kind === 'number' && Number.isInteger(value) ? Number(value) | 0 : value),
      },
    },
  },
]
