import type { Fault } from '../deviation.ts'
import { directoryRules, type DirectoryFacts } from '../rulebook/directory.ts'
import type { ClusterCode } from '../world/types.ts'

const other = (home: ClusterCode): ClusterCode => (home === 'US' ? 'EU' : 'US')

const shown = (
  id: string,
  says: string,
  change: (body: Record<string, unknown>, facts: DirectoryFacts) => unknown,
  breaks: Fault['breaks'] = ['A-DIR-01'],
): Fault => ({
  id,
  breaks,
  says,
  rule: {
    directory: { shown: (facts) => change(directoryRules.directory.shown(facts) as Record<string, unknown>, facts) },
  },
})

/** Faults of A-DIR and of A-GEN-08. */
export const directoryFaults: readonly Fault[] = [
  shown('directory-address-lower-case', 'The address is in the field url.', ({ URL: url, ...body }) => ({
    ...body,
    url,
  })),
  shown('directory-address-missing', 'URL is missing.', ({ URL: _url, ...body }) => body),
  shown('directory-address-object', 'URL is an object.', (body) => ({ ...body, URL: { href: body['URL'] } })),
  shown('directory-cluster-missing', 'clusterName is missing.', ({ clusterName: _name, ...body }) => body),
  shown('directory-cluster-number', 'clusterName is a number.', (body) => ({ ...body, clusterName: 1 })),
  shown('directory-account-name-missing', 'accountName is missing.', ({ accountName: _name, ...body }) => body),
  shown('directory-enveloped', 'The account is returned inside a data array.', (body) => ({ data: [body] })),
  {
    id: 'directory-status-201',
    breaks: ['A-DIR-01'],
    says: 'The lookup is answered with 201.',
    rule: { directory: { status: () => 201 } },
  },
  {
    id: 'directory-name-not-decoded',
    breaks: ['A-DIR-03'],
    says: 'An encoded account name is looked up without decoding.',
    rule: { directory: { named: (_decoded, raw) => raw } },
  },
  shown(
    'directory-name-answered-encoded',
    'accountName is returned percent-encoded.',
    (body, { raw }) => ({ ...body, accountName: raw }),
    ['A-DIR-03'],
  ),
  {
    id: 'directory-slash-in-name-cut',
    breaks: ['A-DIR-03'],
    says: 'An account name is cut at its slash.',
    rule: { directory: { named: (decoded) => decoded.split('/')[0] ?? '' } },
  },
  {
    id: 'directory-disagrees-with-token',
    breaks: ['A-DIR-05'],
    says: 'The directory names a different cluster than cluster_url in the token response.',
    rule: { directory: { cluster: other } },
  },
  {
    id: 'directory-unknown-account-guessed',
    breaks: ['A-DIR-06'],
    says: 'An unknown account is answered with the address of another.',
    rule: { directory: { finds: (name, names) => directoryRules.directory.finds(name, names) ?? names[0] } },
  },
  {
    id: 'directory-unknown-account-first-letter',
    breaks: ['A-DIR-06'],
    says: 'An unknown account is answered with the address of an account that starts with the same letter.',
    rule: {
      directory: {
        finds: (name, names) =>
          directoryRules.directory.finds(name, names) ?? names.find((known) => known[0] === name[0]),
      },
    },
  },
  {
    id: 'directory-cluster-wanders',
    breaks: ['A-GEN-08'],
    says: 'Every second lookup of an account returns another cluster.',
    rule: { directory: { cluster: (home, asked) => (asked % 2 === 1 ? other(home) : home) } },
  },
]
