import type { PlatformResponse } from './message.ts'

type Headers = PlatformResponse['headers']

export const json = (status: number, body: unknown, headers: Headers = []): PlatformResponse => ({
  status,
  headers: [['Content-Type', 'application/json;charset=UTF-8'], ...headers],
  body: Buffer.from(JSON.stringify(body) ?? '', 'utf8'),
})

export const textAnswer = (status: number, type: string, body: string, headers: Headers = []): PlatformResponse => ({
  status,
  headers: [['Content-Type', type], ...headers],
  body: Buffer.from(body, 'utf8'),
})

export const empty = (status: number, headers: Headers = []): PlatformResponse => ({
  status,
  headers,
  body: Buffer.alloc(0),
})

export const redirect = (status: number, location: string): PlatformResponse => empty(status, [['Location', location]])
