import { Blocked, must, type Context } from '../../src/kit/index.ts'
import { whole } from './steps.ts'

/** Records with an object reference, as the target file describes them: which resource has them, and how types are spelled there. */
export function pointing(context: Context) {
  const fixture = context.target.fixtures.objectReference
  if (!fixture) throw new Blocked('fixtures.objectReference is missing in the target file')
  const { resource, field, id, type, types } = fixture
  return {
    resource,
    /** The criterion for references to a resource; without a resource, the form that no query may use. */
    criterion: (to?: string): string => `${field}.${id}${to === undefined ? '' : `(${to})`}`,
    /** Creates a record that points to the one with this id; returns its external id. */
    async at(to: string, target: unknown): Promise<string> {
      const body = whole(
        context,
        { id: context.fresh.id(), [field]: { [id]: target, [type]: types[to] ?? to } },
        resource,
      )
      must.success(await context.api.data.create(resource, body))
      return String(body['externalId'])
    },
  }
}
