import type { Api } from '../../src/clients/api.ts'
import { check } from '../../src/kit/index.ts'
import { operations } from '../token/table/operations.ts'
import { batch } from './requirements.ts'
import { isToldElsewhere, mustHaveParts } from './steps.ts'

const outside = (api: Api, name: string, given: readonly never[]): unknown =>
  (api.data[name as 'content'] as (...all: readonly never[]) => unknown)(...given)

/** Clients whose calls of the Data API go out as the only part of a batch; its response part is their answer. */
function inBatches(api: Api): Api {
  const data = Object.fromEntries(
    Object.entries(api.batch.part).map(([name, part]) => [
      name,
      async (...given: never[]) => {
        const answer = await api.batch.send([
          (part as (...all: never[]) => ReturnType<typeof api.batch.part.get>)(...given),
        ])
        mustHaveParts(answer, 1)
        const [told] = answer.parts
        return isToldElsewhere(told) && /^content/.test(name) ? outside(api, name, given) : told
      },
    ]),
  )
  return { ...api, data: data as unknown as Api['data'] }
}

/** Faults of parts of one kind. */
const further: Readonly<Record<string, readonly string[]>> = {
  'data-list': ['list-of-one-as-object'],
  'attachment-content': ['supplied-id-of-attachments-ignored'],
  'data-patch-by-external-id': ['batch-patch-by-external-id-wants-token'],
}

for (const [name, operation] of Object.entries(operations)) {
  if (!/^(?:data|deleted|attachment)-/.test(name)) continue
  check(
    batch['any-interface'],
    `part-of-${name}`,
    {
      needs: operation.needs,
      sampled: true,
      brokenBy: [`batch-part-unknown-of-${name}`, ...(further[name] ?? [])],
      ...(operation.effects ? { effects: true } : {}),
    },
    async (context) => {
      const ready = await operation.prepare(context, inBatches(context.api))
      await ready.served(await ready.send())
    },
  )
}
