import { plainId } from '../exchange/plain-id.ts'

const shape = '(?:[0-9a-f]{32}|[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})'
const anywhere = new RegExp(`(?<![0-9A-Za-z])${shape}(?![0-9A-Za-z])`, 'gi')
const whole = new RegExp(`^${shape}$`, 'i')

export const isId = (text: string): boolean => whole.test(text)

/** The same text with each id in it, whole and in any spelling, given to `change`. */
export const changeIds = (text: string, change: (id: string) => string): string => text.replace(anywhere, change)

export const idsIn = (text: string): string[] => (text.match(anywhere) ?? []).map(plainId)

/** An id written as another one is: dashes and letter case. */
export function spelledLike(id: string, model: string): string {
  const plain = plainId(id)
  const cased = /[a-f]/.test(model) ? plain.toLowerCase() : plain
  return model.includes('-') ? cased.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5') : cased
}
