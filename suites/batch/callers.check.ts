import { Blocked, check, must, rely, type Context } from '../../src/kit/index.ts'
import type { Api } from '../../src/clients/api.ts'
import { otherWriter } from '../data/other-user.ts'
import { call, whole } from '../data/steps.ts'
import { data } from '../data/record/requirements.ts'
import { mustAllSucceed, read } from './steps.ts'
import { batch } from './requirements.ts'

/** A record that a caller creates in a batch of its own, and whom it names as its writer. */
async function writerInBatch(context: Context, api: Api): Promise<unknown> {
  const body = whole(context, { id: context.fresh.id() })
  mustAllSucceed(await api.batch.send([api.batch.part.create(call, body)]), 1)
  return (await read(context.api, String(body['id'])))?.['lastChangedBy']
}

// Parts act for the caller of their own batch, whoever sent one before.
check(
  batch['inherited-authentication'],
  'of-two-callers-in-turn',
  { effects: true, needs: ['other-user', 'sync-base-10'], brokenBy: ['batch-runs-as-caller-before'] },
  async (context) => {
    const { api, record } = await otherWriter(context)
    const theirs = record.dto['lastChangedBy']
    const own = await rely(data['last-changed-by'], async () => {
      const body = whole(context, { id: context.fresh.id() })
      must.success(await context.api.data.create(call, body))
      return (await read(context.api, String(body['id'])))?.['lastChangedBy']
    })
    if (own === theirs) throw new Blocked('both identities write as one user')
    for (const turn of ['first', 'second']) {
      must.equal(`lastChangedBy in the ${turn} batch of one user`, await writerInBatch(context, context.api), own)
      must.equal(`lastChangedBy in the ${turn} batch of another user`, await writerInBatch(context, api), theirs)
    }
  },
)
