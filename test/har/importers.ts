import { har } from 'har-validator'

/** Why a reader of HAR files would refuse a log; nothing where it takes it. */
export type Importer = (file: unknown) => Promise<string | undefined>

type Any = Record<string, any>
const isObject = (value: unknown): boolean => typeof value === 'object' && value !== null
const isNumber = (value: unknown): boolean => typeof value === 'number' && !Number.isNaN(value)

/** Chrome's network panel: one field that is no number, no date or no object, and the whole file is refused. */
const chrome: Importer = async (file) => {
  const { log } = file as Any
  if (!isObject(log) || typeof log.version !== 'string') return 'log'
  if (!isObject(log.creator) || typeof log.creator.name !== 'string') return 'creator'
  if (!Array.isArray(log.entries)) return 'entries'
  for (const entry of log.entries as Any[]) {
    for (const name of ['request', 'response', 'timings']) if (!isObject(entry[name])) return name
    if (!isObject(entry['response'].content)) return 'content'
    if (Number.isNaN(new Date(entry['startedDateTime'] ?? Number.NaN).valueOf())) return 'startedDateTime'
    if (entry['_initiator'] === null) return '_initiator'
    const { request, response, timings } = entry as { request: Any; response: Any; timings: Any }
    const numbers: Any = {
      time: entry['time'],
      headersSize: request['headersSize'],
      bodySize: request['bodySize'],
      status: response['status'],
      'response.headersSize': response['headersSize'],
      'response.bodySize': response['bodySize'],
      'content.size': response['content'].size,
      send: timings['send'],
      wait: timings['wait'],
      receive: timings['receive'],
    }
    for (const [name, value] of Object.entries(numbers)) if (!isNumber(value)) return name
    for (const name of ['blocked', 'dns', 'connect', 'ssl'])
      if (name in timings && !isNumber(timings[name])) return name
    if (
      request['postData'] !== undefined &&
      request['postData'].text === undefined &&
      request['postData'].comment === undefined
    )
      return 'postData shows as undefined'
    for (const cookie of [...(request['cookies'] ?? []), ...(response['cookies'] ?? [])])
      if (cookie.expires && Number.isNaN(new Date(cookie.expires).valueOf())) return 'cookie.expires'
    for (const header of [...request['headers'], ...response['headers']])
      if (typeof header.name !== 'string' || typeof header.value !== 'string') return 'headers'
  }
  return undefined
}

/** Firefox's: it reads these without asking whether they are there. */
const firefox: Importer = async (file) => {
  try {
    const { log } = file as Any
    log.pages.map((page: Any) => page['id'])
    const shown: unknown[] = []
    for (const { cache, timings, request, response } of log.entries) {
      shown.push(
        cache.afterRequest,
        request.headers.length,
        request.cookies.length,
        request.queryString.length,
        response.headers.length,
        response.cookies.length,
        response.content.mimeType.length,
        Object.keys(timings).length,
      )
    }
    return undefined
  } catch (error) {
    return (error as Error).message
  }
}

/** HTTP Toolkit: the schema of HAR 1.2, pages that it reads unguarded, and a protocol with a number. */
const toolkit: Importer = async (file) => {
  try {
    await har(file)
    const { log } = file as Any
    log.pages.length
    for (const { request, response } of log.entries)
      for (const { httpVersion } of [request, response])
        if (!/^HTTP\/\d(?:\.\d)?$/i.test(httpVersion)) return `httpVersion ${httpVersion}`
    return undefined
  } catch (error) {
    return JSON.stringify((error as { errors?: unknown }).errors ?? (error as Error).message)
  }
}

export const importers: Readonly<Record<string, Importer>> = { chrome, firefox, toolkit }

/** What each of them is known to insist on: without it, or with null in its place, the file is refused. (The schema lets cache and timings be null.) */
export const insists: Readonly<Record<string, readonly string[]>> = {
  chrome: [
    'time',
    'startedDateTime',
    'request',
    'response',
    'timings',
    'request.headersSize',
    'request.bodySize',
    'response.status',
    'response.headersSize',
    'response.bodySize',
    'response.content',
    'response.content.size',
    'timings.send',
    'timings.wait',
    'timings.receive',
  ],
  firefox: [
    'cache',
    'request.headers',
    'response.headers',
    'request.cookies',
    'response.cookies',
    'request.queryString',
    'response.content',
    'response.content.mimeType',
    'timings',
  ],
  toolkit: [
    'startedDateTime',
    'time',
    'request',
    'response',
    'request.method',
    'request.url',
    'request.httpVersion',
    'request.cookies',
    'request.headers',
    'request.queryString',
    'request.headersSize',
    'request.bodySize',
    'response.status',
    'response.statusText',
    'response.httpVersion',
    'response.cookies',
    'response.headers',
    'response.content',
    'response.redirectURL',
    'response.headersSize',
    'response.bodySize',
    'response.content.size',
    'response.content.mimeType',
  ],
}
