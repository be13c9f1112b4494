import { check, must, plainId } from '../../../src/kit/index.ts'
import { ask, mustHold } from './ask.ts'
import { listedIdsOf, tableResource, tableOf } from './table.ts'
import { cql } from './requirements.ts'
import { stored } from '../steps.ts'
import { resent } from '../resent.ts'

check(
  cql['query-criteria'],
  'one-of-two',
  { effects: true, brokenBy: ['cql-filter-ignored', 'cql-filter-empty'] },
  async (context) => {
    const [wanted, other] = [await stored(context), await stored(context)]
    const looks = [
      [wanted.externalId, [wanted.id]],
      [other.externalId, [other.id]],
      [`${wanted.externalId}-nobody`, []],
    ] as const
    for (const [name, ids] of looks) {
      const answer = await context.api.data.list(tableResource, { query: { query: `externalId = "${name}"` } })
      must.success(answer)
      const found = listedIdsOf(answer)
      must.equal('number of records with one external id', found.length, ids.length)
      must.include('the ids of the records listed', found, ids.map(plainId))
    }
  },
)

check(
  cql['query-criteria'],
  'encoded-fully',
  { effects: true, brokenBy: ['tilde-encoded-differs', 'cql-decoded-twice', 'cql-encoded-letters-unread'] },
  async (context) => {
    const table = await tableOf(context)
    for (const subject of ['a+b', 'a%2Bb', 'abcX']) {
      const predicate = `subject like "${subject.replaceAll('%', '%%')}"`
      const { ids } = await mustHold(context, table, predicate, (row) => row.dto['subject'] === subject)
      const { exchange } = (await ask(context, table, predicate)).answer
      // Sent once more with every character of the query percent-encoded, in lower-case digits: the same text by RFC 3986.
      const answer = await resent(context.api, { exchange }, (address) =>
        address.replace(
          /([?&]query=)([^&]*)/,
          (_, name: string, text: string) => `${name}${everything(decodeURIComponent(text))}`,
        ),
      )
      must.success(answer)
      must.equal(
        `number of records of ${predicate}, percent-encoded as a whole`,
        listedIdsOf(answer).length,
        ids.length,
      )
      must.none(
        `record beyond those of ${predicate} once it is percent-encoded as a whole`,
        listedIdsOf(answer).filter((id) => !ids.includes(id)),
      )
    }
  },
)

check(
  cql['query-result-set'],
  'records-once',
  { effects: true, brokenBy: ['cql-rows-repeated', 'cql-filter-empty'] },
  async (context) => {
    const two = [await stored(context), await stored(context)]
    const answer = await context.api.data.list(tableResource, {
      query: { query: `externalId in (${two.map(({ externalId }) => `"${externalId}"`).join(', ')})` },
    })
    must.success(answer)
    must.equal(
      'the records listed, each once',
      [...listedIdsOf(answer)].sort(),
      two.map(({ id }) => plainId(id)).sort(),
    )
  },
)

const everything = (text: string): string =>
  [...Buffer.from(text)].map((byte) => `%${byte.toString(16).padStart(2, '0')}`).join('')
