import type { Fault } from '../deviation.ts'
import { perHouse } from '../house.ts'
import type { PlatformResponse } from '../http/message.ts'
import { orderRules } from '../rulebook/order.ts'
import { askedOf, eachRecord, isWell, passing, rewriting, withJson, withQuery } from './passing.ts'
import { asksForList, nowServed, plain, serving } from './serving.ts'

const downloads = perHouse(() => new Map<string, PlatformResponse>())

/** Quiet breaches of lists, content and batches that an eighth reader of the document thought up. */
export const eighthListFaults: readonly Fault[] = [
  ...(
    [
      ['useExternalIds', 'external-ids'],
      ['fields', 'fields'],
      ['orderBy', 'order'],
      ['page', 'page'],
    ] as const
  ).map(([name, words]) =>
    rewriting(
      `page-size-lowered-with-${words}`,
      ['A-PAR-15', 'A-PAR-05'],
      `In a list with ${name} a pageSize above 25 is treated as 25.`,
      (asked) => asksForList(asked) && asked.query.has(name) && Number(asked.query.get('pageSize')) > 25,
      (request) => withQuery(request, { pageSize: '25' }),
    ),
  ),
  serving(
    'search-sorted-within-a-page',
    ['A-PAR-08', 'A-PAR-07'],
    'The matches of a query are cut into pages first and sorted then.',
    {
      rule: {
        order: {
          afterPaging: () => nowServed()?.asked.query.has('query') ?? orderRules.order.afterPaging(),
        },
      },
    },
  ),
  ...(
    [
      ['older-form', (path: string) => path.endsWith('/attachmentService')],
      ['newer-form', (path: string) => path.endsWith('/content')],
    ] as const
  ).map(([words, isForm]) =>
    passing(
      `downloaded-content-outlives-in-the-${words}`,
      ['A-ATT-06'],
      `Content that was downloaded in the ${words.replace('-', ' ')} is still returned so after its attachment was deleted.`,
      async (request, go, { house }) => {
        const asked = askedOf(request)
        if (asked.method !== 'GET' || !isForm(asked.path)) return go(request)
        const key = plain(asked.query.get('guid') ?? asked.name)
        const response = await go(request)
        if (isWell(response)) downloads(house).set(key, response)
        return response.status === 404 ? (downloads(house).get(key) ?? response) : response
      },
    ),
  ),
  passing(
    'file-content-in-a-list-on-request',
    ['A-ATT-02'],
    'fileContent is filled in lists with a pageSize whose fields name it.',
    async (request, go) => {
      const asked = askedOf(request)
      const fields = asked.query.get('fields')?.split(',') ?? []
      const isMeant = asksForList(asked) && asked.resource === 'Attachment' && asked.query.has('pageSize')
      if (!isMeant || !fields.includes('fileContent')) return go(request)
      const response = await go(withQuery(request, { fields: 'id' }))
      return isWell(response)
        ? withJson(response, (body) => eachRecord(body, (record) => ({ ...record, fileContent: 'aGVsbG8=' })))
        : response
    },
  ),
  {
    id: 'content-id-in-brackets-on-failure',
    breaks: ['A-BAT-11'],
    says: 'A failed part has its Content-ID in angle brackets, however it was given.',
    rule: {
      batch: {
        shown: (parts) =>
          parts.map((part) =>
            part.response.status >= 400 && part.contentId !== undefined && !part.contentId.startsWith('<')
              ? { ...part, contentId: `<${part.contentId}>` }
              : part,
          ),
      },
    },
  },
]
