import type { Fault } from '../deviation.ts'
import type { Company } from '../world/types.ts'
import { memoryOf, scimTurn, sending, sentWith, telling, userTurn, type PeopleFields } from './people-kinds.ts'

const firstCompany = memoryOf<{ company?: Company }>(() => ({}))
const firstValue = memoryOf<{ value?: unknown }>(() => ({}))

/** Faults that show when a second call of one kind says something else than the first. */
export const rememberedPeopleFaults: readonly Fault[] = [
  userTurn(
    'user-post-in-the-company-of-the-first',
    ['B-USR-13'],
    ['post'],
    'A user that is created for a company is one of the company that the first such POST named.',
    (asked, handle) => {
      if (!asked.company) return handle(asked)
      const memory = firstCompany(asked)
      memory.company ??= asked.company
      return handle({ ...asked, company: memory.company })
    },
  ),
  userTurn(
    'user-post-tells-its-name-in-small-letters',
    ['B-USR-09'],
    ['post'],
    'POST is answered with the name in small letters; it is kept as it is.',
    (asked, handle) =>
      telling(handle(asked), (dto) => ({ ...dto, name: dto['name'] && String(dto['name']).toLowerCase() })),
  ),
  scimTurn(
    'scim-patch-without-path-as-at-first',
    ['B-SCM-10'],
    ['group-patch'],
    'An operation of PATCH without a path has the value that the first of them had.',
    (asked, handle) => {
      const body = sentWith(asked)
      const operations = body['Operations']
      if (!Array.isArray(operations)) return handle(asked)
      const memory = firstValue(asked)
      const changed = (operations as readonly PeopleFields[]).map((one) => {
        if (one['path'] !== undefined || one['value'] === undefined) return one
        memory.value ??= one['value']
        return { ...one, value: memory.value }
      })
      return handle(sending(asked, { ...body, Operations: changed }))
    },
  ),
]
