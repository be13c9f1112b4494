import { Blocked, must, rely, type Context } from '../../src/kit/index.ts'
import { data } from './record/requirements.ts'
import { whole } from './steps.ts'

/** How a reference spells the resource that it leads to: the documents do not show it. */
export function spellingOf({ target }: Pick<Context, 'target'>, to: string): string {
  const spelt = target.fixtures.objectReference?.types[to]
  if (spelt === undefined) throw new Blocked(`fixtures.objectReference.types.${to} is missing in the target file`)
  return spelt
}

/** Records with an object reference, as the target file describes them: which resource has them, and how types are spelled there. */
export function pointing(context: Context) {
  const fixture = context.target.fixtures.objectReference
  if (!fixture) throw new Blocked('fixtures.objectReference is missing in the target file')
  const { resource, field, id, type, types } = fixture
  const [one, ...others] = Object.keys(types).filter((to) => to in context.target.templates)
  if (one === undefined)
    throw new Blocked('fixtures.objectReference.types names no resource that has a template in the target file')
  /** The reference, as it is sent. */
  const written = (to: string, target: unknown) => ({ [field]: { [id]: target, [type]: spellingOf(context, to) } })
  return {
    resource,
    written,
    /** Resources that may be pointed to, one at least. */
    ends: [one, ...others] as const,
    /** The criterion for references to a resource; without a resource, the form that no query may use. */
    criterion: (to?: string): string => `${field}.${id}${to === undefined ? '' : `(${to})`}`,
    /** Creates a record that points to the one with this id; returns its external id. */
    async at(to: string, target: unknown): Promise<string> {
      const body = whole(context, { id: context.fresh.id(), ...written(to, target) }, resource)
      await rely(data.create, async () => must.success(await context.api.data.create(resource, body)))
      return String(body['externalId'])
    },
  }
}
