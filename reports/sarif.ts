import type { Finding } from '../src/verdict/finding.ts'
import type { Level } from '../src/verdict/level.ts'
import type { ReportedExchange, StreamRecord, Verdict } from '../src/verdict/stream.ts'
import type { StatementNote } from './html/statements.ts'
import type { SourcePlace, PlaceOf } from './place.ts'
import { foldRun, type JudgedCheck, type RunView } from './run-view.ts'
import { plainJson, visible, visibleLine } from './visible.ts'
import { seenHere } from './wording.ts'

const schema = 'https://json.schemastore.org/sarif-2.1.0.json'
const levels: Readonly<Record<Level, 'error' | 'warning' | 'note'>> = {
  must: 'error',
  implied: 'warning',
  variant: 'note',
  unshown: 'note',
  advice: 'note',
}

/** SARIF 2.1.0, for code scanning: statements are its rules, findings its results; what could not be judged are notifications of the run. */
export function renderSarif(
  records: readonly StreamRecord[],
  notes: readonly StatementNote[] = [],
  placeOf: PlaceOf = () => undefined,
): string {
  const view = foldRun(records)
  const { plan, end, exitCode, troubles } = view
  const rules = rulesOf(view, notes)
  const index = new Map(rules.map(({ id }, at) => [id, at]))
  const started = plan?.started
  // Of a run that did not come to its end, code scanning would take what it did not look at for fixed.
  const judged =
    end !== undefined &&
    !end.interrupted &&
    troubles.length === 0 &&
    exitCode !== 3 &&
    view.total.counts['kit-error'] === 0 &&
    view.checks.every(({ verdict }) => !verdict?.leftOut)
  return `${plainJson(
    {
      $schema: schema,
      version: '2.1.0',
      runs: [
        {
          tool: { driver: { name: 'Fieldproof', ...(plan ? { version: visibleLine(plan.kit) } : {}), rules } },
          // Of a target, not of a commit: results of another target must not close these.
          automationDetails: { id: `fieldproof/${slug(plan?.target ?? 'unknown')}/` },
          invocations: [
            {
              executionSuccessful: judged,
              exitCode,
              ...(started ? { startTimeUtc: started } : {}),
              ...(started && end ? { endTimeUtc: new Date(Date.parse(started) + end.ms).toISOString() } : {}),
              toolExecutionNotifications: notifications(view),
            },
          ],
          columnKind: 'utf16CodeUnits',
          results: view.checks.flatMap((check) => resultsOf(check, { view, index, placeOf })),
        },
      ],
    },
    1,
  )}\n`
}

const slug = (text: string): string => text.replace(/[^\w.-]+/g, '-')

/** Every statement that the run looked at or that a finding cites, by number. */
function rulesOf({ checks }: RunView, notes: readonly StatementNote[]) {
  const sentences = new Map(notes.map(({ statement, level, says }) => [statement, { level, says }]))
  for (const { planned } of checks)
    for (const source of planned.sources)
      if (!sentences.has(source)) sentences.set(source, { level: planned.level, says: planned.says })
  for (const { verdict } of checks)
    for (const { statement, level, sentence } of verdict?.findings ?? [])
      if (!sentences.has(statement)) sentences.set(statement, { level, says: sentence })
  const looked = new Set(
    checks.flatMap(({ planned, verdict }) => [
      ...planned.sources,
      ...(verdict?.findings ?? []).map(({ statement }) => statement),
    ]),
  )
  return [...sentences]
    .filter(([id]) => looked.has(id))
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([id, { level, says }]) => ({
      id,
      shortDescription: { text: visibleLine(says) || id },
      fullDescription: { text: visibleLine(says) || id },
      help: { text: `${visibleLine(says)}\nfieldproof list statement ${id} shows its requirements and checks.` },
      defaultConfiguration: { level: levels[level] },
      properties: { level, tags: [level] },
    }))
}

interface Context {
  readonly view: RunView
  readonly index: ReadonlyMap<string, number>
  readonly placeOf: PlaceOf
}

const reported: ReadonlySet<Verdict['is']> = new Set(['fail', 'warn', 'known', 'stale', 'blocked'])

function resultsOf({ planned, verdict }: JudgedCheck, { view, index, placeOf }: Context) {
  if (!verdict || !reported.has(verdict.is)) return []
  const place = placeOf(planned.interface)
  // What a finding blocked stands under it: no alert for each of them.
  const isToldElsewhere = ({ symptom }: Finding): boolean =>
    verdict.is === 'blocked' &&
    view.causes.some(
      ({ check, blocked, symptoms }) =>
        check !== planned.id && blocked.includes(planned.id) && symptoms.includes(symptom),
    )
  const blockedBy = ({ fingerprint }: Finding): readonly string[] =>
    view.causes
      .filter(({ check, finding }) => check === planned.id && finding === fingerprint)
      .flatMap(({ blocked }) => blocked.filter((id) => id !== planned.id))
  const own = verdict.findings
    .filter((finding) => !isToldElsewhere(finding))
    .map((finding) => ({ finding, blocked: blockedBy(finding) }))
  return own.map(({ finding, blocked }) => ({
    ruleId: finding.statement,
    ruleIndex: index.get(finding.statement) ?? -1,
    kind: 'fail',
    level: verdict.is === 'warn' ? 'warning' : 'error',
    message: { text: plainMessage(`${finding.rule} Expected ${finding.expected}; got ${finding.actual}`) },
    locations: [
      {
        ...(place ? { physicalLocation: physical(place) } : {}),
        logicalLocations: [{ fullyQualifiedName: planned.id, kind: 'member' }],
      },
    ],
    partialFingerprints: { 'fieldproofFinding/v1': `${planned.id}:${finding.fingerprint}` },
    ...(verdict.is === 'known'
      ? { suppressions: [{ kind: 'external', justification: visibleLine(verdict.because ?? 'in the baseline') }] }
      : {}),
    ...wireOf(finding, view),
    properties: {
      check: planned.id,
      requirement: finding.requirement,
      level: finding.level,
      verdict: verdict.is,
      rerun: visibleLine(finding.rerun),
      ...(blocked.length > 0 ? { blocked } : {}),
    },
  }))
}

const physical = ({ file, line }: SourcePlace) => ({
  artifactLocation: /^(?:\/|[a-z]:)/i.test(file)
    ? { uri: `file:///${uriOf(file.replace(/^\//, ''))}` }
    : { uri: uriOf(file), uriBaseId: '%SRCROOT%' },
  region: { startLine: line },
})

const uriOf = (path: string): string => path.split('/').map(encodeURIComponent).join('/')

/** A message has placeholders such as {0} and links such as [text](address); whatever looks like one was sent by the target. */
const plainMessage = (text: string): string =>
  visible(text)
    .replace(/[\\[\]]/g, '\\$&')
    .replace(/\{(?=\d+\})/g, '{{')

/** The exchange read last, which shows the difference. */
function wireOf(finding: Finding, { exchanges }: RunView) {
  const exchange = finding.exchanges.map((id) => exchanges.get(id)).findLast((one) => one !== undefined)
  if (!exchange) return {}
  return {
    webRequest: {
      protocol: 'HTTP',
      version: '1.1',
      method: visibleLine(exchange.method),
      target: visibleLine(exchange.url),
      headers: headersOf(exchange.requestHeaders),
      ...(exchange.requestBody === undefined ? {} : { body: { text: visible(exchange.requestBody) } }),
    },
    webResponse:
      exchange.status === undefined
        ? { noResponseReceived: true }
        : {
            protocol: 'HTTP',
            version: '1.1',
            statusCode: exchange.status,
            headers: headersOf(exchange.responseHeaders ?? []),
            body: { text: visible(exchange.responseBody ?? '') },
          },
  }
}

/** A repeated header is one with all its values, as HTTP has it; its name is no key of the prototype. */
const headersOf = (pairs: ReportedExchange['requestHeaders']): Readonly<Record<string, string>> => {
  const values = new Map<string, string>()
  for (const [name, value] of pairs) {
    const key = visibleLine(name)
    const before = values.get(key)
    values.set(key, before === undefined ? visibleLine(value) : `${before}, ${visibleLine(value)}`)
  }
  return Object.fromEntries(values)
}

/** What makes a run incomplete, and what else must be read. */
function notifications({ checks, notices, troubles, elsewhere, red }: RunView) {
  const note = (level: 'error' | 'warning', id: string, text: string) => ({
    level,
    descriptor: { id },
    message: { text: plainMessage(text) },
  })
  return [
    ...troubles.map((text) => note('error', 'report', text)),
    ...notices.map(({ kind, text }) =>
      note(kind === 'unjudged' || kind === 'baseline' ? 'error' : 'warning', kind, text),
    ),
    ...elsewhere
      .filter(({ check }) => red.has(check))
      .map(({ check }) => note('error', 'seen-here', `${check}: ${seenHere}`)),
    ...checks.flatMap(({ planned, verdict }) =>
      verdict && ['blocked', 'kit-error', 'stale'].includes(verdict.is)
        ? [
            note(
              red.has(planned.id) ? 'error' : 'warning',
              verdict.is,
              `${planned.id}: ${(verdict.because ?? verdict.is).split('\n')[0]}`,
            ),
          ]
        : [],
    ),
  ]
}
