import type { Answer } from '../../src/clients/answer.ts'
import { check, each, must, plainId, Unexercised, type Context } from '../../src/kit/index.ts'
import { current, stored, storedIfTaken, succeeded, whole } from '../data/steps.ts'
import { service } from './requirements.ts'
import { recordOfCall } from './records.ts'
import { mustRefer } from './refer.ts'
import { udfValuesSent } from './same.ts'
import {
  activitiesOf,
  created,
  fixture,
  keysOf,
  leastActivity,
  leastCall,
  partOf,
  partsIn,
  readTree,
  takenSoon,
  treeIn,
  type Part,
} from './tree.ts'

const partner = 'BusinessPartner'

interface Named extends Part {
  readonly id: string
  /** Where records have one. */
  readonly code: string | undefined
  readonly externalId: string
}

/** A business partner with an external id, and a code if it may be sent, as the Data API shows it. */
async function named(context: Context, code: string, externalId: string, resource = partner): Promise<Named> {
  // Which code a record has, and who gives it, is not stated: what the record has counts.
  const record =
    (await storedIfTaken(context, { code, externalId }, resource)) ?? (await stored(context, { externalId }, resource))
  const { dto } = await current(context.api, record, resource)
  return { id: record.id, code: dto['code'] == null ? undefined : String(dto['code']), externalId }
}

/** What a record is known by, under the keys of a reference. */
const keysThatMean = ({ id, code, externalId }: Named): Readonly<Record<string, string | undefined>> => ({
  id: plainId(id),
  code,
  externalId,
})

/** The answer shows the wanted record, by each key that it shows. */
async function mustMean(context: Context, what: string, reference: Part, wanted: Named): Promise<void> {
  mustShow(what, await takenSoon(context, leastCall(context, { businessPartner: reference })), wanted)
}

/** The same of a reference that may be refused. */
async function mustMeanIfTaken(context: Context, what: string, reference: Part, wanted: Named): Promise<void> {
  const answer = await context.api.service.create(leastCall(context, { businessPartner: reference }))
  if (succeeded(answer)) mustShow(what, answer, wanted)
  else must.noServerError(answer, what)
}

function mustShow(what: string, answer: Answer, wanted: Named): void {
  const { tree } = treeIn(answer)
  const shown = keysOf(tree['businessPartner'])
  must.some(`key of the business partner referred to ${what}`, Object.keys(shown), answer)
  const keys = keysThatMean(wanted)
  must.equal(
    `the business partner referred to ${what}`,
    shown,
    Object.fromEntries(Object.keys(shown).map((key) => [key, keys[key]])),
  )
}

const needs = ['service-call'] as const

check(
  service.references,
  'by-external-ids-that-differ-in-case',
  {
    brokenBy: ['service-external-id-in-any-case', 'gaps-service-reference-told-in-small-letters'],
    needs,
    effects: true,
  },
  async (context) => {
    const externalId = context.fresh.externalId('case')
    const other = externalId === externalId.toUpperCase() ? externalId.toLowerCase() : externalId.toUpperCase()
    const first = await stored(context, { externalId }, partner)
    // A system to which both are one refuses the second record.
    const body = whole(context, { id: context.fresh.id(), externalId: other }, partner)
    const second = await context.api.data.create(partner, body)
    must.noServerError(second)
    const isStored = second.status < 300
    const answer = await takenSoon(
      context,
      leastCall(context, { businessPartner: { externalId: isStored ? other : externalId } }),
    )
    const shown = keysOf(treeIn(answer).tree['businessPartner'])
    const { id } = shown
    const wanted = isStored ? String(body['id']) : first.id
    // Where both are stored, the other spelling is the name of the other one.
    if (isStored && shown['externalId'] !== undefined)
      must.equal('external id of the business partner referred to', shown['externalId'], other)
    if (id !== undefined) must.equal('id of the business partner referred to', id, plainId(wanted))
    else must.some('key of the business partner', Object.keys(shown), answer)
  },
)

check(
  service.references,
  'by-each-key-alone',
  {
    brokenBy: [
      'service-no-code-lookup',
      'service-no-external-id-lookup',
      'service-code-is-external-id',
      'service-reference-by-any-key',
      'service-reference-of-a-null-id-finds-the-first',
      'service-reference-next',
    ],
    needs,
    effects: true,
  },
  async (context) => {
    const names = [context.fresh.externalId('a'), context.fresh.externalId('b')] as const
    // The code of one is the external id of the other: only the key decides which is meant.
    const one = await named(context, names[0], names[1])
    const other = await named(context, names[1], names[0])
    await each([one, other], async (record) => {
      await mustMean(context, 'by id', { id: record.id }, record)
      if (record.code !== undefined) await mustMean(context, 'by code', { code: record.code }, record)
      await mustMean(context, 'by external id', { externalId: record.externalId }, record)
    })
    // As serializers write them. That a key may be null is not said; one that is names nothing.
    await each(
      [
        ...(other.code === undefined
          ? []
          : ([['by code, its other keys null', { id: null, code: other.code, externalId: null }]] as const)),
        ['by external id, its other keys null', { id: null, code: null, externalId: other.externalId }],
      ] as const,
      async ([what, reference]) => mustMeanIfTaken(context, what, reference, other),
    )
  },
)

check(
  service.references,
  'by-contradicting-keys',
  {
    brokenBy: [
      'service-external-id-first',
      'service-code-before-id',
      'service-external-id-before-code',
      'service-reference-stored-verbatim',
      'service-equipment-code-before-id',
      'service-equipment-told-with-the-code-sent',
    ],
    needs,
    effects: true,
  },
  async (context) => {
    const [one, other] = [
      await named(context, context.fresh.externalId('a'), context.fresh.externalId('b')),
      await named(context, context.fresh.externalId('c'), context.fresh.externalId('d')),
    ]
    await mustMean(context, 'by id', { id: one.id }, one)
    // Refusing a reference that contradicts itself is lawful; what is taken means its first key.
    if (one.code === undefined || other.code === undefined) throw new Unexercised('a business partner has no code')
    await each(
      [
        ['by the id of one, the code of another', { id: one.id, code: other.code }],
        ['by the id of one, the external id of another', { id: one.id, externalId: other.externalId }],
        ['by the code of one, the external id of another', { code: one.code, externalId: other.externalId }],
      ] as const,
      async ([what, reference]) => mustMeanIfTaken(context, what, reference, one),
    )
    await mustFindEquipmentById(context)
  },
)

/** What is not a business partner is looked up alike: an equipment by the id of one and the code of another, where the target file lets the kit make them. */
async function mustFindEquipmentById(context: Context): Promise<void> {
  const { dtos, templates } = context.target
  if (!('Equipment' in dtos) || !('Equipment' in templates)) return
  const { fresh } = context
  const [one, other] = [
    await named(context, fresh.externalId('e'), fresh.externalId('f'), 'Equipment'),
    await named(context, fresh.externalId('g'), fresh.externalId('h'), 'Equipment'),
  ]
  if (other.code === undefined) return
  const body = leastCall(context, { equipments: [{ id: one.id, code: other.code }] })
  const answer = await context.api.service.create(body)
  if (!succeeded(answer)) return must.noServerError(answer)
  const [shown] = partsIn(treeIn(answer).tree['equipments'])
  const { id, code, externalId } = one
  if (shown)
    mustRefer('the equipment referred to by the id of one, the code of another', shown, { id, code, externalId })
}

check(
  service.references,
  'same-in-the-data-api',
  { brokenBy: ['service-partner-not-stored', 'service-reference-next'], needs, effects: true },
  async (context) => {
    const record = await named(context, context.fresh.externalId('a'), context.fresh.externalId('b'))
    const body = leastCall(context, { businessPartner: { externalId: record.externalId } })
    const { id } = treeIn(await takenSoon(context, body))
    const { dto } = await recordOfCall(context, { id, externalId: String(body['externalId']) })
    must.sameId('the business partner of the service call in the Data API', dto['businessPartner'], record.id)
  },
)

check(
  service.references,
  'by-the-external-ids-that-are-shown',
  { brokenBy: ['service-udf-not-by-external-id'], effects: true },
  async (context) => {
    const { requirement, udfValue } = fixture(context)
    const parts = {
      ...(requirement ? { requirements: [requirement] } : {}),
      ...(udfValue ? { udfValues: [udfValue] } : {}),
    }
    const { tree } = await created(context, leastCall(context, { activities: [leastActivity(context, parts)] }))
    const [first = {}] = activitiesOf(tree)
    must.some('activity in the tree', activitiesOf(tree))
    const linked = (activity: Part) => ({
      skill: partsIn(activity['requirements'])[0]?.['skill'],
      udfMeta: partOf(udfValuesSent(udfValue ? [udfValue] : [], partsIn(activity['udfValues']))[0])['udfMeta'],
    })
    const { skill, udfMeta } = linked(first)
    const byExternalId = (field: string, reference: unknown) => {
      const { externalId } = keysOf(reference)
      return externalId === undefined ? {} : { [field]: { externalId } }
    }
    const again = leastActivity(context, {
      ...(requirement ? { requirements: [{ ...requirement, ...byExternalId('skill', skill) }] } : {}),
      ...(udfValue ? { udfValues: [{ ...udfValue, ...byExternalId('udfMeta', udfMeta) }] } : {}),
    })
    const other = treeIn(await context.api.service.create(leastCall(context, { activities: [again] })))
    const read = await readTree(context, other.id)
    const shown = linked(activitiesOf(read)[0] ?? {})
    if (requirement) must.some('key of the skill of a requirement', Object.keys(keysOf(shown.skill)))
    if (udfValue) must.some('key of a user-defined field', Object.keys(keysOf(shown.udfMeta)))
    must.some('activity of the other tree', activitiesOf(read))
    const compared = [
      skill !== undefined && mustRefer('the skill referred to by external id', shown.skill, skill),
      udfMeta !== undefined && mustRefer('the user-defined field referred to by external id', shown.udfMeta, udfMeta),
    ]
    if (!compared.includes(true)) throw new Unexercised('no reference shows a key by which it was sent')
  },
)
