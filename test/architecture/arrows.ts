import type { IForbiddenRuleType } from 'dependency-cruiser'

export interface Arrow {
  /** Rooms that it may import, besides itself. */
  readonly imports: readonly string[]
  /** Those of them that it may import types of, and nothing else. */
  readonly typesOf?: readonly string[]
  /** Packages that it may use; any unless said. */
  readonly packages?: readonly string[]
}

const leaf: Arrow = { imports: ['src/errors', 'src/exchange'], packages: [] }
const below = ['src/errors', 'src/exchange', 'src/verdict', 'src/redact', 'src/contract', 'src/target', 'src/clients']
const kit = [...below, 'src/kit', 'src/batch', 'src/cql', 'src/dispatch']
const judging = [...kit, 'src/session', 'src/monitors', 'src/har', 'src/judging']

/**
 * Leaves <- contract, monitors <- target <- clients <- kit <- session, suites <- judging <- runner, verify, replay, learn <- cli;
 * the platform, reports and the recorder stand apart.
 */
export const arrows: Readonly<Record<string, Arrow>> = {
  'src/errors': { imports: [], packages: [] },
  'src/exchange': { imports: ['src/errors'], packages: [] },
  'src/verdict': { imports: ['src/redact'], packages: [] },
  'src/redact': { imports: ['src/exchange', 'src/verdict'], typesOf: ['src/verdict'], packages: [] },
  'src/har': { imports: ['src/errors', 'src/exchange', 'src/redact'], packages: [] },
  'src/cql': { ...leaf, packages: ['fast-check'] },
  'src/batch': { ...leaf, packages: ['fast-check'] },
  'src/dispatch': leaf,
  'src/contract': { imports: ['src/errors', 'src/exchange', 'src/verdict'] },
  'src/monitors': {
    imports: ['src/exchange', 'src/verdict', 'src/redact', 'src/contract', 'src/batch', 'src/cql', 'src/dispatch'],
    packages: [],
  },
  'src/target': { imports: ['src/errors', 'src/exchange', 'src/verdict', 'src/redact', 'src/contract'] },
  'src/clients': { imports: ['src/exchange', 'src/target', 'src/batch'], packages: [] },
  'src/kit': { imports: below, packages: ['fast-check'] },
  'src/session': { imports: [...below, 'src/kit', 'src/batch'], packages: [] },
  suites: { imports: kit, typesOf: ['src/clients', 'src/verdict'], packages: ['fast-check', 'fflate', 'ajv'] },
  'src/judging': { imports: [...kit, 'src/session', 'src/monitors', 'suites'], packages: ['yaml'] },
  'src/runner': { imports: [...judging, 'src/platform', 'suites'] },
  'src/fuzz': { imports: [...kit, 'src/session', 'suites'], packages: ['fast-check'] },
  'src/verify': { imports: judging, packages: [] },
  'src/replay': { imports: judging, packages: [] },
  'src/learn': { imports: judging, packages: ['ajv', 'ajv-formats'] },
  'src/openapi': { imports: ['src/exchange', 'src/verdict', 'src/contract'], packages: [] },
  'src/cli': {
    imports: [
      ...judging,
      'src/openapi',
      'src/verify',
      'src/replay',
      'src/learn',
      'src/platform',
      'src/runner',
      'src/fuzz',
      'reports',
      'recorder',
    ],
  },
  'src/api': {
    imports: [...judging, 'src/runner', 'src/platform', 'reports', 'recorder'],
    packages: ['vitest', 'yaml'],
  },
  'src/platform': {
    imports: [],
    packages: ['find-my-way', 'peggy', '@fastify/busboy', 'http-parser-js', 'yauzl', 'yazl', 'fast-xml-parser'],
  },
  // Of src/verdict types, and one question: which checks are red, so that no report can differ from the exit code.
  reports: { imports: ['src/verdict', 'src/errors'], packages: ['junit-report-builder'] },
  recorder: { imports: ['src/errors', 'src/exchange', 'src/redact', 'src/har', 'src/batch'] },
}

export const typesOnly = (room: string): readonly string[] => arrows[room]?.typesOf ?? []

const under = (rooms: readonly string[]) => `^(?:${rooms.join('|')})/`
const severity = 'error'

function rulesOf(room: string, { imports, typesOf, packages }: Arrow): IForbiddenRuleType[] {
  const from = { path: under([room]) }
  const ours = under(['src', 'suites', 'reports', 'recorder', 'schemas', 'test', 'bench', 'scripts', 'dist'])
  const made: IForbiddenRuleType[] = [
    {
      name: `${room} imports only what it may`,
      severity,
      from,
      to: { path: ours, pathNot: under([room, ...imports]) },
    },
  ]
  if (typesOf)
    made.push({
      name: `${room} imports types only`,
      severity,
      from,
      to: { path: under(typesOf), dependencyTypesNot: ['type-only'] },
    })
  if (packages)
    made.push({
      name: `${room} uses no other package`,
      severity,
      from,
      to: {
        path: 'node_modules/',
        ...(packages.length > 0 ? { pathNot: `node_modules/(?:${packages.join('|')})/` } : {}),
      },
    })
  return made
}

/** Modules that open sockets beside the one transport (law 9), each with its reason. */
const sockets = [
  'src/target/',
  'src/platform/http/',
  'recorder/',
  'src/runner/reachable\\.ts', // asks whether anybody listens, before there is a run
  'src/runner/prove/impostors\\.ts', // servers that conform to nothing
]

export const rules: IForbiddenRuleType[] = [
  ...Object.entries(arrows).flatMap(([room, arrow]) => rulesOf(room, arrow)),
  {
    name: 'one transport opens sockets',
    severity,
    from: { pathNot: `^(?:${sockets.join('|')})` },
    to: { path: '^(?:node:)?(?:https?|http2|net|tls|dgram)$|node_modules/(?:undici|supertest|superagent)/' },
  },
  {
    name: 'a check reads no file, no environment, no clock of its own',
    severity,
    from: { path: '^suites/' },
    to: { dependencyTypes: ['core'], pathNot: '^(?:node:)?(?:crypto|util|buffer|zlib)$' },
  },
  { name: 'every import leads somewhere', severity, from: {}, to: { couldNotResolve: true } },
  { name: 'no circle', severity, from: {}, to: { circular: true, viaOnly: { dependencyTypesNot: ['type-only'] } } },
]
