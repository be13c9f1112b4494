/** Keys of a target file by place: what a mistyped key was probably meant to be. */
const keys: Readonly<Record<string, readonly string[]>> = {
  '': [
    'name',
    'addresses',
    'basePaths',
    'account',
    'company',
    'identities',
    'dtos',
    'templates',
    'fixtures',
    'passwordPolicy',
    'has',
    'lacks',
    'controls',
    'limits',
    'reoptimization',
    'writes',
    'tls',
  ],
  '/addresses': ['auth', 'directory', 'base'],
  '/limits': ['requestsPerSecond', 'concurrency', 'requests', 'mayCreateUsers'],
  identity: ['grant', 'client', 'username', 'password', 'account', 'company'],
  client: ['id', 'secret', 'version', 'scope'],
}

export function nearestOf(word: string, place: string): string | undefined {
  const list =
    keys[place] ??
    (/^\/identities\/[^/]+$/.test(place)
      ? keys['identity']
      : /^\/identities\/[^/]+\/client$/.test(place)
        ? keys['client']
        : undefined)
  const best = (list ?? [])
    .map((key) => ({
      key,
      common: pairsOf(word).filter((pair) => pairsOf(key).includes(pair)).length / Math.max(word.length, key.length),
    }))
    .sort((a, b) => b.common - a.common)[0]
  return best && best.common >= 0.3 ? best.key : undefined
}

/** Neighbouring letters: enough to tell `adresses` from `account`. */
const pairsOf = (word: string): string[] =>
  Array.from({ length: Math.max(0, word.length - 1) }, (_, at) => word.slice(at, at + 2).toLowerCase())
