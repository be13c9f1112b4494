import type { Answer } from '../../../src/clients/answer.ts'
import type { Context } from '../../../src/kit/index.ts'
import { data } from '../record/requirements.ts'
import { bodyWith, type Held } from './steps.ts'

export type WayToWrite = 'post' | 'put-by-id' | 'put-by-external-id' | 'patch-by-id' | 'patch-by-external-id'
export const waysToWrite = ['post', 'put-by-id', 'put-by-external-id', 'patch-by-id', 'patch-by-external-id'] as const

/** What each way to write a value obeys. */
export const wayRules = {
  post: data.create,
  'put-by-id': data.replace,
  'put-by-external-id': data['update-by-external-id'],
  'patch-by-id': data['partial-update'],
  'patch-by-external-id': data['update-by-external-id'],
} as const

export const inWords = {
  post: 'a POST',
  'put-by-id': 'a PUT',
  'put-by-external-id': 'a PUT by external id',
  'patch-by-id': 'a PATCH',
  'patch-by-external-id': 'a PATCH by external id',
} as const

const force = { force: true } as const
export const writeBy: Readonly<Record<WayToWrite, (context: Context, held: Held, value: unknown) => Promise<Answer>>> =
  {
    post: (context, held, value) => context.api.data.create(held.resource, bodyWith(context, held, value)),
    'put-by-id': (context, held, value) =>
      context.api.data.put(held.resource, held.id, bodyWith(context, held, value), force),
    'put-by-external-id': (context, held, value) =>
      context.api.data.put(held.resource, { externalId: held.externalId }, bodyWith(context, held, value), force),
    'patch-by-id': ({ api }, { resource, id, field }, value) => api.data.patch(resource, id, { [field]: value }, force),
    'patch-by-external-id': ({ api }, { resource, externalId, field }, value) =>
      api.data.patch(resource, { externalId }, { [field]: value }, force),
  }
