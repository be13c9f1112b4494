import type { Platform } from '../../../src/platform/platform.ts'
import { send, tokenOf, type Sent } from '../access/wire.ts'

const headers = {
  'X-Account-ID': '1001',
  'X-Account-Name': 'acme',
  'X-Client-ID': 'kit',
  'X-Client-Version': '1',
  'X-Company-ID': '5001',
  'X-Company-Name': 'Acme North',
}

export type Ask = (
  method: string,
  path: string,
  body?: unknown,
  more?: Readonly<Record<string, string>>,
) => Promise<Sent>

/** Calls with their context in headers, as an identity of the platform's target file; an empty value leaves a header out. */
export async function fieldOf(platform: Platform, identity: string): Promise<Ask> {
  const token = await tokenOf(platform, identity)
  return (method, path, body, more = {}) =>
    send(platform, path, {
      method,
      body: body === undefined ? '' : JSON.stringify(body),
      headers: Object.fromEntries(
        Object.entries({
          Authorization: `Bearer ${token}`,
          Accept: 'application/json;charset=UTF-8',
          'Content-Type': 'application/json',
          ...headers,
          ...more,
        }).filter(([, value]) => value !== ''),
      ),
    })
}
