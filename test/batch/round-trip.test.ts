import fc from 'fast-check'
import { expect, test } from 'vitest'
import { requestIn } from '../../src/batch/http-head.ts'
import { readMessage } from '../../src/batch/read.ts'
import { writeBatch } from '../../src/batch/write.ts'
import { forms, requests } from './forms.ts'

test('what is written in any lawful form is read back, and nothing is noted', () => {
  fc.assert(
    fc.property(requests, forms('L0', 'L1', 'L2'), (given, form) => {
      const { contentType, body } = writeBatch(given, form)
      const { parts, irregular, broken } = readMessage(contentType, body)
      expect(broken).toBeUndefined()
      expect(irregular).toEqual([])
      const read = parts.map((part) => requestIn(part))
      expect(
        read.map((one) =>
          'message' in one
            ? [one.message.method, one.message.target, one.message.body.toString('utf8'), one.message.contentId]
            : one.broken,
        ),
      ).toEqual(given.map(({ method, path, body: sent, contentId }) => [method, path, sent, contentId]))
      expect(read.flatMap((one) => ('message' in one ? one.irregular : []))).toEqual([])
    }),
    { numRuns: 500, seed: 7 },
  )
})

test('the canonical and L1 forms are read without a note', () => {
  fc.assert(
    fc.property(requests, forms('L0', 'L1'), (given, form) => {
      const { contentType, body } = writeBatch(given, form)
      expect(readMessage(contentType, body).irregular).toEqual([])
    }),
    { numRuns: 300, seed: 8 },
  )
})

test('the same batch is the same bytes', () => {
  fc.assert(
    fc.property(requests, forms('L0', 'L1', 'L2'), (given, form) => {
      expect(writeBatch(given, form).body.equals(writeBatch(given, form).body)).toBe(true)
    }),
    { numRuns: 50, seed: 9 },
  )
})
