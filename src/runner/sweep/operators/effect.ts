import { jsonOfMessage, queryOf, withJson, withQuery } from '../message.ts'
import type { Behind } from '../mutant.ts'
import type { PlatformRequest, PlatformResponse } from '../../../platform/http/message.ts'

/** What a write does, other than what it tells. One of these is made for each edge: it keeps what is still to come. */
export interface EffectOperator {
  readonly name: string
  /** Told each time that something else is done. */
  make(changed: () => void): Effect
}

interface Effect {
  /** Replaces the write itself. */
  write(request: PlatformRequest, behind: Behind): Promise<PlatformResponse>
  /** Before every other request. */
  before?(request: PlatformRequest, behind: Behind): Promise<void>
  /** After every other request. */
  after?(request: PlatformRequest): void
}

const undoable = (behind: Behind, request: PlatformRequest) => {
  if (!behind.undoably) throw new Error('this target cannot take a write back')
  return behind.undoably(request)
}
const succeeded = ({ status }: PlatformResponse): boolean => status >= 200 && status < 300

async function withoutEffect(request: PlatformRequest, behind: Behind, changed: () => void): Promise<PlatformResponse> {
  const { response, undo } = await undoable(behind, request)
  if (succeeded(response)) changed()
  undo()
  return response
}

const late = (ms: number): EffectOperator => ({
  name: `done-${ms / 1000}-s-late`,
  make(changed) {
    const due: Array<{ at: number; request: PlatformRequest }> = []
    return {
      async write(request, behind) {
        const response = await withoutEffect(request, behind, changed)
        if (succeeded(response)) due.push({ at: behind.now() + ms, request })
        return response
      },
      async before(_, behind) {
        while (due[0] && due[0].at <= behind.now()) await behind.forward((due.shift() as (typeof due)[0]).request)
      },
    }
  },
})

export const effectOperators: readonly EffectOperator[] = [
  {
    name: 'told-not-done',
    make: (changed) => ({ write: (request, behind) => withoutEffect(request, behind, changed) }),
  },
  {
    name: 'done-refusal-told',
    make: (changed) => ({
      async write(request, behind) {
        const response = await behind.forward(request)
        if (succeeded(response)) changed()
        return succeeded(response)
          ? withJson({ ...response, status: 400 }, { error: 'CA-10', message: 'not valid', values: [] })
          : response
      },
    }),
  },
  {
    name: 'done-twice',
    make: (changed) => ({
      async write(request, behind) {
        const response = await behind.forward(request)
        if (succeeded(response)) {
          changed()
          await behind.forward(request)
        }
        return response
      },
    }),
  },
  {
    name: 'done-though-refused',
    make: (changed) => ({
      async write(request, behind) {
        const response = await behind.forward(request)
        if (response.status === 409) changed()
        // What the lock refuses is done all the same, and the refusal is told.
        if (response.status === 409) await behind.forward(withParameter(request, 'forceUpdate', 'forceDelete'))
        return response
      },
    }),
  },
  late(1000),
  late(3000),
  {
    name: 'undone-after-the-next-read',
    make(changed) {
      let pending: Array<() => void> = []
      return {
        async write(request, behind) {
          const { response, undo } = await undoable(behind, request)
          if (succeeded(response)) pending.push(undo)
          return response
        },
        after({ method }) {
          if (method !== 'GET') return
          for (const undo of pending.reverse()) {
            changed()
            undo()
          }
          pending = []
        },
      }
    },
  },
  {
    name: 'lastChanged-not-looked-at',
    make: (changed) => ({
      write(request, behind) {
        changed()
        return behind.forward(withParameter(request, 'forceUpdate', 'forceDelete'))
      },
    }),
  },
  {
    name: 'second-one-told-not-done',
    make(changed) {
      const writtenBefore = new Set<string>()
      return {
        async write(request, behind) {
          const key = request.target.split('?', 1)[0] as string
          if (request.method !== 'POST' && !writtenBefore.has(key)) {
            writtenBefore.add(key)
            return behind.forward(request)
          }
          const json = jsonOfMessage(request)
          return json === undefined ? behind.forward(request) : withoutEffect(request, behind, changed)
        },
      }
    },
  },
]

function withParameter(request: PlatformRequest, update: string, remove: string): PlatformRequest {
  const name = request.method === 'DELETE' ? remove : update
  return withQuery(request, [...queryOf(request.target).filter(([key]) => key !== name), [name, 'true']])
}
