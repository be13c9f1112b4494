import type { Variant } from '../deviation.ts'

/** Lawful servers of A-BAT, thought up from its sentences alone. */
export const readingsBatchVariants: readonly Variant[] = [
  {
    id: 'bat-http11-or-not',
    leaves: ['A-BAT-03'],
    says: 'The request line of a part may lack the version.',
    rule: {
      batch: {
        content: (content) => {
          const [, first = ''] = /^([A-Z]+ \S+)\r\n/.exec(content.toString('latin1')) ?? []
          return first === ''
            ? content
            : Buffer.concat([Buffer.from(`${first} HTTP/1.1`), content.subarray(Buffer.byteLength(first))])
        },
      },
    },
  },
  {
    id: 'bat-fullurl-batch-400',
    leaves: ['A-BAT-04'],
    says: 'A batch with a full URL in one of its parts is refused as a whole.',
    rule: {
      batch: {
        refusesMessage: (contents) =>
          contents.some((content) => /^[A-Z]+ (?:[a-z][a-z\d+.-]*:)?\/\//i.test(content.toString('latin1')))
            ? 'a part names a full URL'
            : undefined,
      },
    },
  },
  {
    id: 'bat-cid-position',
    leaves: ['A-BAT-11', 'A-BAT-17'],
    says: 'The Content-ID of a part is repeated as header of the part and of the response in it.',
    rule: { batch: { contentIdInside: () => 'both' } },
  },
  {
    id: 'bat-fail-whole-status',
    leaves: ['A-BAT-14'],
    says: 'A failed batch is answered with the status of the part that failed, with its parts.',
    rule: { batch: { status: (failed) => failed?.status ?? 200 } },
  },
  {
    id: 'bat-malformed-415',
    leaves: ['A-BAT-15'],
    says: 'A batch of another content type is refused with 415.',
    rule: { batch: { refusedStatus: (type) => (/^multipart\/mixed\b/i.test(type) ? 400 : 415) } },
  },
]
