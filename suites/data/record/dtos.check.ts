import type { Answer } from '../../../src/clients/answer.ts'
import { check, must, observe, rely, Unexercised, type Context } from '../../../src/kit/index.ts'
import { hidden } from '../values/as-read.ts'
import { data } from './requirements.ts'
import { mustHaveOlder } from '../offered.ts'
import {
  call,
  mustBeAbsent,
  mustBeAsBefore,
  mustShow,
  read,
  shown,
  stored,
  succeeded,
  whole,
  type Stored,
} from '../steps.ts'

const without = { dtos: null } as const
const accepted = ['dtos-missing-accepted', 'dtos-missing-crashes'] as const

check(
  data['dtos-missing-refused'],
  'get-and-list',
  { brokenBy: ['no-dtos-ok-on-extid', ...accepted, 'dtos-missing-accepted-on-reads'] },
  async (context) => {
    const record = await stored(context)
    must.refused4xx(await context.api.data.get(call, record.id, without))
    must.refused4xx(await context.api.data.get(call, { externalId: record.externalId }, without))
    must.refused4xx(await context.api.data.list(call, without))
  },
)

check(
  data['dtos-missing-refused'],
  'post',
  { brokenBy: [...accepted, 'dtos-missing-accepted-on-writes'], effects: true },
  async (context) => {
    await stored(context)
    const body = whole(context, { id: context.fresh.id() })
    must.refused4xx(await context.api.data.create(call, body, without))
    await mustBeAbsent(context.api, body)
  },
)

check(
  data['dtos-missing-refused'],
  'put-patch-and-delete',
  {
    brokenBy: [
      'no-dtos-ok-on-delete',
      'no-dtos-400-but-written',
      'refused-delete-without-dtos-done',
      ...accepted,
      'dtos-missing-accepted-on-writes',
    ],
    effects: true,
  },
  async (context) => {
    const record = await stored(context)
    const body = whole(context, { externalId: record.externalId, lastChanged: record.lastChanged })
    must.refused4xx(await context.api.data.put(call, record.id, body, without))
    must.refused4xx(await context.api.data.patch(call, record.id, body, without))
    must.refused4xx(await context.api.data.remove(call, record.id, record.lastChanged, without))
    await mustBeAsBefore(context.api, record)
  },
)

/** Resources of which the target file knows two versions with different synchronisation bases. */
const aged = ({ target }: Context) =>
  Object.entries(target.dtos).flatMap(([resource, { syncBase, older }]) =>
    older && older.syncBase !== syncBase && resource in target.templates
      ? [
          {
            resource,
            versions: [
              { dtos: undefined, syncBase },
              { dtos: 'older', syncBase: older.syncBase },
            ],
          },
        ]
      : [],
  )

check(
  data['dtos-selects'],
  'synchronisation-fields',
  {
    brokenBy: [
      'dto-version-first-wins-cache',
      'dtos-version-ignored',
      'dtos-version-oldest',
      'record-external-id-absent',
      'record-last-changed-by-absent',
    ],
    effects: true,
  },
  async (context) => {
    for (const { resource, versions } of aged(context)) {
      const record = await stored(context, {}, resource)
      for (const { dtos, syncBase } of versions) {
        const dto = await read(context.api, record.id, resource, dtos === undefined ? {} : { dtos })
        mustShow(`the id shown by ${resource} of base version ${syncBase}`, dto, record.dto, ['id'])
        const [name, writer] = [dto?.['externalId'] ?? null, dto?.['lastChangedBy'] ?? null]
        if (syncBase >= 9)
          must.equal(`externalId shown by ${resource} of base version ${syncBase}`, name, record.externalId)
        // A-REC-18: what a token without user writes there is not shown.
        if (syncBase >= 10 && context.target.identities['admin']?.username?.includes('/'))
          must.equal(`lastChangedBy shown by ${resource} of base version ${syncBase}`, typeof writer, 'string')
        // From which version on a field is available is stated; that no older one has it, too, is not said of either field. Both together are the newer one.
        if (syncBase < 9)
          must.hold(
            `${resource} of base version ${syncBase} shown as a version of its own, without externalId or lastChangedBy`,
            name === null || writer === null,
            dto,
          )
      }
    }
  },
)

check(
  data['dtos-selects'],
  'by-external-id-and-in-a-search',
  { needs: ['older-dto'], brokenBy: ['newest-version-by-external-id-and-in-searches'], effects: true },
  async (context) => {
    mustHaveOlder(context)
    const { api } = context
    const record = await stored(context)
    const control = await read(api, record.id, call, { dtos: 'older' })
    must.sameId('the id in the older version', control?.['id'], record.id)
    const isShown = (dto: Stored['dto'] | undefined, name: string) => (dto?.[name] ?? null) !== null
    const lacking = ['externalId', 'lastChangedBy'].filter(
      (name) => !isShown(control, name) && isShown(record.dto, name),
    )
    if (lacking.length === 0) throw new Unexercised('the older version shows all that the newer one does')
    const query = { query: `id = "${record.id}"` }
    for (const [what, answer] of [
      ['by external id', await api.data.get(call, { externalId: record.externalId }, { dtos: 'older' })],
      ...('query-language' in context.target.lacks
        ? []
        : [['in a search', await api.data.list(call, { dtos: 'older', query })] as const]),
    ] as const) {
      // A version without external ids may know none to find a record by.
      const found = lacking.filter((name) => isShown(shown(answer), name))
      must.equal(`what the older version shows ${what} that it does not by id`, found, [])
    }
  },
)

check(
  data['partial-update'],
  'in-an-older-version',
  { needs: ['older-dto'], brokenBy: ['patch-old-dto-drops'], effects: true },
  async (context) => {
    mustHaveOlder(context)
    const record = await stored(context, { remarks: context.fresh.text() })
    const subject = context.fresh.text()
    const answer = await context.api.data.patch(call, record.id, { subject }, { force: true, dtos: 'older' })
    // Whether a version can be written is not stated.
    if (!succeeded(answer)) return must.refused4xx(answer)
    mustShow('the record', await read(context.api, record.id), { ...record.dto, subject }, [
      'subject',
      'remarks',
      'externalId',
    ])
  },
)

observe(data['base-versions'], 'older-versions', {}, async (context) => {
  const seen: string[] = []
  for (const { resource } of aged(context)) {
    const record = await stored(context, {}, resource)
    const dto = await read(context.api, record.id, resource, { dtos: 'older' })
    const version = context.target.dtos[resource]?.older?.version
    seen.push(
      `${resource}.${version} shows ${['externalId', 'lastChangedBy'].map((field) => `${field in (dto ?? {}) ? '' : 'no '}${field}`).join(' and ')}`,
    )
  }
  return seen.join('; ') || 'no older version of another base is declared'
})

for (const sent of ['fieldproof', undefined] as const) {
  check(
    data['client-identifier-accepted'],
    sent === undefined ? 'left-out' : 'sent',
    {
      brokenBy: [sent === undefined ? 'data-client-identifier-required' : 'data-client-identifier-refused'],
      effects: true,
    },
    async (context) => {
      const options = { query: { clientIdentifier: sent } }
      const body = whole(context, { id: context.fresh.id() })
      must.success(await context.api.data.create(call, body, options))
      const answer = await context.api.data.get(call, String(body['id']), options)
      must.success(answer)
      mustShow('the record', answer.record('serviceCall'), body, ['id', 'subject'])
      must.success(await context.api.data.list(call, options))
    },
  )
}

const creates = ['post', 'put', 'patch'] as const
for (const method of creates) {
  const operation = method === 'post' ? 'create' : method

  check(
    data['required-field'],
    `${method}-without-it`,
    {
      brokenBy: [`data-required-unchecked-on-${operation}`, 'data-required-stored-though-refused'],
      effects: true,
    },
    async (context) => {
      const { resource, field } = context.target.fixtures.requiredField ?? { resource: '', field: '' }
      const control = await stored(context, {}, resource)
      if (!hidden.includes(field))
        await rely(data.create, async () =>
          must.differ(`${field} of a record created with it`, control.dto[field] ?? null, null),
        )
      const id = context.fresh.id()
      const { [field]: _, ...body } = whole(context, method === 'post' ? { id } : {}, resource)
      const answer = await (method === 'post'
        ? context.api.data.create(resource, body)
        : context.api.data[method](resource, id, body))
      must.refused4xx(answer)
      await mustBeAbsent(context.api, { id, externalId: body['externalId'] }, resource)
    },
  )
}

observe(data['other-refusals'], 'missing-and-duplicate', {}, async (context) => {
  const [record, other] = [await stored(context), await stored(context)]
  const patch = (body: object) => context.api.data.patch(call, { externalId: record.externalId }, body, { force: true })
  const answers = {
    'GET of a missing record': await context.api.data.get(call, context.fresh.id()),
    'PATCH by external id to an external id in use': await patch({ externalId: other.externalId }),
    'PATCH by external id with a reference to a missing record': await patch({ businessPartner: context.fresh.id() }),
  }
  const code = (answer: Answer) =>
    succeeded(answer) ? 'no error' : String((answer.json as { error?: unknown } | undefined)?.error ?? 'no error code')
  return Object.entries(answers)
    .map(([what, answer]) => `${what}: ${answer.status}, ${code(answer)}`)
    .join('; ')
})
