import type { Variant } from '../deviation.ts'
import { askedOf, headerIn, isBatch } from '../faults/passing.ts'
import { perHouse } from '../house.ts'
import { empty, json } from '../http/answers.ts'
import { passwordRules } from '../rulebook/password.ts'
import { through } from './lawful.ts'

const running = perHouse(() => new Set<string>())
const isRegistered = (address: string | null): boolean => /\/landed\?from=[^&#]*$/.test(address ?? '')

/** Lawful other readings of access, gateways and batches that a tenth reader of the document thought up. */
export const tenthAccessVariants: readonly Variant[] = [
  through(
    'redirect-uri-as-registered',
    ['A-TOK-23'],
    'authorize refuses every redirect_uri but the one that is registered, a further parameter in its query included.',
    (request, go) => {
      const { path, query, method } = askedOf(request)
      const isStart = method === 'GET' && /\/authorize\/?$/.test(path)
      return isStart && query.has('redirect_uri') && !isRegistered(query.get('redirect_uri'))
        ? Promise.resolve(json(400, { error: 'invalid_request', error_description: 'redirect_uri is not registered' }))
        : go(request)
    },
  ),
  {
    id: 'passwords-of-at-most-twenty',
    leaves: ['A-PWD-05', 'A-PWD-15'],
    says: 'A new password of more than 20 characters, with one outside ! to ~, or with the name of the user in it is MC-13.',
    rule: {
      password: {
        order: () => ['MC-14', 'MC-13', ...passwordRules.password.order().slice(2)],
        violated: (code, trial) =>
          passwordRules.password.violated(code, trial) ||
          // What was a password before is older than the rule.
          (code === 'MC-13' &&
            !trial.former.includes(trial.password) &&
            (!/^[!-~]{0,20}$/.test(trial.password) ||
              trial.password.toLowerCase().includes(trial.userName.toLowerCase()))),
      },
    },
  },
  through(
    'targets-of-eight-kilobytes',
    ['A-CQL-13', 'A-GEN-09'],
    'A target of more than 8192 octets is answered 414 without a body, in a part of a batch, too.',
    (request, go) =>
      Buffer.byteLength(request.target) > 8192 ? Promise.resolve(empty(414, [['Connection', 'close']])) : go(request),
  ),
  through(
    'one-batch-at-a-time',
    ['A-GEN-09', 'A-BAT-01'],
    'A batch that comes while another of its account runs is answered 429, and nothing of it is done.',
    async (request, go, { house, inBatch }) => {
      const asked = askedOf(request)
      if (inBatch || !isBatch(asked)) return go(request)
      const account = asked.query.get('account') ?? headerIn(request, 'X-Account-Name') ?? ''
      const busy = running(house)
      if (busy.has(account))
        return json(429, { error: 'CA-95', message: 'Another batch is running', values: [] }, [['Retry-After', '1']])
      busy.add(account)
      try {
        return await go(request)
      } finally {
        busy.delete(account)
      }
    },
  ),
]
