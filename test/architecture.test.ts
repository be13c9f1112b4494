import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { cruise, type ICruiseResult } from 'dependency-cruiser'
import { describe, expect, test } from 'vitest'
import { arrows, rules, typesOnly } from './architecture/arrows.ts'
import { allFiles, folders, linesOf, read, root } from './architecture/tree.ts'

/** Every import of the product, types included; rooms that do not exist yet are left out. */
async function cruised(baseDir: string): Promise<ICruiseResult> {
  const rooms = ['src', 'suites', 'reports', 'recorder'].filter((room) => folders(baseDir, '.').includes(room))
  const { output } = await cruise(rooms, {
    baseDir,
    ruleSet: { forbidden: rules },
    validate: true,
    tsPreCompilationDeps: true,
    doNotFollow: { path: 'node_modules' },
    enhancedResolveOptions: {
      extensions: ['.ts', '.js', '.json'],
      exportsFields: ['exports'],
      conditionNames: ['import', 'require', 'node', 'default', 'types'],
    },
  })
  return output as ICruiseResult
}

const broken = ({ summary }: ICruiseResult) =>
  summary.violations.map(({ rule, from, to }) => `${rule.name}: ${from} -> ${to}`)

describe('imports point one way', () => {
  test('in this house', async () => {
    const result = await cruised(root)
    expect(result.modules.filter(({ source }) => source.endsWith('.ts')).length, 'modules seen').toBeGreaterThanOrEqual(
      30,
    )
    expect(result.summary.totalDependenciesCruised ?? 0, 'imports seen').toBeGreaterThanOrEqual(30)
    expect(broken(result)).toEqual([])
  })

  test('and each arrow is seen when it is broken', async () => {
    const house = mkdtempSync(join(tmpdir(), 'arrows-'))
    const write = (file: string, text: string) => {
      mkdirSync(join(house, file, '..'), { recursive: true })
      writeFileSync(join(house, file), text)
    }
    try {
      for (const [room, { imports }] of Object.entries(arrows)) {
        const foreign = Object.keys(arrows).filter((other) => other !== room && !imports.includes(other))
        const up = '../'.repeat(room.split('/').length)
        write(`${room}/room.ts`, `export const room = 1\nexport type Room = 1\n`)
        write(
          `${room}/wrong.ts`,
          foreign
            .map((other, n) => `import type { Room as R${n} } from '${up}${other}/room.ts'\nexport type T${n} = R${n}`)
            .join('\n'),
        )
        const soft = imports.filter((other) => typesOnly(room).includes(other))
        write(
          `${room}/value.ts`,
          soft
            .map((other, n) => `import { room as r${n} } from '${up}${other}/room.ts'\nexport const v${n} = r${n}`)
            .join('\n'),
        )
      }
      const seen = broken(await cruised(house))
      const expected = Object.entries(arrows).flatMap(([room, { imports }]) => [
        ...Object.keys(arrows)
          .filter((other) => other !== room && !imports.includes(other))
          .map((other) => `${room} imports only what it may: ${room}/wrong.ts -> ${other}/room.ts`),
        ...imports
          .filter((other) => typesOnly(room).includes(other))
          .map((other) => `${room} imports types only: ${room}/value.ts -> ${other}/room.ts`),
      ])
      expect(seen.filter((line) => line.includes(' imports ')).sort()).toEqual(expected.sort())
    } finally {
      rmSync(house, { recursive: true })
    }
  })

  test('and every room has its row', () => {
    const rooms = [
      ...folders(root, 'src').map((name) => `src/${name}`),
      ...['suites', 'reports', 'recorder'].filter((room) => folders(root, '.').includes(room)),
    ]
    expect(rooms.filter((room) => !(room in arrows))).toEqual([])
  })
})

describe('a room opens with a README of at most 15 lines', () => {
  const rooms = [
    'src',
    'suites',
    'schemas',
    'reports',
    'recorder',
    'test',
    ...['src', 'suites'].flatMap((house) => folders(root, house).map((name) => `${house}/${name}`)),
  ]
  test.each(rooms.filter((room) => allFiles.some((file) => file.startsWith(`${room}/`))))('%s', (room) => {
    expect(allFiles).toContain(`${room}/README.md`)
    expect(linesOf(`${room}/README.md`)).toBeLessThanOrEqual(15)
  })
})

/** Cohesion decides, not the number of lines; a file of more than 250 says why it is one. */
const long: Readonly<Record<string, string>> = {
  'src/platform/faults/readings-attachment.ts': 'data: one entry per fault',
  'src/platform/faults/readings-deleted.ts': 'data: one entry per fault',
  'src/platform/faults/readings-expand.ts': 'data: one entry per fault',
  'src/platform/faults/readings-page.ts': 'data: one entry per fault',
  'src/platform/faults/readings-scim-groups.ts': 'data: one entry per fault',
  'src/platform/faults/readings-scim-users.ts': 'data: one entry per fault',
  'src/platform/faults/readings-user-calls.ts': 'data: one entry per fault',
  'src/platform/faults/readings-user-records.ts': 'data: one entry per fault',
  'src/platform/deviations.ts': 'the list of all lists',
  'suites/crowd/assignments.check.ts': 'skills and assignments, read by the same readers',
  'suites/service/refused.check.ts': 'refused trees, and the one way to see that nothing of them was left',
  'src/platform/variants/readings-records.ts': 'data: one entry per variant',
  'src/platform/variants/readings-people.ts': 'data: one entry per variant',
  'src/platform/variants/unheard-people.ts': 'data: one entry per variant',
  'src/platform/faults/third-users.ts': 'data: one entry per fault',
  'src/platform/faults/third-writes.ts': 'data: one entry per fault',
  'suites/data/expansion/quiet.check.ts': 'one check after the other, on the same families',
  'src/target/transport.ts': 'one way out: guard, allowance, ledger, waits and bounds in their order',
  'suites/data/list/quiet.check.ts': 'one check after the other, on the same records',
  'suites/data/list/page.check.ts': 'one check after the other, on the same records',
  'src/verdict/statements/part-a.ts': 'data: one line per statement',
  'src/cql/probes.ts': 'generated',
  'src/judging/check-table.ts': 'generated',
  'src/judging/traffic-table.ts': 'generated',
  'scripts/attack/bad-input.mjs': 'one generator after the other, on the same files',
  'src/platform/faults/cql.ts': 'data: one entry per fault',
  'src/platform/faults/operation.ts': 'data: one entry per fault',
  'src/platform/faults/readings-cql.ts': 'data: one entry per fault',
  'src/platform/faults/readings-cql-more.ts': 'data: one entry per fault',
  'src/platform/faults/record.ts': 'data: one entry per fault',
  'src/platform/variants/access.ts': 'data: one entry per variant',
  'src/target/need-table.ts': 'data: one entry per need',
  'src/runner/run.ts': 'one story, told in order: plan, host, verdicts, footer',
  'scripts/attack/rows.mjs': 'data: one entry per attack',
  'scripts/attack/wrong.mjs': 'data: one entry per wrong value',
  'suites/crowd/requirements.ts': 'data: one entry per requirement',
  'suites/data/record/requirements.ts': 'data: one entry per requirement',
  'suites/user/requirements.ts': 'data: one entry per requirement',
}

describe('a source file of more than 250 lines says why', () => {
  const sources = allFiles.filter((file) =>
    /^(src|suites|reports|recorder|bin|scripts|bench)\/.*\.(ts|js|mjs)$/.test(file),
  )
  test('and none does without', () => {
    expect(sources.length).toBeGreaterThan(30)
    expect(sources.filter((file) => linesOf(file) > 250 && !(file in long))).toEqual([])
  })
  test('and no exception outlives its reason', () => {
    expect(Object.keys(long).filter((file) => !sources.includes(file) || linesOf(file) <= 250)).toEqual([])
  })
})

describe('nothing here names the place where it was made', () => {
  // Put together from parts, so that this file does not name what it looks for.
  const machine = new RegExp(
    `(?<![\\w.)}\\]-])/(?:${['work', 'root', 'home', 'Users'].join('|')})/[\\w.-]|\\.\\./${'shared'}\\b|[A-Z]:\\\\\\\\Users`,
  )
  const registry = new RegExp(
    ['registry', 'npm', 'artifactory', 'nexus', 'verdaccio']
      .map((name) => `//[\\w.-]*\\b${name}(?:js)?\\b[\\w-]*\\.[\\w.-]+`)
      .join('|'),
  )

  test('no path of a machine, no registry host', () => {
    expect(allFiles.length).toBeGreaterThan(50)
    const naming = allFiles.flatMap((file) =>
      read(file)
        .split('\n')
        .flatMap((line, n) =>
          machine.test(line) || registry.test(line) ? [`${file}:${n + 1}: ${line.slice(0, 160)}`] : [],
        ),
    )
    expect(naming).toEqual([])
  })

  test('and both are recognised where they stand', () => {
    for (const line of [
      `see ${'/'}work/main`,
      `"${'/'}root/.npmrc"`,
      `from '${'../'}shared/design.md'`,
      `=${'/'}home/me/x`,
    ])
      expect(line).toMatch(machine)
    for (const line of [
      `https:${'//'}registry.npmjs.org/yaml`,
      `http:${'//'}npm.example.com/`,
      `http:${'//'}nexus.local:8081/x`,
    ])
      expect(line).toMatch(registry)
    for (const line of [
      '${base}/work/items',
      'https://example.com/home/x',
      'a/root/b',
      'git+https://github.com/npm/cli',
    ])
      expect(line).not.toMatch(machine)
    expect('git+https://github.com/npm/cli').not.toMatch(registry)
  })
})
