import { Dicer } from '@fastify/busboy'
import { parseMultipart } from '@mjackson/multipart-parser'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { boundaryIn } from '../../src/batch/read.ts'
import type { BatchForm } from '../../src/batch/form.ts'
import { writeBatch } from '../../src/batch/write.ts'
import { forms, requests } from './forms.ts'

interface Seen {
  readonly id: string | null | undefined
  readonly content: string
}

const byDicer = (body: Buffer, boundary: string): Promise<Seen[]> =>
  new Promise((resolve, reject) => {
    const parts: Array<{ headers: Record<string, string[]>; content: string[] }> = []
    const reader = new Dicer({ boundary })
    reader.on('part', (stream) => {
      const part = { headers: {} as Record<string, string[]>, content: [] as string[] }
      parts.push(part)
      stream.on('header', (headers) => {
        part.headers = headers as Record<string, string[]>
      })
      stream.on('data', (chunk: Buffer) => part.content.push(chunk.toString('latin1')))
    })
    reader.on('error', reject)
    reader.on('finish', () =>
      resolve(parts.map(({ headers, content }) => ({ id: headers['content-id']?.[0], content: content.join('') }))),
    )
    reader.end(body)
  })

const byMjackson = async (body: Buffer, boundary: string): Promise<Seen[]> =>
  [...parseMultipart(body, { boundary })].map((part) => ({
    id: part.headers.get('content-id'),
    content: Buffer.from(part.bytes).toString('latin1'),
  }))

/** Transport padding is where both stumble; a preamble and folded headers the second one. */
const readers = [
  ['@fastify/busboy', byDicer, []],
  ['@mjackson/multipart-parser', byMjackson, ['preamble', 'leadingLineEnd', 'partHeaderFolding']],
] as const

test.each(readers)('%s reads what is written', async (_name, read, weak) => {
  await fc.assert(
    fc.asyncProperty(requests, forms('L0', 'L1', 'L2'), async (given, drawn) => {
      const form: BatchForm = {
        ...drawn,
        padding: 'none',
        ...(weak.includes('preamble' as never)
          ? { preamble: 'none', leadingLineEnd: 'none', partHeaderFolding: 'none' }
          : {}),
      }
      const { contentType, body } = writeBatch(given, form)
      const seen = await read(body, boundaryIn(contentType) ?? '')
      expect(seen.map(({ id }) => id?.trim())).toEqual(given.map(({ contentId }) => contentId))
      for (const [position, { content }] of seen.entries()) {
        const { method, path, body: sent = '' } = given[position] ?? { method: '', path: '' }
        expect(content.startsWith(`${method} ${path} HTTP/1.`)).toBe(true)
        expect(
          Buffer.from(content, 'latin1')
            .toString('utf8')
            .endsWith(`\r\n\r\n${String(sent)}`),
        ).toBe(true)
      }
    }),
    { numRuns: 200, seed: 11 },
  )
})
