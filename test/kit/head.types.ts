// Compiled by head.test.ts, never run: each line below an expectation must be refused by the compiler, each other line accepted.
import { announceCheck } from '../../src/kit/check.ts'
import { observe } from '../../src/kit/observe.ts'
import { requirements } from '../../src/kit/requirements.ts'

const data = requirements('types', {
  rule: { level: 'must', says: 'A rule.', sources: ['A-DAT-20'] },
  implied: { level: 'implied', says: 'A rule that follows.', sources: ['A-DAT-21'] },
  unshown: { level: 'unshown', says: 'An open point.', sources: ['A-DAT-22'] },
  untested: { level: 'must', says: 'A rule no wire shows.', sources: ['A-DAT-23'], untested: 'it cannot be seen' },
})
const run = () => Promise.resolve()
const look = () => Promise.resolve('seen')

announceCheck(data.rule, 'must', { brokenBy: ['a-fault'] }, run)
announceCheck(data.implied, 'implied', { brokenBy: ['a-fault', 'another-fault'] }, run)
observe(data.unshown, 'seen', {}, look)

// @ts-expect-error: an unknown requirement
announceCheck(data.unknown, 'unknown', { brokenBy: ['a-fault'] }, run)
// @ts-expect-error: a requirement marked untested
announceCheck(data.untested, 'untested', { brokenBy: ['a-fault'] }, run)
// @ts-expect-error: no fault that it would catch
announceCheck(data.rule, 'no-fault', { brokenBy: [] }, run)
// @ts-expect-error: no head at all
announceCheck(data.rule, 'no-head', {}, run)
// @ts-expect-error: a check must not fail a target for what the documents do not show
announceCheck(data.unshown, 'unshown', { brokenBy: ['a-fault'] }, run)
// @ts-expect-error: a rule is checked, not observed
observe(data.rule, 'observed', {}, look)
// @ts-expect-error: nobody supplies such a need
announceCheck(data.rule, 'need', { brokenBy: ['a-fault'], needs: ['luck'] }, run)
// @ts-expect-error: a check does not choose its severity
announceCheck(data.rule, 'severity', { brokenBy: ['a-fault'], level: 'must' }, run)

// @ts-expect-error: no such level
requirements('types', { rule: { level: 'should', says: 'A rule.', sources: ['A-DAT-20'] } })
// @ts-expect-error: a rule rests on at least one statement
requirements('types', { rule: { level: 'must', says: 'A rule.', sources: [] } })
