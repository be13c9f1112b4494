import type { Answer } from '../../src/clients/answer.ts'
import { must, Unexercised, type Context } from '../../src/kit/index.ts'
import { succeeded, whole } from '../data/steps.ts'
import type { Part } from '../service/tree.ts'
import { accepted, answered } from './wish.ts'

/** A record that the target may refuse: which fields it has is not said here. */
export async function madeIfTaken(context: Context, resource: string, more: Part): Promise<string | undefined> {
  if (!(resource in context.target.templates) || !(resource in context.target.dtos)) return undefined
  const body = whole(context, { id: context.fresh.id(), ...more }, resource)
  return succeeded(await context.api.data.create(resource, body)) ? String(body['id']) : undefined
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
