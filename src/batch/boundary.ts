import type { DefectKind } from './defect.ts'
import type { BatchForm } from './form.ts'

const spellings: Readonly<Record<BatchForm['boundary'], string>> = {
  plain: 'fieldproof-batch',
  'one character': 'f',
  'seventy characters': 'fieldproof'.repeat(7),
  specials: "f'()+_,-./:=?p",
  'inner blank': 'field proof',
  'leading dashes': '----fieldproof',
}

/** The boundary of a form, made longer if a line of a body begins with it, because such a line would end the part. */
export function boundaryOf(form: BatchForm, bodies: readonly Buffer[], kind: DefectKind | undefined): string {
  const plain =
    kind === 'boundary of 71 characters'
      ? 'b'.repeat(71)
      : kind === 'boundary that ends in a blank'
        ? 'fieldproof '
        : spellings[form.boundary]
  let boundary = plain
  for (let turn = 0; bodies.some((body) => opensLine(body, boundary)); turn += 1)
    boundary = `${plain.slice(0, 60)}${turn}`
  return boundary
}

function opensLine(body: Buffer, boundary: string): boolean {
  const delimiter = `--${boundary}`
  for (let at = body.indexOf(delimiter); at >= 0; at = body.indexOf(delimiter, at + 1))
    if (at === 0 || body[at - 1] === 0x0a) return true
  return false
}
