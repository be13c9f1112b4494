import harValidator from 'har-validator'
import type { Import } from './imported.ts'

/** What it mends before it looks: habits of others that would fail the schema and that it does not use. */
function mended(har: any): any {
  for (const entry of har?.log?.entries ?? []) {
    delete entry.serverIPAddress
    const { request, response, timings } = entry
    if (request) {
      request.headersSize ??= -1
      if (request.postData) request.postData.mimeType ??= 'application/octet-stream'
      request.cookies = []
    }
    for (const phase of ['send', 'wait', 'receive']) if (timings) timings[phase] ??= -1
    if (response) {
      response.redirectURL ??= ''
      response.headersSize ??= -1
      response.statusText ??= ''
      if (response.bodySize === null) response.bodySize = -1
      if (response.content) {
        response.content.size ??= -1
        response.content.mimeType ??= 'application/octet-stream'
      }
      response.cookies = []
    }
    entry.cache = {}
  }
  return har
}

/** The import of HTTP Toolkit (httptoolkit-ui, src/model/http/har.ts), in our words: mends, checks by har-validator, then reads. */
export const importByHttpToolkit: Import = async (har) => {
  const { log } = (await harValidator.har(mended(structuredClone(har)))) as any
  return log.entries.map(({ request, response, timings, time }: any) => {
    // It reads each phase of the timings, and parses the address.
    for (const phase of ['blocked', 'dns', 'connect', 'send', 'wait']) void timings[phase]
    void new URL(request.url).hostname
    const params =
      request.postData?.params
        ?.map(({ name, value }: any) => `${encodeURIComponent(name)}=${encodeURIComponent(value ?? '')}`)
        .join('&') ?? ''
    return {
      method: request.method,
      url: request.url,
      status: response.status,
      milliseconds: time,
      requestBody: request._content
        ? Buffer.from(request._content.text, request._content.encoding)
        : Buffer.from(request.postData?.text || params),
      responseBody: Buffer.from(response.content.text || '', response.content.encoding || 'utf8'),
    }
  })
}
