import { check, must, type Context } from '../../../src/kit/index.ts'
import { mustAllSucceed, mustHaveParts } from '../../batch/steps.ts'
import { call, mustBeAbsent, mustShow, read, stored, whole } from '../steps.ts'
import { data } from './requirements.ts'

const sent = ({ api }: Context, request: Parameters<Context['api']['batch']['send']>[0][number]) =>
  api.batch.send([request])

check(
  data.replace,
  'in-a-batch',
  { brokenBy: ['put-merges-in-batch'], needs: ['batch'], effects: true },
  async (context) => {
    const before = await stored(context, { remarks: context.fresh.text() })
    const body = whole(context, { externalId: before.externalId, lastChanged: before.lastChanged })
    mustAllSucceed(await sent(context, context.api.batch.part.put(call, before.id, body)), 1)
    const now = await read(context.api, before.id)
    mustShow('the replaced record', now, body, ['subject', 'externalId'])
    must.differ('remarks that were not sent', now?.['remarks'], before.dto['remarks'])
  },
)

check(
  data['partial-update-creates'],
  'in-a-batch',
  { brokenBy: ['patch-create-in-batch-404'], needs: ['batch'], effects: true },
  async (context) => {
    const id = context.fresh.id()
    const body = whole(context)
    mustAllSucceed(await sent(context, context.api.batch.part.patch(call, id, body)), 1)
    mustShow('the record under the id that was missing', await read(context.api, id), { ...body, id }, [
      'id',
      'subject',
    ])
  },
)

check(
  data['duplicate-external-id-refused'],
  'in-a-batch',
  { brokenBy: ['dup-externalid-500', 'duplicate-found-at-commit-fails-the-whole'], needs: ['batch'], effects: true },
  async (context) => {
    const { externalId } = await stored(context)
    const id = context.fresh.id()
    const answer = await sent(context, context.api.batch.part.create(call, whole(context, { id, externalId })))
    mustHaveParts(answer, 1)
    const status = answer.parts[0]?.status ?? 0
    must.hold('a part that is refused with a 4xx', status >= 400 && status < 500, status)
    await mustBeAbsent(context.api, { id })
  },
)
