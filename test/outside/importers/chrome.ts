import type { Import } from './imported.ts'

/** Whatever JavaScript can cast to a number will do, null too: only what becomes NaN is refused, and the whole file with it. */
const number = (value: unknown, name: string): number => {
  if (Number.isNaN(Number(value))) throw new Error(`${name} is no number`)
  return Number(value)
}
const ifThere = (value: unknown, name: string): void => {
  if (value !== undefined) number(value, name)
}

const date = (value: unknown, name: string): void => {
  if (Number.isNaN(new Date(value as string).getTime())) throw new Error(`${name} is no date`)
}

const object = (value: any, name: string): any => {
  if (!value || typeof value !== 'object') throw new Error(`${name} is no object`)
  return value
}

/** What is no array counts as an empty one; what is in one must be objects. */
const objects = (value: unknown, name: string): unknown[] =>
  Array.isArray(value) ? value.map((one) => object(one, name)) : []

/** The import of Chrome's network panel (front_end/models/har/HARFormat.ts), in our words. */
export const importByChrome: Import = (har) => {
  const log = object(object(har, 'the file').log, 'log')
  object(log.creator, 'log.creator')
  if (log.browser) object(log.browser, 'log.browser')
  for (const page of objects(log.pages, 'page') as Array<Record<string, unknown>>) {
    date(page['startedDateTime'], 'page.startedDateTime')
    object(page['pageTimings'], 'page.pageTimings')
  }
  if (!Array.isArray(log.entries)) throw new Error('log.entries is no array')
  return log.entries.map((given: any) => {
    const entry = object(given, 'entry')
    date(entry.startedDateTime, 'startedDateTime')
    const milliseconds = number(entry.time, 'time')
    const request = object(entry.request, 'request')
    const response = object(entry.response, 'response')
    const content = object(response.content, 'content')
    const timings = object(entry.timings, 'timings')
    for (const [side, name] of [
      [request, 'request'],
      [response, 'response'],
    ] as const) {
      number(side.headersSize, `${name}.headersSize`)
      number(side.bodySize, `${name}.bodySize`)
      objects(side.headers, `${name} header`)
      for (const cookie of objects(side.cookies, `${name} cookie`) as Array<Record<string, unknown>>)
        if (cookie['expires']) date(cookie['expires'], 'cookie.expires')
    }
    objects(request.queryString, 'query parameter')
    if (request.postData) objects(object(request.postData, 'postData').params, 'param')
    const status = number(response.status, 'status')
    number(content.size, 'content.size')
    ifThere(content.compression, 'content.compression')
    for (const name of ['send', 'wait', 'receive']) number(timings[name], `timings.${name}`)
    for (const name of ['blocked', 'dns', 'connect', 'ssl', '_blocked_queueing', '_blocked_proxy'])
      ifThere(timings[name], `timings.${name}`)
    ifThere(response._transferSize, '_transferSize')
    // null is an object by typeof: then it is refused for being none.
    if (typeof entry._initiator === 'object') object(entry._initiator, '_initiator')
    return {
      method: String(request.method),
      url: String(request.url),
      status,
      milliseconds,
      requestBody: Buffer.from(request.postData ? String(request.postData.text) : ''),
      responseBody: Buffer.from(
        content.text === undefined ? '' : String(content.text),
        content.encoding === 'base64' ? 'base64' : 'utf8',
      ),
    }
  })
}
