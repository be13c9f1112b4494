import type { Import } from './imported.ts'

const phases = ['blocked', 'dns', 'connect', 'ssl', 'send', 'wait', 'receive']

/** The import of Firefox's network monitor (netmonitor/src/har/har-importer.js), in our words: nothing is checked, so what is not there throws where it is used. */
export const importByFirefox: Import = (har) => {
  const pages = new Map<unknown, unknown>()
  har.log.pages.forEach((page: { id: unknown }) => pages.set(page.id, page))
  const shown: Array<Awaited<ReturnType<Import>>[number]> = []
  har.log.entries.forEach((entry: Record<string, any>) => {
    const { request, response, timings, cache } = entry as Record<string, Record<string, any>>
    const content = response!['content']
    const postData = request!['postData'] ?? {}
    // A time that is no number makes the sum no number: shown, but wrong.
    const milliseconds = phases.reduce((sum, phase) => {
      const time = timings![phase]
      return time !== undefined && time !== -1 ? sum + time : sum
    }, 0)
    if (cache!['afterRequest']) void cache!['afterRequest'].expires
    shown.push({
      method: request!['method'],
      url: request!['url'],
      status: response!['status'],
      milliseconds,
      requestBody: Buffer.from(postData.text ?? ''),
      responseBody:
        content.size === undefined && content.mimeType === undefined
          ? Buffer.alloc(0)
          : Buffer.from(content.text ?? '', content.encoding === 'base64' ? 'base64' : 'utf8'),
    })
  })
  return shown
}
