import { check, each, must, show, type Context } from '../../../src/kit/index.ts'
import { data } from '../record/requirements.ts'
import { call, nameField, read, refOf, routes, succeeded, type AddressedBy } from '../steps.ts'
import { filled, type Filled } from './as-read.ts'
import { means } from './cases.ts'

/** Which of the fields the target lets go, each by a PATCH of its own. */
async function removedAlone(
  { api }: Context,
  record: Filled['record'],
  route: AddressedBy,
  names: readonly string[],
): Promise<string[]> {
  const removed: string[] = []
  for (const name of names) {
    const answer = await api.data.patch(record.resource, refOf(record, route), { [name]: null }, { force: true })
    if (succeeded(answer)) removed.push(name)
    else must.noServerError(answer, `a PATCH with null for ${name}`)
  }
  return removed
}

for (const route of routes)
  for (const how of ['forced', 'with-the-lock'] as const)
    check(
      data['null-removes'],
      `of-every-kind-${route}-${how}`,
      {
        brokenBy: [
          `nulls-kept-${route}-${how}`,
          ...(route === 'by-external-id' ? (['null-reference-kept-by-external-id-unsaid'] as const) : []),
        ],
        sampled: true,
        effects: true,
      },
      async (context) => {
        await each([call], async (resource) => {
          const { record, kinds, dto } = await filled(context, resource)
          // Whether a flag without a value is shown as false is open.
          const names = [...kinds.keys()].filter(
            (name) => name !== nameField(resource) && kinds.get(name) !== 'boolean' && (dto[name] ?? null) !== null,
          )
          if (names.length === 0) return
          const nulls = Object.fromEntries(names.map((name) => [name, null]))
          const answer = await context.api.data.patch(
            resource,
            refOf(record, route),
            how === 'forced' ? nulls : { ...nulls, lastChanged: dto['lastChanged'] },
            how === 'forced' ? { force: true } : {},
          )
          // A field may be one that a record must have: the others are then removed one by one.
          if (!succeeded(answer)) must.noServerError(answer, `a PATCH that removes values of a ${resource}`)
          const removed = succeeded(answer) ? names : await removedAlone(context, record, route, names)
          const after = (await read(context.api, record.id, resource)) ?? {}
          for (const name of removed)
            must.hold(
              `${name} of a ${resource} after null: not ${show(dto[name])}`,
              !means(kinds.get(name)!, after[name] ?? null, dto[name]),
              show(after[name] ?? null),
            )
        })
      },
    )
