import { expect, test } from 'vitest'
import { loadCatalogue } from '../../src/judging/catalogue.ts'
import { monitorStatements } from '../../src/monitors/index.ts'
import { callers } from './callers.ts'
import { callersDispatch } from './callers-dispatch.ts'
import { callersLater } from './callers-later.ts'
import { callersTold } from './callers-told.ts'
import { callersTwice } from './callers-twice.ts'
import { crashes } from './crashes.ts'
import { sameVersionCases } from './same-version.ts'
import { sequences } from './sequences.ts'
import { dispatching } from './dispatch.ts'
import { field } from './field.ts'
import { oneAnswer } from './one-answer.ts'
import { people } from './people.ts'
import { peopleLack } from './people-lack.ts'
import { peopleLists } from './people-lists.ts'
import { peopleMembers } from './people-members.ts'
import { peoplePages } from './people-pages.ts'
import { askedIn, foundIn, story, type Step } from './traffic.ts'
import { versions } from './versions.ts'
import { writes } from './writes.ts'

const cases = [
  ...writes,
  ...sameVersionCases,
  ...versions,
  ...sequences,
  ...callers,
  ...callersTold,
  ...callersTwice,
  ...callersLater,
  ...callersDispatch,
  ...crashes,
  ...dispatching,
  ...people,
  ...peopleLack,
  ...peopleLists,
  ...peopleMembers,
  ...peoplePages,
  ...field,
  ...oneAnswer,
]

test.each(cases)('%s: %j', (_, trips, steps) => {
  expect(foundIn(story(...steps))).toEqual(trips)
})

test('calls to the own cluster are a merit only where another address is known, and those to an unknown one say nothing', () => {
  const named = (accountName: string, clusterName: string) => ({
    path: `/api/directory/v1/accounts/${accountName}`,
    answer: { accountName, clusterName, URL: `https://${clusterName}.example` },
  })
  const called = (cluster: string) => ({ path: '/ServiceCall', origin: `https://${cluster}.example`, status: 404 })
  const isAsked = (...steps: readonly Step[]) => askedIn(story(...steps)).includes('A-GEN-03')
  expect(isAsked(named('acme', 'eu'), called('eu'), called('us'))).toBe(false)
  expect(isAsked(named('acme', 'eu'), named('beta', 'us'), called('eu'))).toBe(true)
  expect(isAsked(named('acme', 'eu'), named('beta', 'us'), called('cn'))).toBe(false)
})

test('every statement of a monitor has traffic that trips it', () => {
  const tripped = new Set(cases.flatMap(([, trips]) => trips.map((statement) => statement.replace('!', ''))))
  expect(
    [...monitorStatements('server'), ...monitorStatements('client')].filter((statement) => !tripped.has(statement)),
  ).toEqual([])
})

test('a crash is a finding on every interface of which any call is shown', async () => {
  const { requirements } = await loadCatalogue()
  const judged = new Set(
    requirements.filter(({ id }) => id.endsWith('/no-server-error')).map((requirement) => requirement.interface),
  )
  const unjudged = [...new Set(requirements.map((requirement) => requirement.interface))].filter(
    (one) => !judged.has(one),
  )
  expect(unjudged).toEqual(['bulk'])
})
