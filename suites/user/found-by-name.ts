import type { Dto } from '../../src/clients/answer.ts'
import { must, type Context } from '../../src/kit/index.ts'
import { listedPage } from './paging.ts'
import { usersIn } from './people.ts'

export const listedIds = (dtos: readonly Readonly<Record<string, unknown>>[]): string[] =>
  dtos.map(({ id }) => String(id))

/** Users of a name, among them this one: others may have it, too, for e-mails alone are unique (B-USR-03). */
export async function mustFindByName(
  context: Context,
  asked: string,
  name: string,
  id: string,
): Promise<readonly Dto[]> {
  const answer = await listedPage(context, { name: asked, Size: '50' })
  must.success(answer)
  const found = usersIn(answer)
  must.include('users of the name', listedIds(found), [id])
  const names = found.map((one) => String(one['name']).toLowerCase())
  must.equal(
    'names of users that have another one',
    names.filter((one) => one !== name.toLowerCase()),
    [],
  )
  return found
}
