import type { Fault } from '../deviation.ts'

const isObjectReference = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const isListOfTexts = (value: unknown): boolean =>
  Array.isArray(value) &&
  value.some((one) => typeof one === 'string' && !/^[0-9a-f]{32}$/i.test(one.replaceAll('-', '')))

/** What a server of another language did that nothing told. */
export const pythonServerFaults: readonly Fault[] = [
  {
    id: 'null-of-an-object-reference-overlooked',
    breaks: ['A-DAT-09'],
    says: 'PATCH with null keeps what an object reference points to.',
    rule: {
      data: {
        patched: (before, sent) => ({
          ...before,
          ...Object.fromEntries(
            Object.entries(sent).filter(([name, value]) => !(value === null && isObjectReference(before[name]))),
          ),
        }),
      },
    },
  },
  {
    id: 'put-keeps-lists-of-texts',
    breaks: ['A-DAT-05'],
    says: 'PUT keeps the lists of plain texts that it does not send.',
    rule: {
      data: {
        replaced: (stored, sent) => ({
          ...Object.fromEntries(Object.entries(stored).filter(([, value]) => isListOfTexts(value))),
          ...sent,
        }),
      },
    },
  },
]
