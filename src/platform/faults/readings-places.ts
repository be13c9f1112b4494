import type { Fault } from '../deviation.ts'
import { companyRules } from '../rulebook/company.ts'
import { directoryRules, type DirectoryFacts } from '../rulebook/directory.ts'
import type { ClusterCode } from '../world/types.ts'
import { answering, isCompanies, isDirectory, showing, withStatus, withText } from './edits.ts'

const { directory } = directoryRules
const { company } = companyRules

const other = (home: ClusterCode): ClusterCode => (home === 'US' ? 'EU' : 'US')

const folded = (name: string, names: readonly string[]): string | undefined =>
  names.find((known) => known.toLowerCase() === name.toLowerCase())

const isAsked = ({ raw, accountName }: DirectoryFacts): boolean => decodeURIComponent(raw) === accountName

/** Quiet breaches of the directory (A-DIR, A-GEN-08). */
const directoryReadings: readonly Fault[] = [
  {
    id: 'folded-name-default-cluster',
    breaks: ['A-GEN-08'],
    says: 'An account name in other letter case is found, but answered with a default cluster.',
    rule: {
      directory: {
        finds: folded,
        shown: (facts) =>
          directory.shown(isAsked(facts) ? facts : { ...facts, cluster: facts.cluster === 'DE' ? 'EU' : 'DE' }),
      },
    },
  },
  {
    id: 'stale-replica-third-call',
    breaks: ['A-GEN-08'],
    says: 'Every third lookup of an account returns another cluster.',
    rule: { directory: { cluster: (home, asked) => (asked % 3 === 2 ? other(home) : home) } },
  },
  {
    id: 'cluster-by-caller-region',
    breaks: ['A-GEN-08'],
    says: 'The cluster of an account depends on Accept-Language.',
    wire: showing(
      (seen) => isDirectory(seen) && /^(zh|de)\b/i.test(seen.header('Accept-Language') ?? ''),
      (body: Record<string, unknown>) => ({ ...body, clusterName: 'CN' }),
    ),
  },
  {
    id: 'dir-array',
    breaks: ['A-DIR-01'],
    says: 'An account found by a name in other letter case is answered as an array of one.',
    rule: {
      directory: {
        finds: folded,
        shown: (facts) => (isAsked(facts) ? directory.shown(facts) : [directory.shown(facts)]),
      },
    },
  },
  {
    id: 'dir-203-cached',
    breaks: ['A-DIR-01'],
    says: 'A repeated lookup is answered with 203.',
    rule: { directory: { status: (asked) => (asked > 0 ? 203 : 200) } },
  },
  {
    id: 'dir-prefix-match',
    breaks: ['A-DIR-06'],
    says: 'The beginning of an account name is answered with that account.',
    rule: {
      directory: {
        finds: (name, names) =>
          directory.finds(name, names) ?? (name === '' ? undefined : names.find((known) => known.startsWith(name))),
      },
    },
  },
  {
    id: 'dir-default-cluster',
    breaks: ['A-DIR-06'],
    says: 'An unknown account is answered with the name as asked and the address of a default cluster.',
    wire: answering(
      (seen, { status }) => isDirectory(seen) && status === 404,
      (_response, { path, header }) =>
        withStatus(200, {
          accountName: decodeURIComponent(path.split('/').at(-1) ?? ''),
          clusterName: 'EU',
          URL: `http://${header('Host')}`,
        }),
    ),
  },
]

const isText = (accept: string | undefined): boolean => /^application\/text/i.test(accept ?? '')

/** Quiet breaches of the company list (A-COM). */
const companyReadings: readonly Fault[] = [
  {
    id: 'com-description-null',
    breaks: ['A-COM-01'],
    says: 'The description of a company that has none is null.',
    rule: {
      company: {
        json: (companies) => ({
          companies: companies.map(({ name, description }) => ({ name, description: description || null })),
        }),
      },
    },
  },
  {
    id: 'com-single-object',
    breaks: ['A-COM-01'],
    says: 'A single company is an object instead of an array of one.',
    rule: {
      company: {
        json: (companies) =>
          companies.length === 1
            ? { companies: { name: companies[0]?.name, description: companies[0]?.description } }
            : company.json(companies),
      },
    },
  },
  {
    id: 'com-bare-array-with-q',
    breaks: ['A-COM-01'],
    says: 'With a quality in Accept the JSON form is a bare array.',
    wire: showing(
      (seen) => isCompanies(seen) && /json\s*;\s*q=/i.test(seen.header('Accept') ?? ''),
      ({ companies }: { companies?: unknown }) => companies,
    ),
  },
  {
    id: 'com-names-html-escaped',
    breaks: ['A-COM-01'],
    says: 'Company names in the JSON form are escaped as in HTML.',
    rule: {
      company: {
        json: (companies) => ({
          companies: companies.map(({ name, description }) => ({ name: name.replaceAll('&', '&amp;'), description })),
        }),
      },
    },
  },
  {
    id: 'com-text-comma',
    breaks: ['A-COM-02'],
    says: 'With Accept-Encoding the text form separates companies with commas.',
    wire: answering(
      (seen) => isCompanies(seen) && isText(seen.header('Accept')) && Boolean(seen.header('Accept-Encoding')),
      (response) => ({ ...response, body: Buffer.from(response.body.toString('utf8').replaceAll('\n', ',')) }),
    ),
  },
  {
    id: 'com-text-json-body',
    breaks: ['A-COM-02'],
    says: 'The text form of a single company is its JSON form.',
    rule: {
      company: {
        text: (companies) =>
          companies.length === 1 ? JSON.stringify(company.json(companies)) : company.text(companies),
      },
    },
  },
  {
    id: 'com-empty-text-404',
    breaks: ['A-COM-04'],
    says: 'The text form of an empty list is answered with 404.',
    rule: { company: { status: (count, form) => (count === 0 && form === 'application/text' ? 404 : 200) } },
  },
  {
    id: 'com-xml-on-xml',
    breaks: ['A-COM-06'],
    says: 'Accept: application/xml is answered with XML.',
    wire: answering(
      (seen, { status }) => isCompanies(seen) && status === 406 && /\bxml\b/.test(seen.header('Accept') ?? ''),
      () => withText(200, 'application/xml', '<companies><company>one</company></companies>'),
    ),
  },
]

export const placesReadings: readonly Fault[] = [...directoryReadings, ...companyReadings]
