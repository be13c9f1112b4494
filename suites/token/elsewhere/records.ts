import type { Api } from '../../../src/clients/api.ts'
import type { CallOptions } from '../../../src/clients/call.ts'
import { must, rely, type Context, type Reply } from '../../../src/kit/index.ts'
import type { Need } from '../../../src/target/needs.ts'
import { deleted } from '../../data/deleted/requirements.ts'
import { around, listingOf, mustBeListed } from '../../data/deleted/steps.ts'
import {
  current,
  mustBeAbsent,
  refOf,
  call,
  sight,
  stored,
  whole,
  type AddressedBy,
  type Stored,
} from '../../data/steps.ts'
import { onRecords } from '../table/operation.ts'
import type { Secluded } from './stranger.ts'

export interface WayToRecord {
  readonly needs: readonly Need[]
  readonly effects?: true
  /** Operation of which faults are named, and whether a call from home may find an object, or another company be named. */
  readonly operation: string
  readonly findsNothing?: true
  readonly namesNothing?: true
  /** Further faults that it tells, whoever the stranger is. */
  readonly also?: readonly string[]
  keep(context: Context): Promise<Secluded>
}

type Send = (api: Api, record: Stored, context: Context, options: CallOptions) => Promise<Reply>

const force = { force: true } as const

/** A record with a name that nobody else knows. */
export async function keptRecord(
  context: Context,
  tries: (api: Api, record: Stored, options: CallOptions) => ReadonlyArray<() => Promise<Reply>>,
): Promise<Secluded & { readonly record: Stored }> {
  const record = await stored(context)
  return {
    record,
    secrets: [String(record.dto['subject'])],
    see: async () => sight((await current(context.api, record)).dto),
    tidy: () => context.api.data.remove(call, record.id, undefined, force),
    tries: (api, options = {}) => tries(api, record, options),
  }
}

const of = (
  operation: string,
  send: Send,
  more: Pick<WayToRecord, 'effects'> & { readonly needs?: readonly Need[] } = {},
): WayToRecord => ({
  ...more,
  operation,
  needs: [...onRecords, ...(more.needs ?? [])],
  keep: (context) => keptRecord(context, (api, record, options) => [() => send(api, record, context, options)]),
})

export const askedFor = (query: Readonly<Record<string, string>>, options: CallOptions): CallOptions => ({
  ...options,
  query: { ...query, ...options.query },
})

const effects = { effects: true } as const
const byBoth = (name: string, make: (by: AddressedBy) => Send, more?: typeof effects): Record<string, WayToRecord> => ({
  [name]: of(name, make('by-id'), more),
  [`${name}-by-external-id`]: of(`${name}-by-external-id`, make('by-external-id'), more),
})

/** Ways to one record of the Data API. */
export const recordWays: Readonly<Record<string, WayToRecord>> = {
  ...byBoth('data-get', (by) => (api, record, _context, options) => api.data.get(call, refOf(record, by), options)),
  'data-list': of(
    'data-list',
    (api, { id }, _context, options) => api.data.list(call, askedFor({ query: `id = "${id}"` }, options)),
    { needs: ['query-language'] },
  ),
  'data-list-newest': of(
    'data-list',
    (api, _record, _context, options) =>
      api.data.list(call, askedFor({ orderBy: 'lastChanged desc', pageSize: '20' }, options)),
    { needs: ['shaping'] },
  ),
  ...byBoth(
    'data-put',
    (by) => (api, record, context, options) =>
      api.data.put(call, refOf(record, by), whole(context, { id: record.id, externalId: record.externalId }), {
        ...options,
        ...force,
      }),
    effects,
  ),
  ...byBoth(
    'data-patch',
    (by) =>
      (api, record, { fresh }, options) =>
        api.data.patch(call, refOf(record, by), { subject: fresh.text() }, { ...options, ...force }),
    effects,
  ),
  ...byBoth(
    'data-delete',
    (by) => (api, record, _context, options) =>
      api.data.remove(call, refOf(record, by), undefined, { ...options, ...force }),
    effects,
  ),
  'data-post': {
    ...effects,
    operation: 'data-post',
    findsNothing: true,
    needs: onRecords,
    async keep(context) {
      // At home it may make what it likes: only calls that name the company that is checked are sent.
      const made: string[] = []
      return {
        secrets: [],
        see: async () => {
          await current(context.api, await stored(context))
          for (const id of made) await mustBeAbsent(context.api, { id })
        },
        tries: (api, options) =>
          options === undefined
            ? []
            : [
                async () => {
                  const body = whole(context, { id: context.fresh.id() })
                  const id = String(body['id'])
                  made.push(id)
                  const reply = await api.data.create(call, body, options)
                  // A target that overlooks what is named makes it at home.
                  await api.data.remove(call, id, undefined, force)
                  return reply
                },
              ],
      }
    },
  },
  'deleted-listing': {
    operation: 'deleted-listing',
    also: ['deleted-first-version-of-every-company'],
    needs: [...onRecords, 'deleted-listing'],
    async keep(context) {
      const { id, lastChanged } = await stored(context)
      must.success(await context.api.data.remove(call, id, undefined, force))
      let interval = around({ lastChanged })
      const listed = (api: Api, options?: Parameters<Api['data']['deleted']>[2]) =>
        listingOf(context, api, call, interval, options)
      return {
        secrets: [],
        id,
        see: () =>
          rely(deleted['deleted-own'], async () => {
            // How long a listing may get is not stated: a stranger asks for the part of it that holds the deletion.
            interval = (await mustBeListed(context, { id, resource: call }, interval)).span
            return 'listed'
          }),
        tries: (api, options) =>
          (['DeletedObjects.2', 'DeletedObjects.1'] as const).map((dtos) => () => listed(api, { ...options, dtos })),
      }
    },
  },
}
