import { must, objectOf, rely, Unexercised, type Context } from '../../../src/kit/index.ts'
import { attached, decodedContentOf } from '../../data/attachment/steps.ts'
import { attachments } from '../../data/attachment/requirements.ts'
import { asking, withReference } from '../../data/expansion/steps.ts'
import { call, nameField, read, sight, whole } from '../../data/steps.ts'
import { namesOf, sameName } from '../../../src/kit/names.ts'
import { textLines } from '../../company/forms.ts'
import { dtosOfQuery } from '../../query/statement.ts'
import { companiesToldTo } from '../companies.ts'
import { onFiles, onRecords } from '../table/operation.ts'
import { keptRecord, type WayToRecord } from './records.ts'

const force = { force: true } as const

const content = (form: 'content' | 'contentOldForm', operation: string): WayToRecord => ({
  operation,
  needs: onFiles,
  async keep(context) {
    const secret = context.fresh.text()
    const { id } = await attached(context, Buffer.from(secret))
    return {
      secrets: [secret],
      see: () =>
        rely(attachments[form === 'content' ? 'attachment-content' : 'attachment-older-form'], async () => {
          const answer = await context.api.data[form](id)
          must.success(answer)
          return decodedContentOf(answer)?.toString()
        }),
      tries: (api, options) => [() => api.data[form](id, options)],
    }
  },
})

/** Further ways to records: their content, other interfaces, what another record shows. */
export const furtherWays: Readonly<Record<string, WayToRecord>> = {
  'attachment-content': content('content', 'attachment-content'),
  'attachment-content-older-form': content('contentOldForm', 'attachment-content-older-form'),
  query: {
    operation: 'query',
    needs: [...onRecords, 'query-api'],
    keep: (context) =>
      keptRecord(context, (api, { id }, options) => {
        const dtos = dtosOfQuery(context, call)
        const plain = `select sc.id, sc.subject from ${call} sc`
        return [`${plain} where sc.id = '${id}'`, `${plain} order by sc.lastChanged desc`].map(
          (statement) => () => api.query.select(statement, { ...options, dtos }),
        )
      }),
  },
  batch: {
    effects: true,
    operation: 'batch',
    needs: [...onRecords, 'batch', 'query-language'],
    keep: (context) =>
      keptRecord(context, ({ batch }, { id, externalId }, options) => {
        const { part } = batch
        const subject = context.fresh.text()
        const parts = [
          part.get(call, id, options),
          part.get(call, { externalId }, options),
          part.list(call, { ...options, query: { query: `id = "${id}"`, ...options.query } }),
          part.patch(call, id, { subject }, { ...options, ...force }),
          part.remove(call, { externalId }, undefined, { ...options, ...force }),
        ]
        return [false, true].map((transactional) => () => batch.send(parts, { ...options, transactional }))
      }),
  },
  bulk: {
    effects: true,
    operation: 'PATCH /api/data/v4/:resource/bulk',
    needs: [...onRecords, 'bulk'],
    keep: (context) =>
      keptRecord(context, (api, { id }, options) => [
        () => api.bulk.patch(call, [{ id, subject: context.fresh.text() }], { ...options, ...force }),
        () => api.bulk.remove(call, [{ id }], { ...options, ...force }),
      ]),
  },
  'company-list': {
    operation: 'company-list',
    findsNothing: true,
    needs: [],
    keep: async ({ api, target }: Context) => ({
      secrets: [],
      // A company of the stranger may have that name, too, or a description that holds it; a refusal may repeat what was asked for.
      async told(other) {
        const own = await companiesToldTo(other)
        const foreign = [target.company, ...(await companiesToldTo(api))].filter(
          (name) => !own.some((one) => sameName(one, name)),
        )
        if (foreign.length === 0) throw new Unexercised('all companies have names of companies of the stranger')
        return (reply) => {
          const listed = reply.json === undefined ? textLines(reply) : namesOf(objectOf(reply)['companies'])
          return reply.status < 300 ? foreign.filter((name) => listed.some((one) => sameName(one.trim(), name))) : []
        }
      },
      see: async () =>
        namesOf(objectOf(await api.company.list('application/json'))['companies']).includes(target.company),
      tries: (other, options) =>
        ['application/json', 'application/text'].map((form) => () => other.company.list(form, options)),
    }),
  },
  expansion: {
    operation: 'expansion',
    namesNothing: true,
    needs: [...onRecords, 'expansion', 'reference'],
    async keep(context) {
      const { resource, to } = context.target.fixtures.reference!
      const { field, parent, related } = await withReference(context)
      const kept = related[0]!
      const expanding = asking(context, { field, parent, related, strangers: [] }, field)
      // At home a record of the same id may be there, or not: that it may be is not said, so neither need be taken.
      const namesake = whole(context, { id: kept.id }, to)
      const body = whole(context, { id: context.fresh.id(), [field]: kept.id }, resource)
      return {
        secrets: [String(kept.dto[nameField(to)])],
        see: async () => sight(await read(context.api, kept.id, to), [nameField(to), 'lastChanged']),
        tries: ({ data }, options) => {
          const expanded = (id: string) => () =>
            data.get(resource, id, { ...expanding, query: { ...expanding.query, ...options?.query } })
          if (options) return [expanded(parent.id)]
          return [
            () => data.create(to, namesake),
            () => data.create(resource, body),
            expanded(String(body['id'])),
            () => data.remove(to, kept.id, undefined, force),
            expanded(String(body['id'])),
          ]
        },
      }
    },
  },
}
