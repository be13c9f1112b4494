import { check, must } from '../../../src/kit/index.ts'
import type { CallOptions } from '../../../src/clients/call.ts'
import { validation } from '../../token/requirements.ts'
import { spelledCalls } from './calls.ts'

const lowerHex = (text: string): string => Buffer.from(text).toString('hex').replace(/../g, '%$&')
const upperHex = (text: string): string => lowerHex(text).toUpperCase()

/** A path with each of these ids written in another way. */
const idsWritten =
  (ids: readonly string[], written: (id: string) => string) =>
  (path: string): string =>
    path
      .split('/')
      .map((segment) => (ids.includes(decodeURIComponent(segment)) ? written(decodeURIComponent(segment)) : segment))
      .join('/')

type Written = (ids: readonly string[], how: (text: string) => string) => CallOptions

const places = {
  query: {
    requirement: validation['unreserved-characters-equal'],
    faults: (name) => [`encoded-kept-on-${name}`, `lower-hex-kept-on-${name}`],
    written: (_ids, how) => ({ encoded: how }),
  },
  ids: {
    requirement: validation['unreserved-characters-equal-in-ids'],
    faults: (name) => [`encoded-id-unknown-on-${name}`],
    written: (ids, how) => ({ path: idsWritten(ids, how) }),
  },
} satisfies Readonly<
  Record<
    string,
    { requirement: Parameters<typeof check>[0]; faults(name: string): [string, ...string[]]; written: Written }
  >
>

for (const [name, { needs, effects, carries, prepare }] of Object.entries(spelledCalls))
  for (const place of carries) {
    const { requirement, faults, written } = places[place]
    check(
      requirement,
      `encoded-${place}-on-${name}`,
      { needs, sampled: true, brokenBy: faults(name), ...(effects ? { effects } : {}) },
      async (context) => {
        const ready = await prepare(context)
        if (!ready) return
        const { ids, outcome } = ready
        const plain = await outcome()
        for (const how of [upperHex, lowerHex])
          must.equal(`what comes of a call with its ${place} encoded`, await outcome(written(ids, how)), plain)
      },
    )
  }
