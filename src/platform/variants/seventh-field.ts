import type { Variant } from '../deviation.ts'
import { answering } from '../faults/edits.ts'
import { withJson } from '../faults/passing.ts'
import { empty, json } from '../http/answers.ts'
import type { crowdRules } from '../rulebook/crowd.ts'
import { dispatchRules } from '../rulebook/dispatch.ts'
import { pagesFromOne } from './pages-from-one.ts'

const { dispatch } = dispatchRules

type Fields = Readonly<Record<string, unknown>>
type Skills = Parameters<typeof crowdRules.crowd.hasSkill>[0]

const isCrowd = (path: string): boolean => path.includes('/api/crowd/v2/technicians')
const isBatch = (path: string): boolean => path.endsWith('/addresses/actions/batch')

/** The skills that a list was just narrowed to, and of which technician. */
let narrowed: { readonly of: Skills; readonly to: Skills } | undefined

const narrow = (skills: Skills, name: string): boolean => {
  const to = skills.filter(({ tagName }) => tagName.toLowerCase().includes(name.toLowerCase()))
  narrowed = { of: skills, to }
  return to.length > 0
}
const left = (skills: Skills): Skills => {
  const known = narrowed?.of === skills ? narrowed.to : skills
  narrowed = undefined
  return known
}

const crowdVariants: readonly Variant[] = [
  {
    id: 'crowd-puts-201-absent-204',
    leaves: ['B-CRW-05', 'B-CRW-11', 'B-CRW-27'],
    says: 'Updates are answered 201, that of an address without a body; the deletion of what is not there 204.',
    excludes: [
      'crowd-update-201',
      'crowd-puts-201',
      'crowd-puts-200-and-201-in-turn',
      'crowd-delete-missing-204',
      'crowd-delete-of-nothing-204',
      'crowd-address-delete-again-204',
      'crowd-address-update-without-body',
      'crowd-missing-without-body',
    ],
    wire: answering(
      ({ method, path }, { status }) =>
        isCrowd(path) && ((method === 'PUT' && status < 300) || (method === 'DELETE' && status === 404)),
      (response, { method, path }) =>
        method === 'DELETE' ? empty(204) : path.includes('/addresses/') ? empty(201) : { ...response, status: 201 },
    ),
  },
  {
    id: 'crowd-failed-transaction-told-by-operation',
    leaves: ['B-CRW-18', 'B-CRW-25'],
    says: 'A transaction that failed is answered 201 with an array of what became of each operation, any other batch without a body.',
    rule: { crowd: { failedBatchStatus: () => 201 } },
    wire: answering(
      ({ path }, { status }) => isBatch(path) && status === 201,
      (response) =>
        response.body.includes('an operation failed')
          ? json(201, [
              { id: '1', state: 'ROLLED_BACK' },
              { id: '2', state: 'FAILED' },
            ])
          : empty(201),
    ),
  },
  {
    id: 'crowd-list-of-skills-that-expire-by-then',
    leaves: ['B-CRW-30'],
    says: 'A list has pages of two from 1 on, finds parts of names and days up to the one asked for, of one skill if both are.',
    excludes: ['crowd-expiry-needs-skill-name', 'crowd-page-behind-the-last-404'],
    rule: {
      crowd: {
        ...pagesFromOne,
        defaultSize: () => 2,
        hasSkill: narrow,
        hasExpiry: (skills, day) =>
          left(skills).some(({ expiredAt }) => String(expiredAt).slice(0, 10) <= day.slice(0, 10)),
      },
    },
  },
]

const dispatchVariants: readonly Variant[] = [
  {
    id: 'dispatch-always-202-four-seconds-later',
    leaves: ['B-DSP-14', 'B-DSP-23'],
    says: 'Actions are answered 202, also from a wrong state, and show four seconds later; the next one waits for them.',
    rule: {
      dispatch: {
        status: (action) => (action === 'update' ? dispatch.status(action) : 202),
        refusalStatus: (why, action, met) =>
          why === 'state' && action !== 'update' && action !== 'batch-accept'
            ? 202
            : dispatch.refusalStatus(why, action, met),
        delay: (action) => (action === 'update' || action === 'batch-accept' ? 0 : 4000),
        waitsForOthers: () => true,
      },
    },
  },
  {
    id: 'dispatch-batch-207-of-failures-in-capitals',
    leaves: ['B-DSP-11', 'B-DSP-23'],
    says: 'A batch is answered 207 with the items that failed, from the last to the first, their errors in capitals.',
    excludes: ['dispatch-item-errors-empty'],
    rule: {
      dispatch: {
        batchStatus: () => 207,
        results: (results) => results.filter(({ status }) => status >= 300).toReversed(),
      },
    },
    wire: answering(
      ({ path }, { status }) => path.endsWith('/accept/batch') && status === 207,
      (response) =>
        withJson(response, ({ results, ...body }) => ({
          ...body,
          results: (results as Array<{ error?: Fields }>).map(({ error, ...one }) => ({
            ...one,
            error: {
              ...error,
              title: String(error?.['title']).toUpperCase(),
              type: String(error?.['type']).toUpperCase(),
            },
          })),
        })),
    ),
  },
  {
    id: 'dispatch-release-refused-409',
    leaves: ['B-DSP-10'],
    says: 'What was accepted is no longer planned to the partner: a release is refused with 409, an update is done.',
    excludes: ['dispatch-accept-unassigns'],
    rule: {
      dispatch: {
        actsOn: (action, planned, nth) => action !== 'release' && dispatch.actsOn(action, planned, nth),
        refusalStatus: (why, action, met) =>
          why === 'foreign' && action === 'release' && met?.status === 'ACCEPTED'
            ? 409
            : dispatch.refusalStatus(why, action, met),
      },
    },
  },
]

/** Lawful readings of B-CRW and B-DSP, thought up by a seventh reader (suites/two-readings). */
export const seventhFieldVariants: readonly Variant[] = [...crowdVariants, ...dispatchVariants]
