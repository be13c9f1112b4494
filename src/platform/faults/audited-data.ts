import type { Fault } from '../deviation.ts'
import { askedOf, passing } from './passing.ts'
import { isRead } from './serving.ts'

const isShaped = (relation: string): boolean => relation.includes(';')

/** What checks could not see that an auditor read. */
export const auditedDataFaults: readonly Fault[] = [
  passing(
    'shapes-forgotten-where-several-are-expanded',
    ['A-EXP-02'],
    'Where a read expands several relations, each is expanded with all of its fields.',
    (request, go) => {
      const asked = askedOf(request)
      const wanted = isRead(asked) ? asked.query.getAll('expand') : []
      if (wanted.length < 2 || !wanted.some(isShaped)) return go(request)
      const [path = '', search = ''] = request.target.split(/\?(.*)/s)
      const pairs = search
        .split('&')
        .map((pair) => (pair.startsWith('expand=') ? pair.replace(/(?:;|%3B).*/i, '') : pair))
      return go({ ...request, target: `${path}?${pairs.join('&')}` })
    },
  ),
]
