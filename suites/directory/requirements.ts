import { requirements } from '../../src/kit/requirements.ts'

export const directory = requirements('directory', {
  'no-server-error': {
    level: 'must',
    says: 'No request to the directory is answered with a 5xx (503 and refusals such as 501 or 507 apart): no document allows a crash.',
    sources: ['K-DIR-01'],
    traffic: ['directory-odd-name-crashes'],
  },
  'account-found': {
    level: 'must',
    says: 'The directory answers an account name with 200 and the strings accountName, clusterName and URL (the address of its cluster).',
    sources: ['A-DIR-01'],
    contract: [
      'directory-address-lower-case',
      'directory-address-missing',
      'directory-address-object',
      'directory-cluster-missing',
      'directory-cluster-number',
      'directory-account-name-missing',
      'directory-enveloped',
      'directory-status-201',
      'dir-203-cached',
    ],
  },
  'name-encoded': {
    level: 'must',
    says: 'A caller encodes the account name in the path.',
    sources: ['A-DIR-02'],
    side: 'client',
  },
  'reserved-characters': {
    level: 'implied',
    says: 'An account whose name contains reserved characters is found by its encoded name and returned with the decoded one.',
    sources: ['A-DIR-03'],
    needs: ['reserved-account'],
  },
  'unknown-account': {
    level: 'unshown',
    says: 'Recorded: status and body for an account that does not exist.',
    sources: ['A-DIR-04'],
    needs: ['unknown-account'],
  },
  'agrees-with-token': {
    level: 'implied',
    says: "The directory and the cluster_url of the account's token name the same cluster.",
    sources: ['A-DIR-05'],
  },
  'no-address-of-another': {
    level: 'implied',
    says: 'The directory does not answer an unknown account name with the address of another account.',
    sources: ['A-DIR-06'],
    needs: ['unknown-account'],
  },
  'path-form': {
    level: 'variant',
    says: 'Recorded: which of its two paths the directory answers at.',
    sources: ['A-DIR-07'],
  },
  'one-cluster': {
    level: 'must',
    says: 'An account is assigned to one cluster: the directory names the same one every time.',
    sources: ['A-GEN-08'],
    traffic: ['directory-cluster-wanders'],
  },
  'cluster-names': {
    level: 'variant',
    says: 'Recorded: which cluster code an account has; the documents list EU, DE, US, CN, and mostly AU.',
    sources: ['A-GEN-02'],
  },
})
