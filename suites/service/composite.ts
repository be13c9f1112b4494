import type { Answer } from '../../src/clients/answer.ts'
import { Blocked, must, type Context } from '../../src/kit/index.ts'
import { succeeded } from '../data/steps.ts'
import { activitiesOf, partOf, partsIn, readTree, type Part } from './tree.ts'

const otherForm = (what: string): Blocked =>
  new Blocked(`${what} is not served in the form that the capability composite means: take it out of has`)

interface BulkResult {
  readonly status: number
  readonly isDone: boolean
  readonly resource: Part
}

/** What an answer to a list of trees says of each: {results: [{status, resource}]}; nothing where all of it was refused. */
export function compositeResults(answer: Answer): readonly BulkResult[] {
  must.noServerError(answer, 'a list of service calls')
  if (!succeeded(answer)) return []
  const { results } = partOf(answer.json)
  if (!Array.isArray(results)) throw otherForm('a list of service calls')
  return partsIn(results).map(({ status, resource }) => ({
    status: Number(status),
    isDone: Number(status) >= 200 && Number(status) < 300,
    resource: partOf(resource),
  }))
}

/** The tree after a PATCH of its activity, which shows by a new subject that it was changed. */
export async function changedTree(context: Context, id: string, activity: Part, more: Part): Promise<Part> {
  const subject = context.fresh.text()
  const answer = await context.api.service.patch(id, { activities: [{ id: activity['id'], subject, ...more }] })
  must.noServerError(answer, 'PATCH')
  const tree = await readTree(context, id)
  if (!succeeded(answer) || activitiesOf(tree)[0]?.['subject'] !== subject) throw otherForm('PATCH')
  return tree
}
