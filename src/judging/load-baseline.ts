import { isMap, isScalar, isSeq, type YAMLMap } from 'yaml'
import { isAbout, type BaselineEntry } from '../verdict/baseline.ts'
import { didYouMean } from '../errors/nearest.ts'
import { readUserFile } from '../errors/user-file.ts'
import { parseUserYaml } from '../target/user-yaml.ts'
import { nearestGlobs } from './nearest-glob.ts'

const texts = ['reason', 'owner', 'expires'] as const
const keys = ['check', 'cause', 'finding', 'rate', ...texts] as const
type Key = (typeof keys)[number]

/** Reads the user's baseline: a YAML list of complete entries. What names none of these checks is refused. */
export function loadBaseline(file: string, checks: readonly string[]): BaselineEntry[] {
  return parseBaseline(readUserFile(file, '--baseline takes a YAML list of known findings'), file, checks)
}

export function parseBaseline(text: string, file: string, checks: readonly string[]): BaselineEntry[] {
  const { document, refuse } = parseUserYaml(text, file)
  if (document.contents === null) return []
  if (!isSeq(document.contents)) return refuse(0, 'a baseline is a list of entries')
  return document.contents.items.map((item) => {
    if (!isMap(item)) return refuse(0, 'each entry is a mapping with check or cause, reason, owner and expires')
    const offset = item.range?.[0] ?? 0
    const at = (key: Key) => (item.get(key, true) as { range?: [number] } | undefined)?.range?.[0] ?? offset
    for (const pair of item.items) {
      const key = String(pair.key)
      if (!(keys as readonly string[]).includes(key))
        refuse(offset, `unknown key ${key}`, didYouMean(key, keys) ?? `the keys are ${keys.join(', ')}`)
    }
    for (const key of texts)
      if (textOf(item, key) === '') refuse(offset, `an entry needs the key ${key}, a non-empty string`)
    if (textOf(item, 'check') === '' && textOf(item, 'cause') === '')
      refuse(offset, 'an entry needs the key check or the key cause, a non-empty string')
    const cause = textOf(item, 'cause')
    const [check, finding, expires] = [textOf(item, 'check') || '*', textOf(item, 'finding'), textOf(item, 'expires')]
    if (!isDate(expires))
      refuse(at('expires'), `expires: ${expires} is not a date`, 'write a day of the calendar as YYYY-MM-DD')
    if (item.has('finding') && !/^[0-9a-f]{12}$/.test(finding))
      refuse(
        at('finding'),
        'finding is not a fingerprint',
        'reports print it as 12 hexadecimal digits; without it, every finding of the check is meant',
      )
    const rate = item.has('rate') ? rateOf(textOf(item, 'rate')) : undefined
    if (item.has('rate') && !(rate !== undefined && rate > 0 && rate <= 1))
      refuse(at('rate'), 'rate is how often the check fails', 'write it as 30%')
    if (!checks.some((id) => isAbout({ check } as BaselineEntry, id)))
      refuse(at('check'), `there is no check ${check}`, meant(check, checks))
    return {
      check,
      ...(cause === '' ? {} : { cause }),
      ...(finding === '' ? {} : { finding }),
      ...(rate === undefined ? {} : { rate }),
      reason: textOf(item, 'reason'),
      owner: textOf(item, 'owner'),
      expires,
    }
  })
}

/** As it is written: a fingerprint of digits alone, or with one e among them, would else be a number. */
function textOf(item: YAMLMap, key: Key): string {
  const node = item.get(key, true)
  if (!isScalar(node)) return ''
  return typeof node.value === 'string' ? node.value : typeof node.value === 'number' ? (node.source ?? '') : ''
}

const rateOf = (text: string): number | undefined => {
  const [, digits] = /^(\d{1,3}(?:\.\d+)?)\s*%$/.exec(text) ?? []
  return digits === undefined ? undefined : Number(digits) / 100
}

/** 2026-02-30 is no day, although some programs count on from February. */
function isDate(text: string): boolean {
  const time = /^\d{4}-\d{2}-\d{2}$/.test(text) ? Date.parse(`${text}T00:00:00Z`) : NaN
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(text)
}

function meant(check: string, checks: readonly string[]): string {
  const near = nearestGlobs(check, checks)
  return near.length > 0 ? `did you mean ${near.join(' or ')}?` : '"fieldproof list checks" shows all'
}
