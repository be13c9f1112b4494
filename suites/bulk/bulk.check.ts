import type { Answer } from '../../src/clients/answer.ts'
import type { BulkOptions } from '../../src/clients/bulk.ts'
import { observe, type Context } from '../../src/kit/index.ts'
import { call, read, stored, whole, type Stored } from '../data/steps.ts'
import { bulk } from './requirements.ts'

/** Status of the call and, where it answers a list of them, of each element. */
function told({ status, json }: Answer): string {
  const each = Array.isArray(json)
    ? json.map((one: { status?: unknown } | null) => String(one?.status)).join(', ')
    : undefined
  return `status ${status}${each === undefined ? '' : `, of each ${each}`}`
}

const named = ({ id, externalId, lastChanged }: Stored, { byExternalId }: BulkOptions) => ({
  ...(byExternalId ? { externalId } : { id }),
  lastChanged,
})

/** How many of the records carry now what was written. */
async function changedTo({ api }: Context, records: readonly Stored[], subject: string): Promise<string> {
  const now = await Promise.all(records.map(({ id }) => read(api, id)))
  return `${now.filter((dto) => dto?.['subject'] === subject).length} of ${records.length} changed`
}

for (const [by, options] of [
  ['by-id', {}],
  ['by-external-id', { byExternalId: true }],
] as const satisfies ReadonlyArray<readonly [string, BulkOptions]>) {
  observe(bulk.form, `patch-and-replace-${by}`, {}, async (context) => {
    const { api, fresh } = context
    const [patched, replaced] = [fresh.text(), fresh.text()]
    const records = [await stored(context), await stored(context)]
    const patch = await api.bulk.patch(
      call,
      records.map((record) => ({ ...named(record, options), subject: patched })),
      options,
    )
    const afterPatch = await changedTo(context, records, patched)
    const bodies = records.map(({ id, externalId }) => whole(context, { id, externalId, subject: replaced }))
    const put = await api.bulk.put(call, bodies, { ...options, force: true })
    return `PATCH ${told(patch)}: ${afterPatch}; PUT with forceUpdate ${told(put)}: ${await changedTo(context, records, replaced)}`
  })

  observe(bulk.form, `one-stale-${by}`, {}, async (context) => {
    const subject = context.fresh.text()
    const records = [await stored(context), await stored(context)]
    const stale = records.map((record, at) => ({
      ...named(record, options),
      subject,
      ...(at === 0 ? {} : { lastChanged: record.lastChanged - 1000 }),
    }))
    const answer = await context.api.bulk.patch(call, stale, options)
    return `PATCH with one stale element ${told(answer)}: ${await changedTo(context, records, subject)}`
  })

  observe(bulk.form, `delete-${by}`, {}, async (context) => {
    const records = [await stored(context), await stored(context)]
    const answer = await context.api.bulk.remove(
      call,
      records.map((record) => named(record, options)),
      options,
    )
    const now = await Promise.all(records.map(({ id }) => read(context.api, id)))
    return `DELETE ${told(answer)}: ${now.filter((dto) => dto === undefined).length} of ${records.length} gone`
  })
}
