import type { Answer } from '../../src/clients/answer.ts'
import type { PartAnswer } from '../../src/clients/batch.ts'
import { check, holds, keyOf, must } from '../../src/kit/index.ts'
import { attachments } from '../data/attachment/requirements.ts'
import { attached, attachmentResource, forms, givesAway, mustHoldBytes, noise } from '../data/attachment/steps.ts'
import { asking, shows, withReference } from '../data/expansion/steps.ts'
import { idsOfDtos, mustBeSearched, scopeOf } from '../data/list/ladder.ts'
import { succeeded } from '../data/steps.ts'
import { batch } from './requirements.ts'
import { call, mustAllSucceed, mustBeAbsent, send, stored, type Request } from './steps.ts'

interface Read {
  readonly what: string
  readonly outside: Answer
  readonly inside: Request
  readonly told: (answer: Pick<PartAnswer, 'json' | 'records'>) => unknown
}

check(
  batch['part-request'],
  'with-its-parameters',
  {
    needs: ['reference', 'query-language', 'shaping'],
    brokenBy: ['parameters-of-reads-lost-in-batches'],
    sampled: true,
    effects: true,
  },
  async (context) => {
    const { data } = context.api
    const { part } = context.api.batch
    const family = await withReference(context)
    const { parent, related } = family
    const rows = [await stored(context), await stored(context)]
    await mustBeSearched(context, rows)
    const named = { externalId: parent.externalId }
    const page = { query: { query: scopeOf(rows), orderBy: 'externalId desc', pageSize: '1' } }
    const shape = { query: { fields: 'id' } }
    const expansion = asking(context, family, family.field)
    const external = { query: { useExternalIds: 'true' } }
    const reads: readonly Read[] = [
      {
        what: 'ids on a sorted page of one',
        outside: await data.list(call, page),
        inside: part.list(call, page),
        told: ({ records }) => idsOfDtos(records(keyOf(call))),
      },
      {
        what: 'names of the fields with fields=id',
        outside: await data.get(parent.resource, parent.id, shape),
        inside: part.get(parent.resource, parent.id, shape),
        told: ({ records }) => Object.keys(records(keyOf(parent.resource))[0] ?? {}).sort(),
      },
      {
        what: `whether the record related by ${family.field} is expanded`,
        outside: await data.get(parent.resource, parent.id, expansion),
        inside: part.get(parent.resource, parent.id, expansion),
        told: ({ json }) => related.every((one) => shows(json, one)),
      },
      {
        what: 'whether the external id of a referenced record is there',
        outside: await data.get(parent.resource, named, external),
        inside: part.get(parent.resource, named, external),
        told: ({ json }) => related.every((one) => holds(json, one.externalId)),
      },
    ]
    // A parameter is judged where it is taken outside of a batch.
    const taken = reads.filter(({ outside }) => succeeded(outside))
    const answer = await send(
      context,
      taken.map(({ inside }) => inside),
    )
    mustAllSucceed(answer, taken.length)
    for (const [at, { what, outside, told }] of taken.entries())
      must.equal(`in a part, ${what}`, told(answer.parts[at] ?? outside), told(outside))
  },
)

check(
  attachments['attachment-content-deleted'],
  'in-a-batch',
  {
    calls: ['batch'],
    needs: ['batch', 'attachments'],
    brokenBy: ['content-outlives-a-deletion-in-a-batch'],
    effects: true,
  },
  async (context) => {
    const { id, externalId, bytes } = await attached(context, noise(64))
    mustHoldBytes(await forms.content(context, id), bytes)
    const removal = context.api.batch.part.remove(attachmentResource, id, undefined, { force: true })
    mustAllSucceed(await send(context, [removal]), 1)
    await mustBeAbsent(context.api, { id, externalId }, attachmentResource)
    for (const form of ['content', 'older-form'] as const)
      must.hold(
        'no content of an attachment that a batch deleted',
        !givesAway(await forms[form](context, id), bytes),
        `its ${bytes.length} bytes`,
      )
  },
)
