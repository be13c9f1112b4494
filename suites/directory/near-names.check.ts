import type { Answer } from '../../src/clients/answer.ts'
import { check, Unexercised } from '../../src/kit/index.ts'
import { must } from '../../src/kit/must.ts'
import { sameName } from '../../src/kit/names.ts'
import { objectOf } from '../../src/kit/object-of.ts'
import { directory } from './requirements.ts'

/** The letters of a name in the other case. */
const otherCase = (name: string): string =>
  name.replace(/\p{L}/gu, (letter) => (letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase()))

function mustNotBeAnothers(answer: Answer, name: string, own: Answer): void {
  const { URL: url, accountName } = objectOf(answer)
  const { URL: ownUrl, accountName: ownName } = objectOf(own)
  // A refusal may tell an address of another kind.
  const isRefused = answer.status >= 300 && !(url === ownUrl && sameName(accountName, ownName))
  // An account may well have this name: then it is answered under it.
  must.hold(
    'no address, or that of the account of this name',
    typeof url !== 'string' || url === '' || isRefused || sameName(accountName, name),
    `status ${answer.status} ${answer.text}`,
  )
}

check(
  directory['no-address-of-another'],
  'beginning-of-a-name',
  { brokenBy: ['dir-prefix-match', 'directory-404-with-address-of-another', 'directory-unknown-account-guessed'] },
  async ({ api, target }) => {
    const own = await api.directory.account(target.account)
    must.status(own, 200)
    must.be('URL', objectOf(own)['URL'], 'a text', own)
    const name = target.account.slice(0, -1) || `${target.account}x`
    mustNotBeAnothers(await api.directory.account(name), name, own)
  },
)

/** Names that mean another one only to a server that takes them for a pattern, or decodes them twice. */
const mistaken = {
  'percent-as-wildcard': { of: (name: string) => `${name.slice(0, 2)}%`, fault: 'directory-like-lookup' },
  'underscore-as-wildcard': { of: (name: string) => `_${name.slice(1)}`, fault: 'directory-like-lookup' },
  'escaped-twice': {
    of: (name: string) => `%${name.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}${name.slice(1)}`,
    fault: 'directory-double-decodes-name',
  },
} as const

for (const situation of ['percent-as-wildcard', 'underscore-as-wildcard', 'escaped-twice'] as const) {
  const { of, fault } = mistaken[situation]
  check(
    directory['no-address-of-another'],
    situation,
    { brokenBy: [fault, 'directory-unknown-account-guessed'] },
    async ({ api, target }) => {
      const own = await api.directory.account(target.account)
      must.status(own, 200)
      must.be('URL', objectOf(own)['URL'], 'a text', own)
      if (!/^[!-~]/.test(target.account)) throw new Unexercised('the name of the account begins with no ASCII sign')
      mustNotBeAnothers(await api.directory.account(of(target.account)), of(target.account), own)
    },
  )
}

// Whether a name in other letter case is the account's is not stated; what is answered as the account is it in every respect.
check(
  directory['account-found'],
  'name-in-other-case',
  { brokenBy: ['dir-array', 'directory-enveloped'] },
  async ({ api, target }) => {
    const own = await api.directory.account(target.account)
    must.status(own, 200)
    const { URL: url } = objectOf(own)
    must.be('URL', url, 'a text', own)
    const answer = await api.directory.account(otherCase(target.account))
    if (answer.status >= 300 || !(JSON.stringify(answer.json) ?? '').includes(JSON.stringify(url))) return
    must.be('URL of the account under its name in other letter case', objectOf(answer)['URL'], 'a text', answer)
  },
)

check(
  directory['one-cluster'],
  'name-in-other-case',
  { brokenBy: ['folded-name-default-cluster'] },
  async ({ api, target }) => {
    const own = await api.directory.account(target.account)
    must.status(own, 200)
    const { accountName: known, clusterName: home } = objectOf(own)
    must.be('clusterName', home, 'a text', own)
    const { accountName, clusterName } = objectOf(await api.directory.account(otherCase(target.account)))
    // Another account may have that name, and one that is not found has no cluster: only the same spelling is the same account.
    if (accountName !== known || typeof clusterName !== 'string') return
    must.equal('cluster of the account under its name in other letter case', clusterName, home)
  },
)

check(
  directory['one-cluster'],
  'callers-of-other-languages',
  { brokenBy: ['cluster-by-english-of-us', 'cluster-by-english-of-au', 'cluster-by-caller-region'] },
  async ({ api, target }) => {
    const seen = []
    for (const language of [undefined, 'zh-CN', 'de-DE,de;q=0.9', 'en-US,en;q=0.9', 'en-AU,en;q=0.9']) {
      const answer = await api.directory.account(target.account, { headers: { 'Accept-Language': language } })
      must.status(answer, 200)
      const { clusterName } = objectOf(answer)
      must.be('clusterName', clusterName, 'a text', answer)
      seen.push(clusterName)
    }
    must.equal('clusters named', [...new Set(seen)], [seen[0]])
  },
)
