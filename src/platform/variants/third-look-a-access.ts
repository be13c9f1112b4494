import type { Variant } from '../deviation.ts'
import { askedOf, headerIn } from '../faults/passing.ts'
import { json } from '../http/answers.ts'
import type { PlatformRequest } from '../http/message.ts'
import { through } from './lawful.ts'
import { turningAway } from './turned-away.ts'

const isUuid = (text: string): boolean => /^[\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12}$/i.test(text)

/** The interfaces of document A, but for the token service. */
const isOfA = (target: string): boolean =>
  /^(?:\/clusters\/\w+)?\/(?:masterCloud|ds\/|api\/(?:data|query))/.test(target)

/** The controls of the simulator stand behind no firewall. */
const isOfService = ({ target }: PlatformRequest): boolean => !target.startsWith('/fieldproof/')

/** Lawful servers of access that a third look at the checks found accused. */
export const thirdLookAAccessVariants: readonly Variant[] = [
  {
    id: 'parts-need-a-host',
    leaves: ['A-BAT-03'],
    says: 'A part of a batch without Host is refused with 400.',
    seam: {
      passage: {
        part: async (request, go) =>
          headerIn(request, 'Host') === undefined
            ? json(400, { error: 'CA-400', message: 'A request names its host', values: [] })
            : go(request),
      },
    },
  },
  {
    id: 'callers-without-user-agent-turned-away',
    leaves: ['A-GEN-01', 'A-AUT-13'],
    says: 'A firewall answers a request without User-Agent with 403 and a page.',
    wire: turningAway((request) => isOfService(request) && !headerIn(request, 'User-Agent'), {
      status: 403,
      headers: [['Content-Type', 'text/html']],
      body: Buffer.from('<html><head><title>403 Forbidden</title></head><body>Request blocked.</body></html>'),
    }),
  },
  through(
    'request-ids-are-uuids',
    ['A-AUT-08'],
    'A request id of an interface of document A that is no UUID is refused with 400.',
    async (request, go, { inBatch }) => {
      const id = headerIn(request, 'X-Request-ID') ?? askedOf(request).query.get('requestId') ?? undefined
      return inBatch || id === undefined || isUuid(id) || !isOfA(request.target)
        ? go(request)
        : json(400, { error: 'invalid_request', error_description: 'The request id is no UUID' })
    },
  ),
]
