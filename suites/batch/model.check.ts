import { canonical } from '../../src/batch/form.ts'
import { brokenCases, lawfulCases } from '../../src/batch/generate.ts'
import type { BatchCase } from '../../src/batch/plan.ts'
import { check } from '../../src/kit/index.ts'
import { holdCase } from './case.ts'
import { batch } from './requirements.ts'

check.property(
  batch.independent,
  'as-the-model-says',
  {
    runs: 8,
    effects: true,
    needs: ['reference'],
    brokenBy: ['batch-done-backwards', 'batch-parts-reversed', 'batch-inner-query-lost'],
  },
  lawfulCases,
  holdCase,
)

check.property(
  batch['malformed-refused'],
  'one-defect',
  {
    runs: 8,
    effects: true,
    needs: ['reference'],
    brokenBy: ['bat-no-request-line-skipped', 'bat-404-delete-not-failure', 'batch-malformed-crashes'],
  },
  brokenCases,
  holdCase,
)

check(
  batch.message,
  'found-before',
  {
    effects: true,
    needs: ['reference'],
    brokenBy: ['bat-cid-shifts', 'batch-parts-need-tokens', 'batch-inner-body-lost'],
  },
  async (context) => {
    for (const { fuzz, case: one } of context.corpus as ReadonlyArray<{
      readonly fuzz?: unknown
      readonly case?: BatchCase
    }>) {
      if (fuzz === 'batch' && one) await holdCase(context.renew(), one)
    }
    await holdCase(context, {
      steps: [
        { deed: 'create', slot: 0, named: true },
        { deed: 'patch', slot: 0, named: false },
        { deed: 'get', slot: 0, named: true },
      ],
      form: canonical,
    })
  },
)
