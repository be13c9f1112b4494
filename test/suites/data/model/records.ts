import { answer, type Answer } from '../../../../src/clients/answer.ts'
import type { DataApi, DataOptions, Ref } from '../../../../src/clients/data.ts'
import type { Context } from '../../../../src/kit/context.ts'
import { fresh } from '../../../../src/kit/fresh.ts'
import { ownership } from '../../../../src/target/ownership.ts'
import { newScope, withScope, type Scope } from '../../../../src/target/scope.ts'
import type { Target } from '../../../../src/target/target.ts'

type Fields = Record<string, unknown>

/** Ways in which these records can be wrong. */
export interface Wrong {
  readonly lockIgnored?: true
  readonly refusedStored?: true
  readonly patchResets?: true
  readonly nullIgnored?: true
  readonly putMerges?: true
  readonly deleteKeeps?: true
}

/** Records of one resource in memory, by the documents' sentences: small enough to be believed, for tests of the models. */
function records(scope: Scope, wrong: Wrong = {}): DataApi {
  const held = new Map<string, Fields>()
  let time = 1_700_000_000_000
  let count = 0
  const say = (status: number, body?: unknown): Answer => {
    const exchange = {
      id: `t-${(count += 1)}`,
      startedAt: 0,
      ms: 0,
      request: { method: 'GET', url: 'http://test/', headers: [] },
      response: {
        status,
        statusText: '',
        headers: [],
        body: Buffer.from(body === undefined ? '' : JSON.stringify(body)),
      },
    }
    scope.exchanges.push(exchange)
    return answer(exchange, scope)
  }
  const find = (ref: Ref) =>
    [...held.values()].find((record) =>
      typeof ref === 'string' ? record['id'] === ref : record['externalId'] === ref.externalId,
    )
  const show = (status: number, record: Fields) => say(status, { data: [{ serviceCall: record }] })
  const save = (record: Fields) => {
    const saved: Fields = { ...record, lastChanged: (time += 10) }
    held.set(String(saved['id']), saved)
    return saved
  }
  const stale = (record: Fields, lastChanged: unknown) =>
    lastChanged !== undefined && lastChanged !== record['lastChanged'] && !wrong.lockIgnored
  const refusal = (record: Fields) =>
    say(409, { error: 'CA-27', message: 'Resource concurrent modification detected', values: [record['lastChanged']] })
  const write =
    (kind: 'put' | 'patch') =>
    async (_: string, ref: Ref, body: unknown, options: DataOptions = {}): Promise<Answer> => {
      const { lastChanged, ...fields } = body as Fields
      const record = find(ref)
      if (!record)
        return show(
          201,
          save({ ...fields, ...(typeof ref === 'string' ? { id: ref } : { id: crypto.randomUUID(), ...ref }) }),
        )
      const merges = kind === 'put' ? wrong.putMerges : !wrong.patchResets
      const sent = Object.fromEntries(
        Object.entries(fields).filter(([, value]) => !(wrong.nullIgnored && value === null)),
      )
      const next = {
        ...(merges ? record : {}),
        ...sent,
        id: record['id'],
        externalId: fields['externalId'] ?? record['externalId'],
      }
      if (!options.force && stale(record, lastChanged)) {
        if (wrong.refusedStored) held.set(String(record['id']), { ...next, lastChanged: record['lastChanged'] })
        return refusal(record)
      }
      return show(201, save(next))
    }
  const unused = () => Promise.reject(new Error('no model asks for it'))
  return {
    async create(_, body) {
      const fields = body as Fields
      if (find(String(fields['id'])) ?? find({ externalId: String(fields['externalId']) }))
        return say(409, { error: 'taken', message: '', values: [] })
      return show(201, save({ id: crypto.randomUUID(), ...fields }))
    },
    async get(_, ref) {
      const record = find(ref)
      return record ? show(200, record) : say(404)
    },
    async list() {
      return say(200, { data: [...held.values()].map((serviceCall) => ({ serviceCall })) })
    },
    put: write('put'),
    patch: write('patch'),
    async remove(_, ref, lastChanged, options = {}) {
      const record = find(ref)
      if (!record) return say(404)
      if (!options.force && lastChanged === undefined) return say(400)
      if (!options.force && stale(record, lastChanged)) return refusal(record)
      if (!wrong.deleteKeeps) held.delete(String(record['id']))
      return say(200)
    },
    deleted: unused,
    content: unused,
    contentOldForm: unused,
  }
}

const unasked = (): Promise<never> => Promise.reject(new Error('not part of this test'))

/** Runs a check body against such records. */
export function against<T>(
  wrong: Wrong,
  seed: number,
  run: (context: Context, scope: Scope) => Promise<T>,
): Promise<T> {
  const target = { templates: { ServiceCall: {} }, lacks: {} } as unknown as Target
  const scope = newScope('test', 'testtag000')
  const api = { data: records(scope, wrong) } as Context['api']
  let attempts = 0
  const context = (): Context => ({
    api,
    target,
    seed,
    as: () => api,
    fresh: fresh(`testtag${(attempts += 1)}`, target, ownership('test')),
    clock: { advance: async () => {} },
    wait: async () => {},
    listsShow: async () => undefined,
    shares: () => {},
    activities: { planned: unasked, read: unasked, events: unasked },
    race: (sends) => Promise.all(sends.map((send) => send())),
    renew: context,
    lasting: context,
    corpus: [],
  })
  return withScope(scope, () => run(context(), scope))
}
