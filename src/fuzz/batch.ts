import { brokenCases, lawfulCases } from '../batch/generate.ts'
import { causeOfCase } from '../batch/cause.ts'
import type { BatchCase } from '../batch/plan.ts'
import { smallerCases } from '../batch/shrink.ts'
import { described, holdCase } from '../../suites/batch/case.ts'
import { batch } from '../../suites/batch/requirements.ts'
import type { Game } from './game.ts'

/** Generated batches, lawful ones held against the model, and ones with a single defect against what may come of it. */
export const batchGame: Game<BatchCase, undefined> = {
  name: 'batch',
  draw: (fc) => fc.oneof({ weight: 3, arbitrary: lawfulCases(fc) }, { weight: 1, arbitrary: brokenCases(fc) }),
  prepare: async () => undefined,
  hold: (context, _ground, one) => holdCase(context.renew(), one),
  smaller: smallerCases,
  cause: causeOfCase,
  requirement: ({ transactional }, { broken }) =>
    broken ?? (transactional === false ? batch.independent : batch['transaction-undone']),
  told: (one) => described(one),
  evidence(_one, _ground, { mismatch }) {
    const sent = mismatch.exchanges
      ?.map(({ request }) => request)
      .find(
        ({ method, headers }) =>
          method === 'POST' &&
          headers.some(([name, value]) => /^content-type$/i.test(name) && /multipart/i.test(value)),
      )
    return sent?.body ? { bytes: Buffer.from(sent.body).toString('base64') } : {}
  },
}
