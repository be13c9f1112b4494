import type { PartAnswer } from '../../src/clients/batch.ts'
import { check, keyOf, must, sameId, show, type Context } from '../../src/kit/index.ts'
import { refOf } from '../data/steps.ts'
import { dtosOfQuery, rowsOf } from '../query/statement.ts'
import { batch } from './requirements.ts'
import { call, changing, creating, deleting, mustBeAbsent, read, send, stored } from './steps.ts'
import type { Made, Request } from './steps.ts'

type Named = Pick<Made, 'id' | 'externalId'>
type Told = Pick<PartAnswer, 'status' | 'json' | 'records'>

/** Ways to look at records other than by id: as a part, and what an answer shows of one. */
const looks = {
  'a-list': {
    ask: ({ api }: Context, { externalId }: Named): Request =>
      api.batch.part.list(call, { query: { query: `externalId = "${externalId}"` } }),
    shown: (told: Told, { id }: Named) => told.records(keyOf(call)).find((one) => sameId(one['id'], id)),
  },
  'a-statement': {
    ask: (context: Context, { id }: Named): Request =>
      context.api.batch.select(
        `select sc.id, sc.subject from ServiceCall sc where sc.id = '${id}'`,
        dtosOfQuery(context, call),
      ),
    shown: (told: Told, { id }: Named) => rowsOf(told, 'sc').find((one) => sameId(one['id'], id)),
  },
  'a-read-by-external-id': {
    ask: ({ api }: Context, named: Named): Request => api.batch.part.get(call, refOf(named, 'by-external-id')),
    shown: (told: Told, { id }: Named) => told.records(keyOf(call)).find((one) => sameId(one['id'], id)),
  },
} as const

const done = ({ status }: Told): boolean => status >= 200 && status < 300

/**
 * Whether this look shows what the part before it wrote, where each part is done by itself: how late lists and statements are is not stated,
 * and where they are late, a part of a transaction tells nothing.
 */
async function isPrompt(context: Context, look: (typeof looks)[keyof typeof looks]): Promise<boolean> {
  const record = await stored(context)
  const text = context.fresh.text()
  const parts = [changing(context, record, text), look.ask(context, record)]
  const answer = await send(context, parts, { transactional: false })
  const told = answer.parts[1]
  return told !== undefined && done(told) && look.shown(told, record)?.['subject'] === text
}

for (const transactional of [true, false])
  for (const name of Object.keys(looks) as Array<keyof typeof looks>)
    for (const write of ['created', 'changed', 'deleted'] as const) {
      const isOfOne = name === 'a-read-by-external-id'
      // A read of what is gone may fail, and would roll its transaction back; lists and statements that are late nobody can tell from others.
      if (transactional ? write === 'deleted' && isOfOne : !isOfOne) continue
      check(
        batch.sequential,
        `${name}-of-what-a-part-before-${write}${transactional ? '' : '-not-transactional'}`,
        {
          needs: name === 'a-list' ? ['query-language'] : [],
          brokenBy: [`${name}-in-a-${transactional ? 'transaction' : 'batch'}-sees-what-was-before`],
          sampled: true,
          effects: true,
        },
        async (context) => {
          const { ask, shown } = looks[name]
          const isJudged = isOfOne || (await isPrompt(context, looks[name]))
          const text = context.fresh.text()
          const made = write === 'created' ? creating(context, { subject: text }) : undefined
          const record = made ?? (await stored(context))
          const request =
            made?.request ??
            (write === 'changed'
              ? changing(context, { id: record.id, resource: call }, text)
              : deleting(context, { id: record.id, resource: call }))
          const { parts } = await send(context, [request, ask(context, record)], { transactional })
          must.done('the part that writes', parts[0])
          if (write === 'deleted') await mustBeAbsent(context.api, { id: record.id })
          else must.equal('the subject that was written', (await read(context.api, record.id))?.['subject'], text)
          const told = parts[1]
          if (!isJudged) return
          const what = told && done(told) ? shown(told, record) : undefined
          must.hold(
            `${write === 'deleted' ? 'no record' : `subject ${text}`} in the part after the one that ${write} it`,
            write === 'deleted' ? what === undefined : what?.['subject'] === text,
            show(what ?? told?.json ?? null),
          )
        },
      )
    }
