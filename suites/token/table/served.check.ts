import type { CallOptions } from '../../../src/clients/call.ts'
import { check, type Context } from '../../../src/kit/index.ts'
import { requestUuid } from '../../../src/target/request-uuid.ts'
import { data } from '../../data/record/requirements.ts'
import { validation } from '../requirements.ts'
import { interfaceOf } from './interface-of.ts'
import type { CalledOperation } from './operation.ts'
import { operations } from './operations.ts'

const hexOf = (text: string): string => Buffer.from(text).toString('hex').replace(/../g, '%$&')

interface Way {
  readonly requirement: Parameters<typeof check>[0]
  readonly fault: string
  how(context: Context): CallOptions
  /** Operations for which the documents name this way; all unless said. */
  readonly on?: (operation: CalledOperation) => boolean
}

/** Ways to send a lawful call that must all be served alike. */
const ways: Readonly<Record<string, Way>> = {
  token: {
    requirement: validation['token-in-query'],
    fault: 'query-token-ignored',
    how: () => ({ token: 'query' }),
  },
  'client-id': {
    requirement: validation['header-and-query-alike'],
    fault: 'client-id-of-query-ignored',
    how: ({ target }) => ({
      headers: { 'X-Client-ID': undefined },
      query: { clientId: target.identities['admin']!.client.id },
    }),
    on: ({ headersOnly }) => !headersOnly,
  },
  'client-version': {
    requirement: validation['header-and-query-alike'],
    fault: 'client-version-of-query-ignored',
    how: ({ target }) => ({
      headers: { 'X-Client-Version': undefined },
      query: { clientVersion: target.identities['admin']!.client.version },
    }),
    on: ({ headersOnly }) => !headersOnly,
  },
  'no-request-id': {
    requirement: validation['request-id-optional'],
    fault: 'request-id-demanded',
    how: () => ({ headers: { 'X-Request-ID': undefined } }),
  },
  'request-id': {
    requirement: validation['request-id-optional'],
    fault: 'request-id-of-query-refused',
    how: ({ fresh }) => ({
      headers: { 'X-Request-ID': undefined },
      query: { requestId: requestUuid(`${fresh.tag}-query`) },
    }),
  },
  'every-character-encoded': {
    requirement: validation['unreserved-characters-equal'],
    fault: 'encoded-kept',
    how: () => ({ encoded: (text) => hexOf(text).toUpperCase() }),
  },
  'encoded-in-lower-case': {
    requirement: validation['unreserved-characters-equal'],
    fault: 'lower-hex-kept',
    how: () => ({ encoded: hexOf }),
  },
  sent: {
    requirement: data['client-identifier-accepted'],
    fault: 'client-identifier-refused',
    how: ({ target }) => ({ query: { clientIdentifier: target.identities['admin']!.client.id } }),
    on: ({ isData }) => isData === true,
  },
}

/**
 * Of the query forms one call of each method and interface is made in every run: what overlooks a form does so at calls of one kind. The older form of
 * a download has an address of its own, beside all other interfaces.
 */
const formsInTheQuery = ['token', 'client-id', 'client-version']
const ofEachKind = [
  'company-list',
  'data-get',
  'data-post',
  'data-put',
  'data-patch',
  'data-delete',
  'query',
  'batch',
  'attachment-content-older-form',
]
const isDrawn = (way: string, name: string): boolean => !formsInTheQuery.includes(way) || !ofEachKind.includes(name)

/** Faults of a way that take more than one operation. */
const further: Readonly<Record<string, string | readonly string[]>> = {
  'token-on-data-post': 'access-token-parameter-get-only',
  'request-id-on-data-list': 'list-with-request-id-empty',
  'token-on-company-list': 'empty-to-a-token-in-the-query-on-company-list',
  'token-on-data-list': 'empty-to-a-token-in-the-query-on-data-list',
  'token-on-deleted-listing': 'empty-to-a-token-in-the-query-on-deleted-listing',
  'encoded-in-lower-case-on-data-list': 'lower-hex-kept-in-context',
  'every-character-encoded-on-company-list': 'encoded-parameter-names-unknown',
  'client-id-on-data-list': 'client-version-in-a-header-alone-refused-by-the-data-api',
  'client-version-on-data-list': 'client-id-in-a-header-alone-refused-by-the-data-api',
  'token-on-data-patch-by-external-id': 'query-token-not-read-by-patch-by-external-id',
  'token-on-batch': ['batch-query-token-not-inherited', 'query-token-for-reads-in-a-batch-alone'],
}

for (const [name, operation] of Object.entries(operations)) {
  for (const [way, { requirement, fault, how, on }] of Object.entries(ways)) {
    if (on && !on(operation)) continue
    const more = further[`${way}-on-${name}`]
    check(
      requirement,
      `${way}-on-${name}`,
      {
        needs: operation.needs,
        calls: [interfaceOf(name)],
        ...(isDrawn(way, name) ? { sampled: true } : {}),
        brokenBy: [`${fault}-on-${name}`, ...(more === undefined ? [] : [more].flat())],
        ...(operation.effects ? { effects: true } : {}),
      },
      async (context) => {
        const ready = await operation.prepare(context, context.api)
        await ready.served(await ready.send(how(context)))
      },
    )
  }
}
