import type { Api } from '../../../src/clients/api.ts'
import type { Reply } from '../../../src/kit/index.ts'
import { current, call, nameField, sight, stored, whole } from '../../data/steps.ts'
import { dtosOfQuery } from '../../query/statement.ts'
import { onRecords } from '../table/operation.ts'
import { countedAsForNobody } from './counted.ts'
import { askedFor, keptRecord, type WayToRecord } from './records.ts'

const force = { force: true } as const

/** At home a record is made that refers to the kept one, or is made to: it must find nothing to refer to. */
const referring = (operation: 'data-post' | 'data-patch'): WayToRecord => ({
  operation,
  namesNothing: true,
  needs: [...onRecords, 'reference'],
  async keep(context) {
    const { resource, field, to } = context.target.fixtures.reference!
    const kept = await stored(context, {}, to)
    const reference = { [field]: { externalId: kept.externalId } }
    const body = whole(context, { id: context.fresh.id() }, resource)
    const id = String(body['id'])
    const { [field]: _left, ...bare } = body
    const sends = ({ data }: Api): ReadonlyArray<() => Promise<Reply>> =>
      operation === 'data-post'
        ? [() => data.create(resource, { ...body, ...reference })]
        : [() => data.create(resource, bare), () => data.patch(resource, id, reference, force)]
    return {
      secrets: [String(kept.dto[nameField(to)])],
      id: kept.id,
      see: async () => sight((await current(context.api, kept, to)).dto, [nameField(to), 'lastChanged']),
      tries: (api, options) =>
        options
          ? []
          : [...sends(api), () => api.data.get(resource, id), () => api.data.remove(resource, id, undefined, force)],
    }
  },
})

/** Ways to a record by what it is called, and by what others refer to it with: who knows a name has no right to what bears it. */
export const waysByName: Readonly<Record<string, WayToRecord>> = {
  'data-list-by-name': {
    operation: 'data-list',
    also: ['data-total-of-all-accounts'],
    needs: [...onRecords, 'query-language'],
    async keep(context) {
      const { record, ...kept } = await keptRecord(context, () => [])
      const named = (subject: unknown) => ({ query: `subject = "${String(subject)}"` })
      return {
        ...kept,
        secrets: [],
        id: record.id,
        tries: ({ data }, options = {}) => {
          const listed = (subject: unknown) => () => data.list(call, askedFor(named(subject), options))
          return [
            () => countedAsForNobody(listed(record.dto['subject']), listed(context.fresh.text()), 'another company'),
          ]
        },
      }
    },
  },
  'query-by-name': {
    operation: 'query',
    needs: [...onRecords, 'query-api'],
    async keep(context) {
      const { record, ...kept } = await keptRecord(context, () => [])
      const dtos = dtosOfQuery(context, call)
      const statement = `select sc.id from ${call} sc where sc.subject = '${String(record.dto['subject'])}'`
      return {
        ...kept,
        secrets: [],
        id: record.id,
        tries: ({ query }, options = {}) => [() => query.select(statement, { ...options, dtos })],
      }
    },
  },
  'data-post-with-its-id': {
    operation: 'data-post',
    findsNothing: true,
    namesNothing: true,
    also: ['taken-id-tells-whose'],
    needs: onRecords,
    keep: (context) =>
      keptRecord(context, ({ data }, { id }, options) => {
        if (options.query) return []
        // A namesake at home is lawful, and so is a refusal: only what either tells is looked at.
        return [() => data.create(call, whole(context, { id })), () => data.remove(call, id, undefined, force)]
      }),
  },
  'reference-by-external-id': referring('data-post'),
  'reference-by-external-id-in-a-change': referring('data-patch'),
}
