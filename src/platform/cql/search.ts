import type { DataCall } from '../data/data-call.ts'
import { refusal } from '../data/refusal.ts'
import type { Reply } from '../data/step.ts'
import type { StoredRecord } from '../store/record.ts'
import type { Table } from '../store/table.ts'
import { candidates } from './candidates.ts'
import { compile } from './evaluate.ts'
import { QueryRefused } from './node.ts'
import { parseCriterion } from './parse.ts'

type Asked = Pick<DataCall, 'house' | 'resource' | 'store' | 'caller'>

/** The records that match a query, or the refusal; `index` is given if the records are those of a table. */
export function search(
  text: string,
  records: () => readonly StoredRecord[],
  { house, resource, store, caller }: Asked,
  index?: Table,
): readonly StoredRecord[] | Reply {
  const { rules } = house
  try {
    const node = parseCriterion(rules.cql.query(text), rules)
    const test = compile(node, resource, { rules, store, me: caller.user?.id })
    const found = (index && candidates(node, index, rules)) ?? records()
    const from = rules.cql.searched(found, () => store.table(resource.name).deletions.map(({ record }) => record), text)
    return rules.cql.result(
      from.filter((record) => test(record) === true),
      from,
    )
  } catch (error) {
    if (!(error instanceof QueryRefused)) throw error
    const answer = error.why === 'limit' ? rules.cql.limitStatus() : rules.cql.refused(error.why)
    return answer === 'unfiltered'
      ? records()
      : refusal(answer, 'CA-400', `the query cannot be answered: ${error.message}`)
  }
}
