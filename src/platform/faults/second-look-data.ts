import type { Fault } from '../deviation.ts'
import { reshaping } from './passing.ts'

const isFlag = (value: unknown): boolean => typeof value === 'boolean'

/** What checks of records could not see until they were looked at again. */
export const secondLookDataFaults: readonly Fault[] = [
  reshaping(
    'query-api-flags-missing-in-rows',
    ['A-QRY-02'],
    'Rows hold no booleans, also those that were selected.',
    ({ method, path }) => method === 'POST' && path.includes('/api/query/'),
    (body) => ({
      ...body,
      data: ((body['data'] ?? []) as Readonly<Record<string, Readonly<Record<string, unknown>>>>[]).map((element) =>
        Object.fromEntries(
          Object.entries(element).map(([alias, row]) => [
            alias,
            Object.fromEntries(Object.entries(row).filter(([, value]) => !isFlag(value))),
          ]),
        ),
      ),
    }),
  ),
]
