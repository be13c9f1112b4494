// Makes wrong files of sound ones: the same seed makes the same.

/** Mulberry32. */
export const randomOf = (seed) => () => {
  seed = (seed + 0x6d2b79f5) | 0
  let t = Math.imul(seed ^ (seed >>> 15), 1 | seed)
  t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
  return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32
}

const below = (random, count) => Math.floor(random() * count)
const oneOf = (random, list) => list[below(random, list.length)]

/** What a person, an editor or a broken disk puts where something else should be. */
const tokens = [
  '',
  ' ',
  '\t',
  '\n',
  '\r',
  '\0',
  '\u001b[31m',
  '\u009b2J',
  '\u202e',
  '\ufeff',
  '\ud800',
  '[',
  ']',
  '{',
  '}',
  '"',
  "'",
  ':',
  ': ',
  '- ',
  '#',
  '*a',
  '&a ',
  '&a [*a]',
  '!!js/function x',
  '!!binary "="',
  '|',
  '>',
  '%',
  '@',
  '`',
  '\\',
  '${',
  '${NO_SUCH_VARIABLE}',
  '${NO_SUCH_VARIABLE:-x}',
  '$$',
  '~',
  '---\n',
  '...\n',
  'null',
  'true',
  '0',
  '-1',
  '1e23',
  '1e999',
  'NaN',
  '.inf',
  '0x7f',
  '2020-13-45',
  '2026-02-30',
  '9'.repeat(30),
  'x'.repeat(3000),
  '['.repeat(5000),
  'http://',
  'http://[',
  'https://user:secret@host.example/',
  'ftp://host.example',
  '//host',
  'javascript:alert(1)',
  '../../etc/passwd',
  '/',
  '/dev/null',
  '__proto__',
  'constructor',
  'toString',
  'clok',
  'batsh',
  '\u00e4\u00f6\u00fc',
  '\ud83d\udca9',
  '<script>',
  'a b',
  'undefined',
  '[object Object]',
  'a\nb',
  'data/*',
  'nope/*',
  '**',
  '^$',
  '(',
  '.*',
]
const values = [
  null,
  true,
  false,
  0,
  -1,
  1.5,
  1e308,
  9007199254740993,
  '',
  ' ',
  'x',
  'http://',
  'nope',
  '\u001b[2J',
  '\u202e',
  '\0',
  'x'.repeat(2000),
  [],
  {},
  [null],
  [[]],
  { '': null },
  ['x', 1, null],
  { __proto: 1 },
  { toString: 1 },
  '2020-13-45',
  '__proto__',
  { a: { b: { c: [{}] } } },
]
const wholes = [
  '',
  ' ',
  '\n',
  'null',
  '[]',
  '{}',
  '42',
  '"text"',
  'true',
  '\0\0\0\0',
  '\ufeff',
  '\u001f\u008b\b',
  '<?xml version="1.0"?><a/>',
  '---',
  '[[[[',
  '{"log":{"entries":[',
  '{"log":{}}',
  '{"log":null}',
  '{"a":'.repeat(3000),
  '['.repeat(100_000),
  '&a [*a]',
  'a: &a\n  b: *a\n',
  '- '.repeat(2000),
  'a: '.repeat(500),
  '\u2028\u2029',
]

/** A change of a text: one of what slips of hand and disks do. */
function changed(text, random) {
  const lines = text.split('\n')
  const at = below(random, text.length + 1)
  const line = below(random, lines.length)
  const withLine = (one) => lines.toSpliced(line, 1, ...one).join('\n')
  switch (below(random, 12)) {
    case 0:
      return text.slice(0, at)
    case 1:
      return withLine([])
    case 2:
      return withLine([lines[line], lines[line]])
    case 3:
      return withLine([`${oneOf(random, [' ', '  ', '\t', '   '])}${lines[line]}`])
    case 4:
      return withLine([lines[line].trimStart()])
    case 5:
      return withLine([lines[line].replace(/:.*$/, `: ${oneOf(random, tokens)}`)])
    case 6:
      return withLine([lines[line].replace(/[A-Za-z]+/, (word) => word.slice(1) || 'x')])
    case 7:
      return text.slice(0, at) + String.fromCharCode(below(random, 0x250)) + text.slice(at + 1)
    case 8:
      return text.slice(at) + text.slice(0, at)
    case 9:
      return withLine([lines[below(random, lines.length)]])
    default:
      return text.slice(0, at) + oneOf(random, tokens) + text.slice(at + below(random, 4))
  }
}

/** A change of a value somewhere within a JSON value. */
function changedWithin(value, random) {
  const places = []
  const walk = (held) => {
    if (typeof held !== 'object' || held === null) return
    for (const key of Object.keys(held)) {
      places.push([held, key])
      walk(held[key])
    }
  }
  const copy = structuredClone(value)
  walk(copy)
  if (places.length === 0) return oneOf(random, values)
  const [held, key] = oneOf(random, places)
  switch (below(random, 5)) {
    case 0:
      if (Array.isArray(held)) held.splice(Number(key), 1)
      else delete held[key]
      break
    case 1:
      held[`${key}${oneOf(random, ['x', 's', ' ', '\u202e'])}`] = held[key]
      break
    case 2:
      held[key] = [held[key]]
      break
    default:
      held[key] = structuredClone(oneOf(random, values))
  }
  return copy
}

const times = (random, work, start) => {
  let made = start
  for (let left = 1 + below(random, 3); left > 0; left -= 1) made = work(made)
  return made
}

/** A text as it should not be. */
export function wrongText(text, random) {
  return random() < 0.03 ? oneOf(random, wholes) : times(random, (now) => changed(now, random), text)
}

/** JSON as it should not be: other values within it, or another text. */
export function wrongJson(value, random) {
  if (random() < 0.35) return wrongText(JSON.stringify(value), random)
  return JSON.stringify(times(random, (now) => changedWithin(now, random), value)) ?? 'undefined'
}

/** The same for a file with a JSON value on each line. */
export function wrongLines(rows, random) {
  const texts = rows.map((row) => JSON.stringify(row))
  if (random() < 0.35) return wrongText(`${texts.join('\n')}\n`, random)
  const at = below(random, texts.length)
  return `${texts.with(at, wrongJson(rows[at], random)).join('\n')}\n`
}

/** A list of arguments with one that is wrong: by the kinds of value that the options of a command take. */
export function wrongArguments({ name, good, options }, random) {
  const [option, wrongs] = oneOf(random, options)
  const args = [...name, ...good]
  const bad = wrongs.length > 0 ? oneOf(random, wrongs) : undefined
  switch (below(random, 8)) {
    case 0:
      return [...args, `--${oneOf(random, ['nope', 'targt', 'ouut', 'x', '-', 'help-me', 'TARGET'])}`]
    case 1:
      return [
        ...args,
        oneOf(random, [
          `-${oneOf(random, ['z', 'q', '7'])}`,
          `--${oneOf(random, ['nope=1', '=x', 'no-such=', '\u202e'])}`,
        ]),
      ]
    default:
      return bad === undefined ? [...args, option] : [...args, option, bad]
  }
}
