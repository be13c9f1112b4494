import type { Fault } from '../deviation.ts'
import type { Rulebook } from '../rulebook/rulebook.ts'
import type { Edit } from './tree-edits.ts'

type Rules = Partial<Rulebook['service']>

/** A fault of the Service API; its id gets the prefix of the interface. */
export const serviceFault = (id: string, breaks: Fault['breaks'], says: string, service: Rules): Fault => ({
  id: `service-${id}`,
  breaks,
  says,
  rule: { service },
})

/** What the answer says otherwise; `of` narrows it to operations. */
export const shows = (
  edit: Edit,
  of: readonly string[] = ['service-create', 'service-get', 'service-activity'],
): Rules => ({
  shown: (tree, operation) => (of.includes(operation) ? edit(tree) : tree),
})
/** What a POST is misread as. */
export const takes = (edit: Edit): Rules => ({ taken: (body) => edit(body) as Readonly<Record<string, unknown>> })
