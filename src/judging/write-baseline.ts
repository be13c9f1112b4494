import { existsSync, readFileSync } from 'node:fs'
import { isMap, isSeq, parseDocument, type Document, type YAMLSeq } from 'yaml'
import { writePrivate } from '../errors/private-file.ts'
import { isAbout, isExpired, isMoreThan, isOfOneCheck, excuses, type BaselineEntry } from '../verdict/baseline.ts'
import type { Finding } from '../verdict/finding.ts'
import type { Verdict } from '../verdict/stream.ts'
import { parseBaseline } from './load-baseline.ts'
import { isUsed } from './unused-entries.ts'

export interface BaselineChange {
  readonly added: number
  readonly kept: number
  readonly removed: number
}

export interface BaselineRun {
  readonly verdicts: readonly Verdict[]
  /** The ids of all checks. */
  readonly checks: readonly string[]
  readonly now: number
  /** Warnings are red, too. */
  readonly warns?: boolean
}

const lastsDays = 90
const day = 86_400_000

const head = ` Known findings. For each entry say why it may stay (reason) and who will see to it (owner), and set a date
 by which it is mended (expires). "fieldproof run --write-baseline" removes what no longer fails and adds what newly does.`

/**
 * Writes what is red, or fails only sometimes, into the file. Entries that it has already stay as they are, comments included (but for a date that is over), if they still
 * excuse something or are about checks that this run did not judge; the others go.
 */
export function writeBaseline(file: string, run: BaselineRun): BaselineChange {
  const before = existsSync(file) ? readFileSync(file, 'utf8') : ''
  const entries = parseBaseline(before, file, run.checks)
  const document = listIn(before)
  const items = document.contents.items
  const stays = entries.map((entry) => isStillNeeded(entry, run))
  for (const [at, entry] of entries.entries())
    if (stays[at] && isExpired(entry, run.now) && isUsed(entry, run.verdicts)) renew(items[at], run)
  // What stands above the first entry may be about all of them.
  const [first] = items
  if (!stays[0] && isMap(first) && first.commentBefore && !document.commentBefore)
    document.commentBefore = first.commentBefore
  document.contents.items = items.filter((_, at) => stays[at])
  const kept = entries.filter((_, at) => stays[at])
  const gone = entries.filter((_, at) => !stays[at])
  const added = run.verdicts
    .filter((verdict) => isOrMayBeRed(verdict, run))
    .flatMap((verdict) => entriesFor(verdict, kept, gone, run))
  for (const entry of added) document.contents.items.push(document.createNode(entry))
  writePrivate(file, document.toString({ lineWidth: 0 }))
  return { added: added.length, kept: kept.length, removed: items.length - kept.length }
}

/** The list as it is written, comments included; an empty one if there is none. */
function listIn(text: string): Document & { contents: YAMLSeq } {
  const document: Document = parseDocument(text)
  if (!isSeq(document.contents)) {
    document.contents = document.createNode([])
    document.commentBefore = head
  }
  return document as Document & { contents: YAMLSeq }
}

/** What failed only in some tries is yellow, and may be red by the next night. */
const isOrMayBeRed = ({ is, findings, tries }: Verdict, { warns = false }: BaselineRun): boolean =>
  findings.length > 0 &&
  (is === 'fail' ||
    is === 'stale' ||
    is === 'blocked' ||
    (is === 'warn' && (warns || (tries !== undefined && tries.failed < tries.of))))

function isStillNeeded(entry: BaselineEntry, { verdicts, now }: BaselineRun): boolean {
  const about = verdicts.filter(({ check }) => isAbout(entry, check))
  const isJudged = about.some(({ is }) => is !== 'not-exercised' && is !== 'not-applicable')
  if (!isJudged) return true
  if (isExpired(entry, now) && !isUsed(entry, about)) return !wasLookedAt(entry, { verdicts })
  if (about.some(({ listed }) => listed)) return true
  if (isOfOneCheck(entry) && about.some((verdict) => failsTooOften(entry, verdict))) return false
  // What fails only sometimes may have held for once, and what is blocked was not looked at.
  return entry.rate !== undefined || isUsed(entry, about) || about.some(({ is }) => is === 'blocked' || is === 'known')
}

const wasLookedAt = (entry: BaselineEntry, { verdicts }: Pick<BaselineRun, 'verdicts'>): boolean =>
  verdicts
    .filter(({ check }) => isAbout(entry, check))
    .some(({ is }) => !['blocked', 'kit-error', 'not-exercised', 'not-applicable'].includes(is))

/** All but its date stays as the user wrote it. */
function renew(item: unknown, run: BaselineRun): void {
  if (isMap(item)) item.set('expires', untilOf(run))
}

const untilOf = ({ now }: Pick<BaselineRun, 'now'>): string =>
  new Date(now + lastsDays * day).toISOString().slice(0, 10)

/** More often than the entry says: it is renewed by what is seen now. */
const failsTooOften = (entry: BaselineEntry, { tries, findings }: Verdict): boolean =>
  entry.rate !== undefined &&
  tries !== undefined &&
  isMoreThan(entry.rate, tries) &&
  findings.some((finding) => excuses(entry, finding))

function entriesFor(
  { check, findings, tries }: Verdict,
  kept: readonly BaselineEntry[],
  gone: readonly BaselineEntry[],
  run: BaselineRun,
): object[] {
  const rate = tries && (tries.failed < tries.of || tries.of === 1) ? percent(tries) : undefined
  const base = (finding: Finding) => ({
    ...((rate ?? finding.drawn) ? { rate: rate ?? '100%' } : {}),
    ...wordsOf(
      finding,
      gone.find((entry) => isAbout(entry, check) && excuses(entry, finding)),
    ),
    expires: untilOf(run),
  })
  const fresh = findings.filter((finding) => !kept.some((entry) => isAbout(entry, check) && excuses(entry, finding)))
  const [first] = fresh
  // Only the schemas find the same in the same words in every run: other findings contain generated values.
  if (!check.endsWith('/contract')) return first ? [{ check, ...base(first) }] : []
  const prints = [...new Map(fresh.map((finding) => [finding.fingerprint, finding])).values()]
  return prints.map((finding) => ({ check, finding: finding.fingerprint, ...base(finding) }))
}

/** An entry whose rate is too low keeps its words. */
const wordsOf = (
  { expected, actual }: Finding,
  earlier: BaselineEntry | undefined,
): { reason: string; owner: string } => ({
  reason: earlier?.reason ?? `not looked at yet: expected ${shortly(expected)}; got ${shortly(actual)}`,
  owner: earlier?.owner ?? 'nobody yet',
})

/** Somewhat more than what was seen: a few tries tell a rate only roughly. */
const percent = ({ failed, of }: { failed: number; of: number }): string =>
  `${of === 1 ? 100 : Math.ceil(((failed + 1) / (of + 1)) * 10) * 10}%`

const longest = 80
const shortly = (text: string): string => {
  const line = text.replace(/\s+/g, ' ')
  return line.length > longest ? `${line.slice(0, longest)}...` : line
}
