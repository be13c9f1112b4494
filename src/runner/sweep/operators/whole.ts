import { isObject } from '../../../exchange/json.ts'
import type { PlatformResponse } from '../../../platform/http/message.ts'
import { jsonBody, withBody, withJson } from '../message.ts'

/** A change to a response as a whole: its status, or the form of its body. */
interface WholeOperator {
  readonly name: string
  /** Applies to responses of this kind. */
  applies(response: { readonly status: number; readonly form: BodyForm }): boolean
  change(response: PlatformResponse): PlatformResponse
}

export type BodyForm = 'json' | 'text' | 'binary' | 'multipart' | 'none'

const success = (status: number) => status >= 200 && status < 300
const siblings: Readonly<Record<number, number>> = {
  200: 203,
  201: 200,
  302: 303,
  400: 422,
  401: 403,
  403: 401,
  404: 410,
  409: 412,
}

export const wholeOperators: readonly WholeOperator[] = [
  {
    name: 'sibling-status',
    applies: ({ status }) => siblings[status] !== undefined,
    change: (response) => ({ ...response, status: siblings[response.status] ?? response.status }),
  },
  {
    name: 'server-error',
    applies: () => true,
    change: (response) =>
      withJson({ ...response, status: 500 }, { error: 'internal_error', error_description: 'it broke' }),
  },
  {
    name: 'refused-with-the-body-of-success',
    applies: ({ status }) => success(status),
    change: (response) => ({ ...response, status: 400 }),
  },
  {
    name: 'success-with-the-body-of-refusal',
    applies: ({ status }) => status >= 400,
    change: (response) => ({ ...response, status: 200 }),
  },
  {
    name: 'without-body',
    applies: ({ form }) => form !== 'none',
    change: (response) => withBody(response, Buffer.alloc(0)),
  },
  {
    name: 'body-cut',
    applies: ({ form }) => form !== 'none',
    change: (response) => withBody(response, response.body.subarray(0, Math.floor(response.body.length / 2))),
  },
  {
    name: 'lines-reversed',
    applies: ({ form }) => form === 'text',
    change: (response) =>
      withBody(response, Buffer.from(response.body.toString('utf8').split('\n').reverse().join('\n'))),
  },
  {
    name: 'last-line-lost',
    applies: ({ form }) => form === 'text',
    change: (response) =>
      withBody(response, Buffer.from(response.body.toString('utf8').trimEnd().split('\n').slice(0, -1).join('\n'))),
  },
  {
    name: 'first-byte-altered',
    applies: ({ form }) => form === 'binary' || form === 'text',
    change: (response) => {
      const body = Buffer.from(response.body)
      if (body.length > 0) body[0] = (body[0] as number) ^ 1
      return withBody(response, body)
    },
  },
  {
    name: 'error-of-another-interface',
    applies: ({ status, form }) => status >= 400 && form === 'json',
    change(response) {
      const body = jsonBody(response)
      if (!isObject(body) || typeof body['error'] !== 'string') return response
      return withJson(
        response,
        'error_description' in body
          ? { error: 'CA-10', message: body['error_description'], values: [] }
          : { error: 'invalid_request', error_description: body['message'] ?? '' },
      )
    },
  },
]
