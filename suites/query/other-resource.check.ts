import { check, eventually, matchers, must, rely, Unexercised } from '../../src/kit/index.ts'
import { stored, knownText } from '../data/steps.ts'
import { query } from './requirements.ts'
import { dtosOfQuery, elements, selected } from './statement.ts'

check(
  query.served,
  'of-another-resource',
  { brokenBy: ['queries-of-other-resources-refused'], effects: true },
  async (context) => {
    const { api, target } = context
    const call = await stored(context)
    await rely(query.served, async () => must.success(await selected(context, ['id'], 'sc', [call])))
    const others = Object.keys(target.templates).filter(
      (name) => name !== call.resource && name !== 'Attachment' && (target.dtos[name]?.syncBase ?? 0) >= 9,
    )
    // Of one other, it could be that it is left out.
    if (others.length < 2) throw new Unexercised('templates has not two resources beside ServiceCall')
    for (const resource of others) await stored(context, {}, resource)
    /** Which resources a statement may name is not shown; that it may name the one of the example alone is not what `a resource` says. */
    const served = async (): Promise<boolean> => {
      for (const resource of others) {
        const fields = ['id', ...[knownText(context, resource) ?? []].flat()].map((field) => `x.${field}`)
        const statement = `select ${fields.join(', ')} from ${resource} x`
        const answer = await api.query.select(statement, { dtos: dtosOfQuery(context, resource) })
        if (answer.status >= 200 && answer.status < 300 && elements(answer).length > 0) return true
      }
      return false
    }
    await eventually(context, served, (is) =>
      matchers.equal(`rows of one of ${others.join(', ')} at least, of each of which there is a record,`, is, true),
    )
  },
)
