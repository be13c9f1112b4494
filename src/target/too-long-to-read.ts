import { Blocked } from './blocked.ts'

/** An answer held more than is read: it was served, and what it says is not known. */
export class TooLongToRead extends Blocked {}
