import { visibleLine } from './visible.ts'

export interface Told {
  readonly file?: string
  /** From 1, as editors count. */
  readonly line?: number
  readonly column?: number
  /** What to do about it. */
  readonly todo?: string
}

/** A word of the user's that nobody reads to its end: what is wrong quotes its beginning. */
const endless = /(\S{200})\S{100,}/g

/** A mistake that the user can fix: one clear message, exit code 2, nothing half written. Every other error keeps its stack. */
export class UserError extends Error {
  override readonly name = 'UserError'
  readonly file?: string
  readonly line?: number
  readonly column?: number
  readonly todo?: string

  /** @param what is wrong, without the place and the remedy: the message is composed of all three. */
  constructor(what: string, told: Told = {}) {
    const { file, line, column, todo } = told
    const place = [file, line, column].filter((part) => part !== undefined).join(':')
    super(visibleLine(`${place ? `${place}: ` : ''}${what.replace(endless, '$1…')}${todo ? `; ${todo}` : ''}`))
    Object.assign(this, told)
  }
}
