import type { Answer } from '../../src/clients/answer.ts'
import { isObjection, must, rely, Unexercised, type Context } from '../../src/kit/index.ts'
import { lagOf } from '../../src/target/visibility.ts'
import { succeeded, whole } from '../data/steps.ts'
import { service } from '../service/requirements.ts'
import { createdSoon, treeIn, type Part } from '../service/tree.ts'
import { accepted, answered } from './wish.ts'

/** A record that the target may refuse: which fields it has is not said here. */
export async function madeIfTaken(context: Context, resource: string, more: Part): Promise<string | undefined> {
  if (!(resource in context.target.templates) || !(resource in context.target.dtos)) return undefined
  const body = whole(context, { id: context.fresh.id(), ...more }, resource)
  return succeeded(await context.api.data.create(resource, body)) ? String(body['id']) : undefined
}

/**
 * A service call whose activity requires new skills, or a plainer one. Which resource `skill` of a requirement refers to is not said (B-SVC-15), nor how soon
 * skills are known: where such a call is refused and one that requires nothing is taken, nothing can be said.
 */
export async function madeRequiring(context: Context, sent: Part, plainer: Part, without: Part) {
  let [answer, body] = [await context.api.service.create(sent), sent]
  const patience = lagOf(context.target, 10_000)
  for (let [waited, pause] = [0, 250]; isObjection(answer) && waited < patience; waited += pause, pause *= 2) {
    if (waited > 0) await context.wait(pause)
    body = plainer
    answer = await context.api.service.create(body)
  }
  if (isObjection(answer)) {
    await createdSoon(context, without)
    throw new Unexercised(
      'an activity that requires a skill which the kit made is refused, and one that requires none is taken',
    )
  }
  return { ...(await rely(service.create, async () => treeIn(answer))), body }
}

interface NewSkill {
  readonly name: string
  /** Of its record; undefined where the target does not let the kit make one. */
  readonly id: string | undefined
}

/** Two skills that nobody has. */
export async function newSkills(context: Context): Promise<readonly NewSkill[]> {
  const skills: NewSkill[] = []
  for (const name of [context.fresh.text(), context.fresh.text()])
    skills.push({ name, id: await madeIfTaken(context, 'Skill', { name }) })
  return skills
}

/** Such a start is made: where all of them have records, how soon these are known is not stated. */
export async function mustStartWith(context: Context, body: unknown, skills: readonly NewSkill[]): Promise<void> {
  if (skills.every(({ id }) => id !== undefined)) await accepted(context, body)
  else mustTakeSkills(await answered(context, body), skills)
}

/** A start with skills is taken. That it may name skills of which there is no record is not said. */
export function mustTakeSkills(answer: Answer, skills: readonly NewSkill[]): void {
  if (skills.some(({ id }) => id === undefined) && answer.status >= 400 && answer.status < 500)
    throw new Unexercised('a start with skills that the target does not know is refused: set templates.Skill')
  must.status(answer, 202)
}
