import { Blocked } from './blocked.ts'

/** A read ended without an answer each time it was sent: nobody listens, or what stands in front of the service breaks it off. */
export class HungUp extends Blocked {}
