import { describe, expect, test } from 'vitest'
import { measured, parts } from '../../bench/main.mjs'

interface Figure {
  readonly what: string
  readonly value: number
  readonly spread?: readonly [number, number]
  readonly most?: number
  readonly least?: number
}

const one = 'directory/*'
const small: Record<string, object> = {
  cpu: { rounds: 1, only: one },
  transport: { rounds: 1, requests: 60 },
  startup: { starts: 1, wholes: 1, whole: ['--only', one] },
  package: { starts: 1, installing: false },
  cql: { turns: 1 },
  batch: { parts: 10, measured: 0.05 },
  detection: { faults: 1, limit: 100 },
  proof: { selection: ['--only', 'directory/unknown-account/*'] },
  recorder: { course: 'HTTP', rounds: 1, count: 64, warmUp: 0, megabytes: 2 },
  verify: { megabytes: 0.2, selection: ['--only', one], entries: 3 },
}

describe('every part of the bench measures something', () => {
  test.each(Object.keys(parts))('%s', async (part) => {
    const { figures, failed } = (await measured(part, 150, small[part])) as { figures: Figure[]; failed?: string }
    expect(failed).toBeUndefined()
    expect(figures.length).toBeGreaterThan(0)
    for (const { what, value, spread } of figures) {
      expect(Number.isFinite(value) && value >= 0, `${what}: ${value}`).toBe(true)
      if (spread)
        expect(spread[0] <= value && value <= spread[1], `${what}: ${value} in ${spread.join(' to ')}`).toBe(true)
    }
    const aimedAt = figures.filter(({ most, least }) => most !== undefined || least !== undefined)
    expect(Math.max(...aimedAt.map(({ value }) => value))).toBeGreaterThan(0)
  })
})
