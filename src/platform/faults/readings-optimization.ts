import type { Fault } from '../deviation.ts'
import type { WireFilter } from '../http/message.ts'
import { optimizationRules } from '../rulebook/optimization.ts'
import type { Rulebook } from '../rulebook/rulebook.ts'
import { isStartOfJob, malformedWish, misreadWish, wishSent } from './wish-wire.ts'

type Part = Readonly<Record<string, unknown>>

const { optimization: strict } = optimizationRules

const fault = (
  id: string,
  breaks: Fault['breaks'],
  says: string,
  optimization: Partial<Rulebook['optimization']>,
): Fault => ({ id: `optimization-${id}`, breaks, says, rule: { optimization } })

const wireFault = (id: string, breaks: Fault['breaks'], says: string, wire: WireFilter): Fault => ({
  id: `optimization-${id}`,
  breaks,
  says,
  wire,
})

const known = ['activityIds', 'optimizationPlugin', 'optimisationPlugin', 'start', 'end', 'partitioningStrategy']
const isSwapped = (wish: Part): boolean => String(wish['start']) > String(wish['end'])

/** Quiet breaches of B-OPT, as a reader of the document alone thought of them. */
export const optimizationReadings: readonly Fault[] = [
  wireFault(
    'only-z',
    ['B-OPT-02'],
    'Only date-times in Z are taken.',
    misreadWish((wish) => (String(wish['start']).includes('+') ? { ...wish, start: 'wrong' } : wish)),
  ),
  wireFault(
    'compared-as-text',
    ['B-OPT-02'],
    'A window whose texts sort otherwise is refused.',
    misreadWish((wish) => (isSwapped(wish) ? { ...wish, start: 'wrong' } : wish)),
  ),
  fault('nothing-to-do-200', ['B-OPT-04'], 'Where no activity is considered, the answer is 200 with result false.', {
    accepted: (wish) => (wish.skills ? [200, { result: false }] : [202, { result: true }]),
  }),
  fault('partitioned-result-text', ['B-OPT-04'], 'The result of a partitioned start is a text.', {
    accepted: (wish) => [202, { result: wish.skills ? 'true' : true }],
  }),
  wireFault(
    'null-extra-passes',
    ['B-OPT-05'],
    'A property too many is taken where it is null.',
    misreadWish((wish) =>
      Object.fromEntries(Object.entries(wish).filter(([name, value]) => known.includes(name) || value !== null)),
    ),
  ),
  wireFault(
    'names-of-every-object-taken',
    ['B-OPT-05'],
    'A property too many is taken that has the name of one of every object, such as constructor.',
    misreadWish((wish) => Object.fromEntries(Object.entries(wish).filter(([name]) => !(name in {})))),
  ),
  wireFault(
    'optional-misspelt-ignored',
    ['B-OPT-05'],
    'partitioningStrategy in another letter case is overlooked.',
    misreadWish((wish) =>
      Object.fromEntries(
        Object.entries(wish).filter(
          ([name]) => name === 'partitioningStrategy' || name.toLowerCase() !== 'partitioningstrategy',
        ),
      ),
    ),
  ),
  wireFault(
    'skills-case-folded',
    ['B-OPT-05'],
    'The skills of partitioningStrategy are read in any letter case.',
    misreadWish((wish) => {
      const strategy = wish['partitioningStrategy']
      return typeof strategy === 'object' && strategy !== null && !Array.isArray(strategy)
        ? {
            ...wish,
            partitioningStrategy: Object.fromEntries(
              Object.entries(strategy).map(([name, value]) => [/^skills$/i.test(name) ? 'skills' : name, value]),
            ),
          }
        : wish
    }),
  ),
  wireFault(
    'syntax-error-page',
    ['B-OPT-06'],
    'A body that is no JSON gets a 400 with a page.',
    malformedWish(
      (wish, body) => wish === undefined && body !== '',
      () => '<html>Bad Request</html>',
    ),
  ),
  wireFault(
    'empty-body-empty-400',
    ['B-OPT-06'],
    'A request without a body gets a 400 without one.',
    malformedWish(
      (_wish, body) => body === '',
      () => '',
    ),
  ),
  wireFault(
    'null-body-crashes',
    ['B-OPT-06'],
    'The body null is answered with 500.',
    malformedWish(
      (_wish, body) => body.trim() === 'null',
      () => ({ error: 'internal_error', error_description: 'unexpected error' }),
      500,
    ),
  ),
  fault('error-number', ['B-OPT-06'], 'The error of a 400 is a number.', {
    malformed: (_error, error_description) => ({ error: 400, error_description }),
  }),
  wireFault(
    'description-list',
    ['B-OPT-06'],
    'Of several wrong properties the description is a list.',
    malformedWish(
      (wish) => Object.keys(wish ?? {}).filter((name) => !known.includes(name)).length > 1,
      (error) => ({ ...error, error_description: [error['error_description']] }),
    ),
  ),
  wireFault(
    'description-missing-on-times',
    ['B-OPT-06'],
    'A 400 about a time has no description.',
    malformedWish(
      (wish) => wish !== undefined && Number.isNaN(Date.parse(String(wish['start']))),
      ({ error }) => ({ error }),
    ),
  ),
  {
    id: 'optimization-no-header-400',
    breaks: ['B-OPT-07'],
    says: 'A missing Authorization header is answered with 400.',
    wire: {
      response: (response, { target, headers }) =>
        isStartOfJob(target) && !headers.some(([name]) => /^authorization$/i.test(name))
          ? {
              ...response,
              status: 400,
              body: Buffer.from('{"error":"BAD_REQUEST","error_description":"a header is missing"}', 'utf8'),
            }
          : response,
    },
  },
  wireFault('repeated-ids-500', ['B-OPT-09'], 'An activity named twice is answered with 500.', {
    response(response, request) {
      const ids = isStartOfJob(request.target) ? wishSent(request.body)?.['activityIds'] : undefined
      return Array.isArray(ids) && new Set(ids).size < ids.length ? { ...response, status: 500 } : response
    },
  }),
  wireFault('integer-prefix', ['B-OPT-13'], 'Of an id the leading digits count.', {
    request: (request) =>
      isStartOfJob(request.target)
        ? {
            ...request,
            headers: request.headers.map(([name, value]) =>
              /^x-(?:account|company)-id$/i.test(name) ? [name, value.replace(/^(\d+)\D.*$/, '$1')] : [name, value],
            ),
          }
        : request,
  }),
  wireFault('text-company-id-500', ['B-OPT-13'], 'An X-Company-Id that is no number is answered with 500.', {
    response: (response, { target, headers }) =>
      isStartOfJob(target) && headers.some(([name, value]) => /^x-company-id$/i.test(name) && /\D/.test(value))
        ? { ...response, status: 500 }
        : response,
  }),
  wireFault(
    'calendar-rolled-over',
    ['B-OPT-15'],
    'The 30th of February is the 1st of March.',
    misreadWish((wish) =>
      Object.fromEntries(
        Object.entries(wish).map(([name, value]) => [
          name,
          typeof value === 'string' ? value.replace(/-02-30T/, '-03-01T') : value,
        ]),
      ),
    ),
  ),
  fault('epoch-taken', ['B-OPT-15'], 'A number is taken for a time.', {
    checks: (name, value) => !['start', 'end'].includes(name) || typeof value !== 'number',
    moment: (text) => (/^\d+$/.test(text) ? Number(text) : strict.moment(text)),
  }),
  fault('date-only-taken', ['B-OPT-15'], 'A date is taken for a time.', {
    checks: (_name, value) => typeof value !== 'string' || !/^\d{4}-\d\d-\d\d$/.test(value),
  }),
  wireFault(
    'single-value-as-list',
    ['B-OPT-15'],
    'A single text is taken for a list of one.',
    misreadWish((wish) =>
      typeof wish['activityIds'] === 'string' ? { ...wish, activityIds: [wish['activityIds']] } : wish,
    ),
  ),
  wireFault(
    'ids-made-texts',
    ['B-OPT-15'],
    'Numbers among the activityIds are taken for texts.',
    misreadWish(({ activityIds, ...wish }) => ({
      ...wish,
      ...(activityIds === undefined
        ? {}
        : { activityIds: Array.isArray(activityIds) ? activityIds.map((id) => String(id)) : activityIds }),
    })),
  ),
  fault('null-end-taken', ['B-OPT-15'], 'An end that is null is open.', {
    checks: (name, value) => name !== 'end' || value !== null,
  }),
  wireFault(
    'mistyped-422',
    ['B-OPT-15'],
    'A start that is no time is answered with 422.',
    malformedWish(
      (wish) => wish !== undefined && wish['start'] !== undefined && Number.isNaN(Date.parse(String(wish['start']))),
      (error) => error,
      422,
    ),
  ),
]
