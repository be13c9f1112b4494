import { expect, test } from 'vitest'
import { mustShowTheSame, readableAgain, withoutFields } from '../../../suites/data/computed.ts'

const plain = { id: 'a', lastChanged: 1, subject: 's', age: 1 }
const fields = Object.keys(plain)
let waited = 0
/** Read so that what two further reads show of `age` and `lastChanged` is given. */
const seen = (...reads: ReadonlyArray<object>) => {
  let at = 0
  const read = () => Promise.resolve({ ...plain, ...reads[Math.min(at++, reads.length - 1)] })
  const wait = (ms: number) => {
    waited += ms
    return Promise.resolve()
  }
  return readableAgain({ ...plain }, { read, wait })
}
const shown = (more: object, of: Readonly<Record<string, unknown>>) =>
  mustShowTheSame('the same', { ...plain, ...more }, of, fields)

test('what is shown alike is not read again', async () => {
  await shown({}, seen({ age: 2 }))
  expect(waited).toBe(0)
})

test('what every read shows otherwise is let be, and so is what is left of it', async () => {
  await shown({ age: 2 }, seen({ age: 3 }, { age: 4 }))
  expect(waited).toBeGreaterThan(1000)
  await mustShowTheSame('the same', { ...plain, age: 2 }, withoutFields(seen({ age: 3 }, { age: 4 }), ['id']), ['age'])
})

test.each([
  ['a field that stays as it is', { subject: 't' }, [{ age: 3 }, { age: 4 }]],
  ['a field that changed once and stays so', { age: 2 }, [{ age: 2 }, { age: 2 }]],
  ['lastChanged, however it moves', { lastChanged: 2 }, [{ lastChanged: 3 }, { lastChanged: 4 }]],
])('%s is not', async (_, more, reads) => {
  await expect(shown(more, seen(...reads))).rejects.toThrow(/expected the same/)
})

test('what cannot be read again is compared as it is', async () => {
  await expect(shown({ age: 2 }, { ...plain })).rejects.toThrow(/expected the same/)
  await expect(mustShowTheSame('the same', undefined, seen({ age: 2 }), fields)).rejects.toThrow(/expected the same/)
})
