import type { Fault } from '../deviation.ts'
import { valueKinds } from './value-turns.ts'

/** What is not sent is lost by PATCH, or kept by PUT; null is overlooked: each for values of one kind. */
export const unsentFaults = (Object.keys(valueKinds) as Array<keyof typeof valueKinds>).flatMap((kind): Fault[] => {
  const is = valueKinds[kind]
  const own = (name: string, value: unknown) => name !== 'externalId' && is(value)
  const among = (fields: Readonly<Record<string, unknown>>, keeps: (name: string, value: unknown) => boolean) =>
    Object.fromEntries(Object.entries(fields).filter(([name, value]) => keeps(name, value)))
  return [
    {
      id: `value-patch-loses-${kind}`,
      breaks: ['A-DAT-07'],
      says: `PATCH removes stored ${kind} that are not sent.`,
      rule: {
        data: {
          patched: (before, sent) => ({ ...among(before, (name, value) => !own(name, value)), ...sent }),
        },
      },
    },
    {
      id: `value-put-keeps-${kind}`,
      breaks: ['A-DAT-05'],
      says: `PUT keeps stored ${kind} that are not sent.`,
      rule: { data: { replaced: (before, sent) => ({ ...among(before, own), ...sent }) } },
    },
    {
      id: `value-null-overlooked-for-${kind}`,
      breaks: ['A-DAT-09'],
      says: `PATCH with null keeps stored ${kind}.`,
      rule: {
        data: {
          patched: (before, sent) => ({
            ...before,
            ...among(sent, (name, value) => !(value === null && own(name, before[name]))),
          }),
        },
      },
    },
  ]
})
