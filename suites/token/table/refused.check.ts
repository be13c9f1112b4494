import type { CallOptions } from '../../../src/clients/call.ts'
import { check, must, rely, type Context, type Reply } from '../../../src/kit/index.ts'
import type { Need } from '../../../src/target/needs.ts'
import { data } from '../../data/record/requirements.ts'
import { clientCredentials } from '../client-credentials.ts'
import { validation } from '../requirements.ts'
import { freshToken, hours, minutes } from '../steps.ts'
import { interfaceOf } from './interface-of.ts'
import type { CalledOperation, ReadyCall } from './operation.ts'
import { operations } from './operations.ts'

/** The call is refused as it must be, nothing of it was done, and sent as it should be it is served. */
async function refusedThenServed(ready: ReadyCall, wrong: CallOptions, refused: (reply: Reply) => void): Promise<void> {
  refused(await ready.send(wrong))
  await ready.undone()
  await rely(validation['token-in-header'], async () => ready.served(await ready.send()))
}

const invalid = (reply: Reply): void => must.refused(reply, 401, 'invalid_token')

const faultsOf = (name: string, { effects }: CalledOperation, first: string): [string, ...string[]] => [
  `${first}-on-${name}`,
  ...(effects && name !== 'batch' ? [`refused-yet-done-on-${name}`] : []),
]

const headOf = (name: string, { needs, effects }: CalledOperation, more: readonly Need[] = []) => ({
  needs: [...needs, ...more],
  calls: [interfaceOf(name)],
  sampled: true as const,
  ...(effects ? { effects } : {}),
})

/** Tokens that are none, each close to one that is. */
const wrongTokens = {
  invented: (context) => ({ token: { value: `${context.fresh.tag}-never-issued` } }),
  'invented-in-query': (context) => ({
    token: 'none',
    query: { access_token: `${context.fresh.tag}-never-issued` },
  }),
  'cut-short': async ({ api }) => ({ token: { value: (await freshToken(api)).slice(0, -4) } }),
  lengthened: async ({ api }) => ({
    // Before the padding of a token that has one: behind it, it would be no token any more.
    token: { value: (await freshToken(api)).replace(/(=*)$/, '0a1b$1') },
  }),
  altered: async ({ api }) => {
    const value = await freshToken(api)
    // In the middle: the last character of a base64 signature may hold unused bits.
    const middle = Math.floor(value.length / 2)
    return {
      token: { value: value.slice(0, middle) + (value[middle] === 'x' ? 'y' : 'x') + value.slice(middle + 1) },
    }
  },
} satisfies Readonly<Record<string, (context: Context) => CallOptions | Promise<CallOptions>>>

const nearly: Readonly<Record<string, string>> = {
  'cut-short': 'token-beginning-taken',
  lengthened: 'token-end-ignored',
  altered: 'token-half-compared',
}

/** How one operation answers a token that was never issued in a form of its own. */
const inItsOwnForm: Readonly<Record<string, string | readonly string[]>> = {
  query: 'invalid-token-401-dataform',
  batch: 'invalid-token-401-dataform',
  'attachment-content-older-form': ['invalid-token-attachment-302', 'old-attachment-form-html-401'],
  'attachment-content': 'attachment-content-html-401',
  'data-get': 'invalid-token-missing-record-404',
  'data-delete': ['invalid-token-data-form-on-delete', 'delete-with-invalid-token-403'],
  'deleted-listing': 'invalid-token-data-form-on-delete',
  'data-delete-by-external-id': 'delete-with-invalid-token-403',
}

const withoutToken = {
  'no-token': { how: () => ({ token: 'none' }), fault: 'no-token-taken' },
  'empty-in-query': { how: () => ({ token: 'none', query: { access_token: '' } }), fault: 'empty-token-taken' },
  'client-credentials-instead': {
    how: (context) => clientCredentials(context),
    fault: 'other-scheme-taken',
  },
} satisfies Readonly<Record<string, { how: (context: Context) => CallOptions; fault: string }>>

/** What a local-scope call carries; each is left out once. */
const contextItems = {
  'client-id': { headers: { 'X-Client-ID': undefined } },
  'client-version': { headers: { 'X-Client-Version': undefined } },
  account: { query: { account: undefined } },
  company: { query: { company: undefined } },
  user: { query: { user: undefined } },
} satisfies Readonly<Record<string, CallOptions>>

for (const [name, operation] of Object.entries(operations)) {
  for (const [situation, how] of Object.entries(wrongTokens)) {
    const [first, ...more] = faultsOf(name, operation, 'invalid-token-taken')
    const near = situation === 'invented' ? inItsOwnForm[name] : nearly[situation]
    check(
      validation['invalid-token'],
      `${situation}-on-${name}`,
      { ...headOf(name, operation), brokenBy: [first, ...more, ...(near === undefined ? [] : [near].flat())] },
      async (context) => refusedThenServed(await operation.prepare(context, context.api), await how(context), invalid),
    )
  }

  // What was just served may lie in a cache: it is served to those only who may have it.
  if (!operation.effects)
    check(
      validation['invalid-token'],
      `invented-once-served-on-${name}`,
      {
        ...headOf(name, operation),
        brokenBy: [
          `invalid-token-taken-on-${name}`,
          ...(name === 'attachment-content-older-form' ? ['older-download-from-edge-cache'] : []),
        ],
      },
      async (context) => {
        const ready = await operation.prepare(context, context.api)
        await rely(validation['token-in-header'], async () => ready.served(await ready.send()))
        invalid(await ready.send({ token: { value: `${context.fresh.tag}-never-issued` } }))
      },
    )

  const { sampled, ...always } = headOf(name, operation, ['clock'])
  // The older form has an address of its own, beside all other interfaces: what they share in looking at tokens it may lack.
  const drawn = name === 'attachment-content-older-form' ? {} : { sampled }
  check(
    validation['invalid-token'],
    `expired-on-${name}`,
    { ...always, ...drawn, alone: true, brokenBy: [`expired-token-taken-on-${name}`] },
    async (context) => {
      const value = await freshToken(context.api)
      await context.clock.advance(12 * hours + minutes)
      const ready = await operation.prepare(context, context.api)
      await refusedThenServed(ready, { token: { value } }, invalid)
    },
  )

  for (const [situation, { how, fault }] of Object.entries(withoutToken)) {
    check(
      validation['no-token-refused'],
      `${situation}-on-${name}`,
      { ...headOf(name, operation), brokenBy: faultsOf(name, operation, fault) },
      async (context) => {
        const ready = await operation.prepare(context, context.api)
        // A parameter without a value may be refused as such, before anybody looks for a token.
        const isOfParameters = ({ status }: Reply) => situation === 'empty-in-query' && status === 400
        await refusedThenServed(ready, how(context), (reply) => {
          if (!isOfParameters(reply)) must.oauthError(reply)
        })
      },
    )
  }

  if (operation.isData) {
    check(
      data['dtos-missing-refused'],
      `left-out-on-${name}`,
      { ...headOf(name, operation), brokenBy: [`dtos-optional-on-${name}`] },
      async (context) =>
        refusedThenServed(await operation.prepare(context, context.api), { query: { dtos: undefined } }, (reply) =>
          must.refused4xx(reply),
        ),
    )
  }

  for (const [item, wrong] of Object.entries(contextItems)) {
    // A company list may be served without the context of a call (A-AUT-02, A-AUT-07).
    if (name === 'company-list' || (item === 'company' && !operation.company)) continue
    check(
      validation['local-context-required'],
      `without-${item}-on-${name}`,
      {
        ...headOf(name, operation, item === 'user' ? ['user-login'] : []),
        brokenBy: faultsOf(name, operation, `${item}-optional`),
      },
      async (context) => {
        const ready = await operation.prepare(context, context.api)
        await refusedThenServed(ready, wrong, (reply) => must.refused4xx(reply))
      },
    )
  }
}
