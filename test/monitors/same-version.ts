import { get, id, patch, record, type Case, type Step } from './traffic.ts'

const a = { id: id('a'), externalId: 'E-one', subject: 'the first subject', chargeableEfforts: true, lastChanged: 1000 }
const sent = { id: id('a'), externalId: 'E-one', subject: 'the first subject', chargeableEfforts: true }
const made = record(a)
const other = record({ ...a, chargeableEfforts: false })
const without = record({ id: id('a'), externalId: 'E-one', subject: 'the first subject', lastChanged: 1000 })
const post = (answer: unknown = made, more: Partial<Step> = {}): Step => ({
  method: 'POST',
  path: '/ServiceCall',
  sent,
  status: 201,
  answer,
  ...more,
})
const byExternalId = (answer: unknown): Step => ({ path: '/ServiceCall/externalId/E-one', answer })
const child = (call: unknown) => ({ data: [{ activity: { id: id('c'), lastChanged: 1500, serviceCall: call } }] })
const expanding = (call: unknown): Step => ({
  path: `/Activity/${id('c')}?expand=serviceCall&dtos=Activity.40;ServiceCall.27`,
  answer: child(call),
})
const later = { ...a, chargeableEfforts: false, lastChanged: 2000 }
const changing = (answer: unknown, more: Partial<Step> = {}) =>
  patch({ chargeableEfforts: false, lastChanged: 1000 }, answer, more)

/** One version of a record that is shown in two ways. */
export const sameVersionCases: readonly Case[] = [
  ['a create answered with another value than it is read with', ['A-DAT-31'], [post(other), get(made)]],
  ['... with less than the record, as its body is not shown', [], [post(without), get(made)]],
  ['... and changed before it is read', [], [post(other), changing(record(later)), get(record(later))]],
  ['a list that shows another value', ['A-DAT-02'], [post(), get(made), byList(other)]],
  ['a list that leaves a value out', ['A-DAT-02'], [post(), get(made), byList(without)]],
  [
    '... or shows an earlier version',
    [],
    [post(), get(made), changing(record(later)), get(record(later)), byList(made)],
  ],
  ['a read by external id that shows another value', ['A-DAT-14'], [post(), get(made), byExternalId(other)]],
  [
    '... with an id and a moment laid out in another way',
    [],
    [post(), get(made), byExternalId(record({ ...a, id: 'aaaaaaaa-aaaa-aaaa-aaaa-aaaaaaaaaaaa' }))],
  ],
  ['two reads by id that differ', ['A-DAT-31', 'A-DAT-01'], [post(), get(made), get(other)]],
  ['... of a record that others may have written', [], [get(made), get(other)]],
  ['... seen by two users', [], [post(), get(made), get(other, { token: 'two' })]],
  ['... with named fields', [], [post(), get(made), get(without, { path: `/ServiceCall/${id('a')}?fields=subject` })]],
  [
    'an expanded record that shows another value',
    ['A-EXP-01'],
    [post(), get(made), expanding({ ...a, chargeableEfforts: false })],
  ],
  ['... fewer fields', [], [post(), get(made), expanding({ id: id('a'), lastChanged: 1000 })]],
  ['... an earlier version', [], [post(), get(made), changing(record(later)), get(record(later)), expanding(a)]],
]

function byList(answer: unknown): Step {
  return { path: '/ServiceCall', answer }
}
