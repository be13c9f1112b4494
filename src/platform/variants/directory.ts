import type { Variant } from '../deviation.ts'
import { directoryRules, type DirectoryFacts } from '../rulebook/directory.ts'

const addressed = (
  id: string,
  leaves: Variant['leaves'],
  says: string,
  address: (address: string, facts: DirectoryFacts) => string,
): Variant => ({
  id,
  leaves,
  says,
  rule: {
    directory: {
      shown: (facts) => {
        const body = directoryRules.directory.shown(facts) as { readonly URL: string }
        return { ...body, URL: address(body.URL, facts) }
      },
    },
  },
})

/** Lawful other readings of A-DIR. */
export const directoryVariants: readonly Variant[] = [
  addressed(
    'directory-node-addresses-alternate',
    ['A-GEN-08', 'A-DIR-01', 'A-DIR-05'],
    'Every second lookup names another node address of the same cluster.',
    (address, { asked }) => (asked % 2 === 1 ? address.replace('127.0.0.1', 'localhost') : address),
  ),
  addressed(
    'directory-address-with-slash',
    ['A-DIR-01'],
    'The address of a cluster ends in a slash.',
    (address) => `${address}/`,
  ),
]
