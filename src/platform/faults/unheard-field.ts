import type { Fault } from '../deviation.ts'
import { crowdRules } from '../rulebook/crowd.ts'
import { dispatchRules } from '../rulebook/dispatch.ts'
import { crowdParts } from './crowd-parts.ts'

const { crowd } = crowdRules
const { dispatch } = dispatchRules
const { fault } = crowdParts

type Fields = Readonly<Record<string, unknown>>

const ofDispatch = (id: string, breaks: string, says: string, rules: Partial<typeof dispatch>): Fault => ({
  id: `dispatch-${id}`,
  breaks: [breaks],
  says,
  rule: { dispatch: rules },
})

const inKilometres = (sent: Fields): Fields => {
  const area = sent['serviceArea'] as Fields | undefined
  const radius = area?.['radius'] as Fields | undefined
  return radius ? { ...sent, serviceArea: { ...area, radius: { ...radius, unit: 'km' } } } : sent
}

/** Quiet breaches of B-CRW and B-DSP, thought up by another reader of the documents (suites/two-readings). */
export const unheardFieldFaults: readonly Fault[] = [
  fault('update-judged-with-what-was-there', 'B-CRW-20', 'An update may lack what the technician has already.', {
    requires: (does, sent, before) =>
      crowd.requires(does, sent, before).filter((name) => does === 'create' || !crowd.isThere(before[name])),
  }),
  fault('list-pages-one-early', 'B-CRW-07', 'Each page but the first begins with the last of the one before.', {
    start: (page, size) => (page === 0 ? 0 : page * size - 1),
  }),
  fault(
    'batch-by-its-own-ids',
    'B-CRW-13',
    'UPDATE and DELETE in a batch take the id of the operation for the address.',
    {
      steps: <Step extends { readonly id: unknown }>(steps: readonly Step[]) =>
        steps.map((step) => {
          const { operation, address } = step as Step & { operation: string; address: Fields }
          return operation === 'CREATE' || typeof step.id !== 'string'
            ? step
            : { ...step, address: { ...address, id: step.id } }
        }),
    },
  ),
  fault('update-unit-km', 'B-CRW-28', 'An update turns the unit of a radius into km.', {
    stores: (sent, before) => (before === undefined ? sent : inKilometres(sent)),
  }),
  fault('batch-needs-no-company-name', 'B-CRW-26', 'A batch of addresses is served without X-Company-Name.', {
    isGiven: (name, value, operation) =>
      (operation === 'crowd-address-batch' && name === 'X-Company-Name') || crowd.isGiven(name, value, operation),
  }),
  fault('external-id-of-the-caller', 'B-CRW-04', 'An external id that is sent becomes that of the technician.', {
    externalId: (generated, { externalId }) =>
      typeof externalId === 'string' && externalId !== '' ? externalId : generated,
  }),
  ofDispatch('batch-flag-of-last', 'B-DSP-24', 'hasErrors tells about the last item only.', {
    hasErrors: (_failed, results) => (results.at(-1)?.status ?? 0) >= 300,
  }),
  ofDispatch('batch-ends-at-failure', 'B-DSP-24', 'A batch ends at the first item that fails.', {
    goesOn: (failed) => !failed,
  }),
  ofDispatch(
    'batch-of-51-yet-done',
    'B-DSP-18',
    'Of more than 50 items the first 50 are accepted, then all are refused.',
    {
      actsAnyway: (why, action) => why === 'body' && action === 'batch-accept',
    },
  ),
  ofDispatch(
    'list-of-accepted-of-all-partners',
    'B-DSP-25',
    'A list of ACCEPTED shows the assignments of all partners.',
    {
      lists: (one, asked) => (asked === 'ACCEPTED' ? one.status === asked : dispatch.lists(one, asked)),
    },
  ),
  ofDispatch('second-update-keeps-responsible', 'B-DSP-28', 'A second update does not change who is responsible.', {
    updates: (sent, before) => ('responsible' in before ? { ...sent, responsible: before['responsible'] } : sent),
  }),
]
