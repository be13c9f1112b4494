import { catalogue } from '../data/catalogue.ts'
import type { Fault } from '../deviation.ts'
import { answering, withStatus } from './edits.ts'

/** Quiet breaches of what holds for all interfaces (A-GEN). */
export const generalReadings: readonly Fault[] = [
  {
    id: 'latin1-json-on-list',
    breaks: ['A-GEN-01'],
    says: 'Lists of records are encoded in Latin-1.',
    wire: answering(
      ({ method, path }) => method === 'GET' && /\/api\/data\/v4\/[A-Za-z]+$/.test(path),
      (response) => ({ ...response, body: Buffer.from(response.body.toString('utf8'), 'latin1') }),
    ),
  },
  {
    id: 'control-char-raw',
    breaks: ['A-GEN-01'],
    says: 'Lists of records hold control characters as they are, which is no JSON.',
    wire: answering(
      ({ method, path }, { body }) =>
        method === 'GET' && /\/api\/data\/v4\/[A-Za-z]+$/.test(path) && /\\[nt]/.test(body.toString('utf8')),
      (response) => ({
        ...response,
        body: Buffer.from(response.body.toString('utf8').replaceAll('\\n', '\n').replaceAll('\\t', '\t')),
      }),
    ),
  },
  {
    id: 'only-first-pair-read',
    breaks: ['A-GEN-05', 'A-PAR-03'],
    says: 'Only the first pair of dtos is read; expanded records are shown in the newest version.',
    wire: {
      request: (request) => ({
        ...request,
        target: request.target.replace(
          /([?&]dtos=[^&]*?(?:;|%3B))([^&]*)/i,
          (_whole, first: string, rest: string) =>
            first +
            rest.replace(/([A-Za-z]+)\.\d+/g, (_pair, name: string) => `${name}.${catalogue.get(name)?.newest}`),
        ),
      }),
    },
  },
  {
    id: 'own-pair-must-be-first',
    breaks: ['A-GEN-05', 'A-PAR-03'],
    says: 'A call is refused unless the first pair of dtos is that of its own resource.',
    wire: answering(
      ({ path, query }) => {
        const [, resource] = /\/api\/data\/v4\/([A-Za-z]+)/.exec(path) ?? []
        const pairs = query.get('dtos')?.split(';') ?? []
        return pairs.length > 1 && !pairs[0]?.startsWith(`${resource}.`)
      },
      () => withStatus(400, { error: 'CA-400', message: 'dtos names another resource', values: [] }),
    ),
  },
  {
    id: 'token-not-on-old-attachment',
    breaks: ['A-GEN-07', 'A-ATT-04'],
    says: 'The older attachment address refuses the tokens of the token service.',
    wire: answering(
      ({ path, header }) => path.includes('/dataCloudInterface/') && header('Cookie') === undefined,
      () => withStatus(401, { error: 'invalid_token', error_description: 'There is no session' }),
    ),
  },
]
