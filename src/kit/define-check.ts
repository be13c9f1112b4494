import { didYouMean } from '../errors/nearest.ts'
import { needs } from '../target/needs.ts'
import { announce, type Check, type Head } from './check.ts'
import { announcedRequirements, type Testable } from './requirements.ts'

const keys = {
  brokenBy: true,
  needs: true,
  alone: true,
  effects: true,
  heavy: true,
  sampled: true,
  calls: true,
} as const satisfies Record<keyof Head, true>

const meant = (word: string, known: object): string =>
  didYouMean(word, Object.keys(known)) ?? `there are ${Object.keys(known).join(', ')}`

/**
 * A check of a team's own, for a requirement of the `requirements.yaml` beside it (or of the kit), such as `acme/subject-kept`. `brokenBy` names faults
 * of the embedded platform that the check must catch: `fieldproof prove --suites DIR` holds it to that.
 */
export function defineCheck(
  requirement: string,
  situation: string,
  head: Omit<Partial<Head>, 'brokenBy'> & { readonly brokenBy?: readonly string[] },
  run: Check['run'],
): void {
  const found = announcedRequirements().find(({ id }) => id === requirement)
  if (!found) throw new Error(`there is no requirement ${requirement}`)
  if (found.untested !== undefined) throw new Error(`the requirement ${requirement} is marked untested`)
  const strange = Object.keys(head).find((key) => !Object.hasOwn(keys, key))
  if (strange !== undefined) throw new Error(`${requirement}/${situation} has no ${strange}: ${meant(strange, keys)}`)
  const unknown = head.needs?.find((need) => !Object.hasOwn(needs, need))
  if (unknown !== undefined) throw new Error(`there is no need ${unknown}: ${meant(unknown, needs)}`)
  const { brokenBy = [], ...rest } = head
  const [first, ...more] = brokenBy
  announce(
    'check',
    found as Testable,
    situation,
    { ...rest, ...(first === undefined ? {} : { brokenBy: [first, ...more] as const }) },
    run,
  )
}
