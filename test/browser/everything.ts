import type { StateMatrix } from '../../src/verdict/state-matrix.ts'
import type { StreamRecord } from '../../src/verdict/stream.ts'
import { ended, exchange, finding, plan, planned, verdict } from '../reports/fixtures/build.ts'

/** What a target might answer that means harm. */
const evil =
  '<img src="http://127.0.0.1:9/x" onerror="alert(1)"><script>alert(2)</script><a href="javascript:alert(3)">'
export const checks = ['data/one/a', 'data/one/b', 'data/two/a', 'query/three/a'] as const
export const knownToo = ['data/four/a', 'data/four/b', 'data/four/c'] as const
const matrix: StateMatrix = {
  interface: 'dispatch',
  states: ['planned', evil],
  actions: ['confirm'],
  roles: ['owner'],
  cells: [
    {
      state: 'planned',
      action: 'confirm',
      role: 'owner',
      is: 'moves',
      statement: 'B-DSP-06',
      seen: [{ status: 201, before: null, after: evil, check: checks[0], times: 2 }],
    },
    { state: evil, action: 'confirm', role: 'owner', is: 'refused', statement: 'B-DSP-13', seen: [], because: evil },
  ],
}

/** A page with each of its parts, and the words of a target that means harm in all of them. */
export const everything: readonly StreamRecord[] = ended(
  [
    plan([...[...checks, ...knownToo].map((id) => planned(id)), planned('token/issued/a', 'implied')], {
      target: evil,
    }),
    exchange({
      id: 'x-1',
      url: `http://127.0.0.1:9/${evil}`,
      requestHeaders: [[evil, evil]],
      responseBody: evil,
      curl: evil,
    }),
    verdict(checks[0], 'fail', {
      because: evil,
      findings: [
        finding({
          requirement: 'data/one',
          actual: evil,
          exchanges: ['x-1'],
          trace: [evil],
          differs: [{ at: evil, expected: evil, actual: evil }],
        }),
      ],
    }),
    verdict(checks[1], 'pass', { saw: [evil] }),
    verdict(checks[2], 'known', { because: evil }),
    ...knownToo.map((id) =>
      verdict(id, 'known', {
        because: 'lock rewrite under way (team-data, until 2026-03-31)',
        findings: [finding({ requirement: 'data/four', symptom: evil })],
      }),
    ),
    verdict(checks[3], 'blocked', { because: evil }),
    verdict('token/issued/a', 'warn', { findings: [finding({ requirement: 'token/issued', symptom: 'other' })] }),
    { observation: { statement: 'A-DAT-20', check: checks[1], saw: evil } },
    { notice: { kind: 'cleanup', text: evil } },
    { matrix },
    {
      drift: {
        runs: 3,
        last: '2026-01-01T03:04:05.678Z',
        news: [checks[0]],
        fixed: [checks[1]],
        still: [{ check: checks[2], since: '2026-01-01T03:04:05.678Z' }],
        flaky: [],
        observed: [],
        changed: [{ check: checks[1], before: evil, now: evil }],
      },
    },
  ],
  1,
)
