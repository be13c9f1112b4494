import type { Dto } from '../../../src/clients/answer.ts'
import { check, holds, must, show, type Context } from '../../../src/kit/index.ts'
import type { Need } from '../../../src/target/needs.ts'
import { madeOnce } from '../made-once.ts'
import { ownFields } from '../named-later.ts'
import { data } from '../record/requirements.ts'
import { isComputed } from '../computed.ts'
import { call, onTheQuarter, read, refOf, routes, succeeded, whole } from '../steps.ts'
import { caseNamed, type ValueCase } from './cases.ts'
import { bodyWith, heldBy, holding, mustMean, mustNotMean, mustTakeAnother, type Held } from './steps.ts'

/** One case of each kind, and the word by which the faults of unsent and removed values name it. */
const kinds = [
  ['boolean-true', 'booleans'],
  ['date-time', 'date-times'],
  ['integer', 'numbers'],
  ['decimal', 'numbers'],
  ['reference', 'references'],
  ['list', 'lists'],
  ['inlined', 'inlined'],
] as const

/** A record that nobody gave more than it needs. */
const bare = madeOnce(async (context) => heldBy(context, await holding(context, caseNamed('boolean-true'), undefined)))

/** Moments at which clocks somewhere are changed. */
const moments = ['2031-03-30T01:30:00Z', '2031-10-26T00:30:00Z', '2031-03-09T10:30:00Z'] as const

/** A value that is no default of the target: a record that nobody gave it does not have it. */
async function settled(context: Context, of: ValueCase): Promise<unknown> {
  if (of.kind === 'boolean') return (await bare(context))['chargeableEfforts'] !== true
  return (await of.values(context)).after
}

/** The field has no value where a record that never had one shows none: otherwise what stands there instead is open. */
async function mustBeUnset(context: Context, { resource, field }: Held, dto: Dto): Promise<void> {
  if (resource !== call || isSet((await bare(context))[field])) return
  must.hold(
    `${field} after a PATCH with null without a value, as in a record that never had one`,
    !isSet(dto[field]),
    show(dto[field]),
  )
}

/** Lists of the documents' sample; what their elements are is not shown. */
const otherLists = ['branches', 'groups', 'udfMetaGroups'] as const

/** A list of texts is replaced like one of references, where the target takes one. */
async function mustUnsetTexts(context: Context): Promise<void> {
  const { api, fresh, seed } = context
  const field = otherLists[seed % otherLists.length] ?? 'branches'
  if (isComputed(context, call, field)) return
  const text = fresh.text()
  const body = whole(context, { id: fresh.id(), [field]: [text] })
  if (!succeeded(await api.data.create(call, body))) return
  const id = String(body['id'])
  const kept = async () => holds((await read(api, id))?.[field], text)
  if (!(await kept())) return
  const answer = await api.data.put(call, id, whole(context, { externalId: body['externalId'] }), force)
  if (succeeded(answer))
    must.hold(`${field} after a PUT that does not send it: not ${show([text])}`, !(await kept()), 'it is there')
  else must.noServerError(answer, `a PUT without ${field}`)
}

const isSet = (value: unknown): boolean => (value ?? null) !== null && !(Array.isArray(value) && value.length === 0)

/** A change of another field that every record of the resource has; a value of the template, or the external id, is sent again. */
function another(context: Context, { resource, externalId, field: held }: Held): Readonly<Record<string, unknown>> {
  if (resource === call) return { subject: context.fresh.text() }
  const own = ownFields(context, resource)
  const body = resource in context.target.templates ? context.fresh.body(resource) : {}
  const [first] = Object.entries(body).filter(([field]) => field !== held && !own.includes(field))
  return first ? { [first[0]]: first[1] } : { externalId }
}

const objectCase = caseNamed('object-reference')
const canPoint = ({ target }: Context): boolean =>
  Object.keys(target.fixtures.objectReference?.types ?? {}).some((resource) => resource in target.templates)

/** A value is gone after a PATCH with null, or such a PATCH is refused. */
async function mustRemove(context: Context, of: ValueCase, value: unknown): Promise<void> {
  const held = await holding(context, of, value)
  const answer = await context.api.data.patch(held.resource, held.id, { [held.field]: null }, force)
  if (!succeeded(answer)) {
    must.noServerError(answer, `a PATCH with null for ${held.field}`)
    return mustTakeAnother(context, of, value)
  }
  const dto = await heldBy(context, held)
  mustNotMean(context, 'after a PATCH with null', dto, { of, held, value: held.value })
  await mustBeUnset(context, held, dto)
}

/** A standard run tries each kind by id, and two of them by external id. */
const isHeavy = (name: string, route: string): boolean =>
  name === 'decimal' || (route === 'by-external-id' && name !== 'list' && name !== 'date-time')

const isApart = (name: string): boolean => name === 'reference' || name === 'list' || name === 'inlined'

const force = { force: true } as const

const plainly = (name: string, value: unknown): unknown => (name === 'date-time' ? onTheQuarter(String(value)) : value)

for (const [name, faults] of kinds) {
  const of = caseNamed(name)
  const needs: readonly Need[] = of.need ? [of.need] : []

  for (const route of ['by-id', 'by-external-id'] as const) {
    check(
      route === 'by-id' ? data['partial-update'] : data['update-by-external-id'],
      `patch-${route}-leaves-${name}`,
      {
        brokenBy: [
          `value-patch-loses-${faults}`,
          ...(name === 'date-time' ? ['patch-touch-datetime-zone'] : []),
          ...(name === 'integer' && route === 'by-id' ? ['nothing-changed-is-200'] : []),
          ...(name === 'boolean-true' ? ['patch-resets-unsent-boolean'] : []),
        ],
        needs,
        effects: true,
        ...(isHeavy(name, route) ? { heavy: true } : {}),
      },
      async (context) => {
        const value = name === 'date-time' ? moments[context.seed % moments.length] : await settled(context, of)
        const held = await holding(context, of, value)
        const sent = { of, held, value: held.value }
        const ref = route === 'by-id' ? held.id : { externalId: held.externalId }
        must.status(await context.api.data.patch(held.resource, ref, another(context, held), force), 201)
        mustMean(context, `after a PATCH that does not send it`, await heldBy(context, held), sent)
      },
    )
  }

  // What holds of texts by external id is tried with them; of other kinds, with those that are stored apart from the record.
  const putRoutes = isApart(name) ? routes : routes.slice(0, 1)
  for (const route of putRoutes)
    check(
      route === 'by-id' ? data.replace : data['update-by-external-id'],
      route === 'by-id' ? `put-unsets-${name}` : `put-by-external-id-unsets-${name}`,
      {
        brokenBy:
          route === 'by-external-id'
            ? ['lists-and-references-kept-by-put-by-external-id']
            : [
                `value-put-keeps-${faults}`,
                ...(name === 'inlined' ? ['put-keeps-user-defined-values'] : []),
                ...(name === 'list'
                  ? ['put-keeps-lists-that-are-not-sent', 'put-keeps-technicians', 'put-keeps-lists-of-texts']
                  : []),
              ],
        needs,
        effects: true,
        ...(name === 'decimal' ? { heavy: true } : {}),
        ...(route === 'by-external-id' ? { sampled: true } : {}),
      },
      async (context) => {
        const value = plainly(name, await settled(context, of))
        const held = await holding(context, of, value)
        const answer = await context.api.data.put(
          held.resource,
          refOf(held, route),
          bodyWith(context, held, undefined),
          force,
        )
        if (!succeeded(answer)) {
          must.noServerError(answer, `a PUT without ${held.field}`)
          return mustTakeAnother(context, of, value)
        }
        const sent = { of, held, value: held.value }
        mustNotMean(context, 'after a PUT that does not send it', await heldBy(context, held), sent)
        if (name === 'list' && route === 'by-id') await mustUnsetTexts(context)
      },
    )

  check(
    data['null-removes'],
    `of-${name}`,
    {
      brokenBy: [
        `value-null-overlooked-for-${faults}`,
        ...(name === 'date-time' ? ['null-to-epoch'] : []),
        ...(name === 'reference' ? ['null-reference-kept-by-force'] : []),
        ...(name === 'inlined' ? ['null-of-an-object-reference-overlooked'] : []),
      ],
      needs,
      effects: true,
      ...(name === 'decimal' ? { heavy: true } : {}),
    },
    async (context) => {
      await mustRemove(context, of, plainly(name, await settled(context, of)))
      // An object reference is an inlined object alone.
      if (name === 'inlined' && canPoint(context))
        await mustRemove(context, objectCase, (await objectCase.values(context)).after)
    },
  )
}
