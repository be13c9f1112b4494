import { createHash } from 'node:crypto'
import type { Check } from '../../kit/check.ts'
import type { Variant } from '../../platform/deviation.ts'
import { chapterOf } from '../../verdict/chapter-of.ts'

const all = 40
/** Of the checks that are about something else, one in so many. */
const oneIn = 48
/** So many checks about what a variant leaves open all meet it; of more, one in four. */
const allAbout = 40

/**
 * Of the checks that meet a variant, those to try it with: all where they are few; else those about a chapter that the variant leaves open, a quarter
 * of them where they are many, and one in four dozen of the others. What one of these does with, say, the form of a token, the others beside it do as
 * well. In rows of some hundred variants, each check meets most of the others by the way; a deep proof leaves none out.
 */
export function someReaders(variant: Pick<Variant, 'id' | 'leaves'>, readers: readonly Check[]): readonly Check[] {
  if (readers.length <= all) return readers
  const isAbout = aboutWhat(variant)
  const share = readers.filter(isAbout).length > allAbout ? 4 : 1
  return readers.filter((check) => draw(`${check.id} ${variant.id}`) % (isAbout(check) ? share : oneIn) === 0)
}

/** A dozen of the checks that meet a variant, those about a chapter that it leaves open first. */
export function fewReaders(variant: Pick<Variant, 'id' | 'leaves'>, readers: readonly Check[]): readonly Check[] {
  const isAbout = aboutWhat(variant)
  const drawn = readers
    .map((check) => ({ check, at: draw(`${check.id} ${variant.id}`) }))
    .sort((a, b) => a.at - b.at)
    .map(({ check }) => check)
  return [...drawn.filter(isAbout), ...drawn.filter((check) => !isAbout(check))].slice(0, 12)
}

/** Whether a check is about a chapter that the variant leaves open. */
function aboutWhat({ leaves }: Pick<Variant, 'leaves'>): (check: Check) => boolean {
  const chapters = new Set(leaves.map(chapterOf))
  return ({ requirement }) => requirement.sources.some((source) => chapters.has(chapterOf(source)))
}

/** A number that is always the same for one text. */
const draw = (text: string): number => createHash('sha256').update(text).digest().readUInt32BE(0)
