import type { Variant } from '../deviation.ts'
import type { PlatformResponse } from '../http/message.ts'
import { companyRules } from '../rulebook/company.ts'
import { directoryRules } from '../rulebook/directory.ts'
import { rewritten } from './exact-json.ts'

const { directory } = directoryRules
const { company } = companyRules

const shown = (facts: Parameters<typeof directory.shown>[0]) =>
  directory.shown(facts) as { accountName: string; clusterName: string; URL: string }

const isJson = ({ headers }: PlatformResponse): boolean =>
  headers.some(([name, value]) => name.toLowerCase() === 'content-type' && value.startsWith('application/json'))

const turned = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(turned)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value)
      .toReversed()
      .map(([key, inner]) => [key, turned(inner)]),
  )
}

const escaped = (text: string): string =>
  text.replace(/[\u0080-\uffff]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)

/** Lawful other readings of JSON bodies, the directory and the company list. */
export const placeVariants: readonly Variant[] = [
  {
    id: 'json-charset-pretty',
    excludes: ['envelope-extra'],
    leaves: ['A-GEN-01'],
    says: 'JSON bodies are laid out in lines, with their fields in reverse order and non-ASCII letters escaped.',
    wire: {
      response: (response) =>
        isJson(response) && response.body.length > 0
          ? {
              ...response,
              body: Buffer.from(
                rewritten(response.body.toString('utf8'), (body) => escaped(JSON.stringify(turned(body), null, 2))),
              ),
            }
          : response,
    },
  },
  {
    id: 'json-vendor-type',
    leaves: ['A-GEN-01'],
    says: 'JSON bodies have a media type of their own, and an answer 404 or to DELETE has no body.',
    wire: {
      response: (response, { method }) =>
        !isJson(response)
          ? response
          : {
              ...response,
              headers: response.headers.map(([name, value]) => [
                name,
                name.toLowerCase() === 'content-type' ? 'application/vnd.service+json' : value,
              ]),
              ...(response.status === 404 || (method === 'DELETE' && response.status < 300)
                ? { body: Buffer.alloc(0) }
                : {}),
            },
    },
  },
  {
    id: 'cluster-code-lower',
    leaves: ['A-GEN-02', 'A-DIR-01'],
    says: 'The directory writes cluster codes in lower case.',
    rule: {
      directory: { shown: (facts) => ({ ...shown(facts), clusterName: facts.cluster.toLowerCase() }) },
    },
  },
  {
    id: 'dir-case-and-slash',
    leaves: ['A-DIR-05'],
    says: 'The directory writes the scheme in capitals and ends the address with a slash.',
    rule: {
      directory: {
        shown: (facts) => ({
          ...shown(facts),
          URL: `${shown(facts).URL.replace(/^https?/, (scheme) => scheme.toUpperCase())}/`,
        }),
      },
    },
  },
  {
    id: 'account-name-folded-in-directory',
    leaves: ['A-GEN-08', 'A-DIR-06'],
    says: 'The directory finds an account in any letter case and answers its own spelling.',
    rule: {
      directory: { finds: (name, names) => names.find((known) => known.toLowerCase() === name.toLowerCase()) },
    },
  },
  {
    id: 'dir-unknown-404-empty',
    leaves: ['A-DIR-04'],
    says: 'An unknown account is answered without a body.',
    rule: { directory: { unknown: () => undefined } },
  },
  {
    id: 'dir-unknown-200-null',
    leaves: ['A-DIR-04', 'A-DIR-06'],
    says: 'An unknown account is answered with 200 and null for cluster and address.',
    rule: {
      directory: {
        unknownStatus: () => 200,
        unknown: (name) => ({ accountName: name, clusterName: null, URL: null }),
      },
    },
  },
  {
    id: 'dir-near-names-suggested',
    leaves: ['A-DIR-04', 'A-DIR-06'],
    says: 'An unknown account is answered with similar names, without addresses.',
    rule: {
      directory: {
        unknown: (name, names) => ({
          error: 'account_not_found',
          error_description: 'There is no account with this name',
          similar: names.filter((known) => known.startsWith(name.slice(0, 1))),
        }),
      },
    },
  },
  {
    id: 'company-name-folded',
    leaves: ['A-GEN-04'],
    says: 'A company is found in any letter case.',
    rule: {
      context: {
        company: (named, names) => names.findIndex((name) => name.toLowerCase() === named.trim().toLowerCase()),
      },
    },
  },
  {
    id: 'com-text-crlf',
    leaves: ['A-COM-02', 'A-COM-07'],
    says: 'The lines of the text form hold the description too and end with carriage return and newline.',
    rule: {
      company: {
        text: (companies) => companies.map(({ name, description }) => `${name} - ${description}\r\n`).join(''),
      },
    },
  },
  {
    id: 'com-text-tabs',
    leaves: ['A-COM-07'],
    says: 'The lines of the text form hold id, name and description between tabs.',
    rule: {
      company: {
        text: (companies) => companies.map(({ id, name, description }) => `${id}\t${name}\t${description}`).join('\n'),
      },
    },
  },
  {
    id: 'com-text-empty-newline',
    leaves: ['A-COM-07'],
    says: 'The text form of an empty list is a newline.',
    rule: {
      company: { text: (companies) => (companies.length === 0 ? '\n' : company.text(companies)) },
    },
  },
  {
    id: 'com-empty-text',
    leaves: ['A-COM-04', 'A-COM-07'],
    says: 'The text form of an empty list is answered with 204.',
    rule: {
      company: { status: (count, form) => (count === 0 && form === 'application/text' ? 204 : 200) },
    },
  },
  {
    id: 'com-forms-other-order',
    leaves: ['A-COM-05'],
    says: 'The text form lists the companies in another order than the JSON form.',
    rule: {
      company: {
        listed: (companies, form) => (form === 'application/text' ? companies.toReversed() : companies),
      },
    },
  },
]
