import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { fieldproof, type Ended } from '../support/cli.ts'

const har = (...entries: readonly unknown[]): string =>
  JSON.stringify({ log: { version: '1.2', creator: { name: 'x', version: '1' }, entries } }, null, 2)
const page = (
  record: object,
  url = 'https://cluster.example/api/data/v4/ServiceCall?dtos=ServiceCall.27',
): unknown => ({
  request: { method: 'GET', url, headers: [] },
  response: {
    status: 200,
    headers: [],
    content: { mimeType: 'application/json', text: JSON.stringify({ data: [{ serviceCall: record }] }) },
  },
})
const record = { id: '0123456789ABCDEF0123456789ABCDEF', lastChanged: 1, priority: 'HIGH' }

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'learn-'))
})
afterAll(() => rmSync(folder, { recursive: true }))
beforeEach(() => {
  for (const file of readdirSync(folder)) rmSync(join(folder, file))
  write('traffic.har', har(page(record), page(record), page(record)))
  write('none.har', har(page(record, 'https://elsewhere.example/')))
  write('other.json', '{"a":1}')
})
const write = (name: string, text: string): void => writeFileSync(join(folder, name), text)
const read = (name: string): string => readFileSync(join(folder, name), 'utf8')
const learn = (...args: readonly string[]): Promise<Ended> => fieldproof(['learn', ...args], { cwd: folder })

test('an overlay is written for its owner only, and what the documents do not show is told', async () => {
  const { code, stdout, stderr } = await learn('traffic.har', '--out', 'overlay.json')
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
  expect(stdout).toBe(`overlay.json: 3 exchanges of 1 operation in 3 entries of 1 recording
seen in traffic but not in the documents (observed, not normative):
  ServiceCall.27
    field priority  string: HIGH  3 of 3, entries 1 to 3
`)
  expect(statSync(join(folder, 'overlay.json')).mode & 0o777).toBe(0o600)
  expect(readdirSync(folder).filter((name) => name.includes('.part'))).toEqual([])
  const first = read('overlay.json')
  expect((await learn('traffic.har', '--out', 'overlay.json', '--json')).stdout).toContain('"name": "priority"')
  expect(read('overlay.json')).toBe(first)
})

test('drift is 1, no drift 0', async () => {
  await learn('traffic.har', '--out', 'overlay.json')
  expect(await learn('traffic.har', '--against', 'overlay.json')).toEqual({ code: 0, stdout: 'no drift\n', stderr: '' })
  write('later.har', har(page(record), page({ ...record, priority: 'LOW', mood: 1 })))
  const drifted = await learn('later.har', '--against', 'overlay.json')
  expect(drifted).toEqual({
    code: 1,
    stderr: '',
    stdout: `new field  ServiceCall.27  mood  integer  (once, entry 2)
new value  ServiceCall.27  priority  LOW, was one of HIGH  (once, entry 2)
2 differences from the overlay
`,
  })
  const json = JSON.parse((await learn('later.har', '--against', 'overlay.json', '--json')).stdout) as {
    drift: unknown[]
    notCompared: unknown[]
  }
  expect(json).toEqual({
    drift: [
      expect.objectContaining({
        kind: 'new field',
        in: 'ServiceCall.27',
        field: 'mood',
        seen: { count: 1, first: 2, last: 2 },
      }),
      expect.objectContaining({ kind: 'new value' }),
    ],
    notCompared: [],
  })
})

test('learning onto an overlay adds up', async () => {
  await learn('traffic.har', '--out', 'overlay.json', '--min-count', '2')
  expect((await learn('traffic.har', '--onto', 'overlay.json')).code).toBe(0)
  const overlay = JSON.parse(read('overlay.json')) as {
    $defs: Record<string, { required: string[]; 'x-observed': object }>
    'x-observed': object
  }
  expect(overlay.$defs['ServiceCall.27']).toMatchObject({
    required: ['id', 'lastChanged', 'priority'],
    'x-observed': { count: 6, first: 'traffic.har:1', last: 'traffic.har#2:3' },
  })
  expect(overlay['x-observed']).toMatchObject({ minCount: 2 })
})

test('a target file says where the interfaces are', async () => {
  write('elsewhere.har', har(page(record, 'https://cluster.example/odd/ServiceCall?dtos=ServiceCall.27')))
  write(
    't.yaml',
    'name: x\naddresses: { auth: https://a.example, directory: https://a.example }\naccount: a\ncompany: c\nbasePaths: { data: /odd }\nidentities: { admin: { grant: password, client: { id: i, secret: "${SECRET:-s}", version: "1" }, username: a/b, password: p } }\n',
  )
  expect((await learn('elsewhere.har', '--out', 'overlay.json')).code).toBe(3)
  expect(await learn('elsewhere.har', '--out', 'overlay.json', '--target', 't.yaml')).toMatchObject({
    code: 0,
    stderr: '',
  })
})

test('nothing to learn from is 3, and nothing is written', async () => {
  const { code, stdout, stderr } = await learn('none.har', '--out', 'overlay.json')
  expect({ code, stdout }).toEqual({ code: 3, stdout: '' })
  expect(stderr).toMatch(/^fieldproof: nothing to learn from: no exchange in none\.har is of a known interface; .*\n$/)
  expect(existsSync(join(folder, 'overlay.json'))).toBe(false)
  await learn('traffic.har', '--out', 'overlay.json')
  expect((await learn('none.har', '--against', 'overlay.json')).code).toBe(3)
})

test.each<[string, readonly string[], RegExp]>([
  ['no file', ['absent.har', '--out', 'x.json'], /absent\.har: cannot be read: no such file/],
  ['a folder', ['.', '--out', 'x.json'], /\.: cannot be read: it is not a file/],
  ['no HAR', ['other.json', '--out', 'x.json'], /other\.json: it has no log\.entries, so it is not a HAR file/],
  [
    'a HAR with something else in it',
    ['broken.har', '--out', 'x.json'],
    /^fieldproof: broken\.har: entry 1 is not JSON \(.*\); record or export it again$/,
  ],
  [
    'a HAR where an overlay should be',
    ['traffic.har', '--against', 'none.har'],
    /none\.har: it is a HAR file, not an overlay; .*--out FILE/,
  ],
  [
    'other JSON where an overlay should be',
    ['traffic.har', '--onto', 'other.json'],
    /other\.json: it is other JSON, not an overlay/,
  ],
  ['no overlay', ['traffic.har', '--against', 'absent.json'], /absent\.json: cannot be read: no such file/],
  [
    'an overlay that is not whole',
    ['traffic.har', '--against', 'cut.json'],
    /cut\.json: it is no longer a whole overlay; learn it again/,
  ],
  [
    'to write over a recording',
    ['traffic.har', '--out', './traffic.har'],
    /--out \.\/traffic\.har: it is one of the recordings/,
  ],
  [
    'to write over what is no overlay',
    ['traffic.har', '--out', 'other.json'],
    /other\.json: it is other JSON, not an overlay/,
  ],
  [
    'nowhere to write to',
    ['traffic.har', '--out', 'absent/x.json'],
    /--out absent\/x\.json: cannot be written: no such file or folder/,
  ],
  ['neither out nor against', ['traffic.har'], /nothing to do; name an overlay/],
  ['both', ['traffic.har', '--out', 'x.json', '--against', 'y.json'], /goes with neither --out nor --onto/],
  ['no number', ['traffic.har', '--out', 'x.json', '--min-count', '0'], /It takes a whole number, 1 or more/],
])('%s: exit 2, told in one line, nothing written', async (_what, args, said) => {
  write('broken.har', '{"log":{"entries":[{secret}]}}')
  write('cut.json', '{"$id":"urn:fieldproof:overlay:1"}')
  const before = readdirSync(folder).map((name) => [name, read(name)])
  const { code, stdout, stderr } = await learn(...args)
  expect({ code, stdout }).toEqual({ code: 2, stdout: '' })
  expect(stderr.split('\n')[0]).toMatch(said)
  expect(readdirSync(folder).map((name) => [name, read(name)])).toEqual(before)
})
