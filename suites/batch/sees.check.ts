import type { PartAnswer } from '../../src/clients/batch.ts'
import { check, type Context, keyOf, must, sameId, show, Unexercised } from '../../src/kit/index.ts'
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

type Look = (typeof looks)[keyof typeof looks]
type Write = (typeof writes)[number]
const writes = ['created', 'changed', 'deleted'] as const

/** Sends a part that writes, and after it one that looks. */
async function wroteAndLooked(context: Context, look: Look, write: Write, transactional: boolean) {
  const text = context.fresh.text()
  const made = write === 'created' ? creating(context, { subject: text }) : undefined
  const record = made ?? (await stored(context))
  const named = { id: record.id, resource: call }
  const request = made?.request ?? (write === 'changed' ? changing(context, named, text) : deleting(context, named))
  const [wrote, told] = (await send(context, [request, look.ask(context, record)], { transactional })).parts
  const shown = told && done(told) ? look.shown(told, record) : undefined
  const isSeen = write === 'deleted' ? told !== undefined && shown === undefined : shown?.['subject'] === text
  return { text, record, wrote, told, shown, isSeen }
}

/**
 * Whether this look shows what the part before it wrote, where each part is done by itself: how late lists and statements are is not stated,
 * nor whether they are as late with each kind of write, and where they are late, a part of a transaction tells nothing.
 */
const isPrompt = async (context: Context, look: Look, write: Write): Promise<boolean> => {
  const { told, isSeen } = await wroteAndLooked(context, look, write, false)
  return told !== undefined && done(told) && isSeen
}

for (const transactional of [true, false])
  for (const name of Object.keys(looks) as Array<keyof typeof looks>)
    for (const write of writes) {
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
          const isJudged = isOfOne || (await isPrompt(context, looks[name], write))
          const { text, record, wrote, told, shown, isSeen } = await wroteAndLooked(
            context,
            looks[name],
            write,
            transactional,
          )
          if (name === 'a-statement' && told && told.status >= 400 && told.status < 500)
            throw new Unexercised('the statement with a condition is refused, and what it rolls back tells nothing')
          must.done('the part that writes', wrote)
          if (write === 'deleted') await mustBeAbsent(context.api, { id: record.id })
          else must.equal('the subject that was written', (await read(context.api, record.id))?.['subject'], text)
          if (!isJudged) return
          must.hold(
            `${write === 'deleted' ? 'no record' : `subject ${text}`} in the part after the one that ${write} it`,
            isSeen,
            show(shown ?? told?.json ?? null),
          )
        },
      )
    }
