import { canonical, switches, type BatchForm } from './form.ts'

/**
 * L0: the form that the documents show. L1: any parser of multipart/mixed and HTTP accepts it, since the documents name those.
 * L2: lawful to send and lawful to refuse: existing parsers differ.
 */
export type Tier = 'L0' | 'L1' | 'L2'

/** Values that existing parsers refuse although the RFCs allow them: judged as L2. */
const refusable: Partial<{ readonly [Name in keyof BatchForm]: ReadonlyArray<BatchForm[Name]> }> = {
  preamble: ['text', 'boundary within a line'],
  leadingLineEnd: ['CRLF'],
  padding: ['blank', 'tab'],
  partHeaderFolding: ['folded'],
  version: ['HTTP/1.0'],
  innerLength: ['omitted'],
  innerHost: ['given'],
}

export function tierOf<Name extends keyof BatchForm>(name: Name, value: BatchForm[Name]): Tier {
  if (value === canonical[name]) return 'L0'
  return (refusable[name] as readonly unknown[] | undefined)?.includes(value) ? 'L2' : 'L1'
}

/** The tier of a form: the highest tier of its switches. */
export function tierOfForm(form: BatchForm): Tier {
  const tiers = new Set((Object.keys(switches) as Array<keyof BatchForm>).map((name) => tierOf(name, form[name])))
  return tiers.has('L2') ? 'L2' : tiers.has('L1') ? 'L1' : 'L0'
}
