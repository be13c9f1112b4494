// What the tests use of modules that come without types.
declare module 'har-validator' {
  export function har(data: unknown): Promise<unknown>
  const validator: { har: typeof har }
  export default validator
}

declare module '*/scripts/kill-cycles.mjs' {
  interface Cycle {
    readonly state: 'valid' | 'repaired' | 'lost'
    /** Numbers of exchanges. */
    readonly whole: number
    readonly missing: number
    readonly holes: number
    readonly gone: number
    readonly twice: number
  }
  export function killCycles(options: {
    cycles: number
    seed?: number
    folder: string
    longestMs?: number
  }): Promise<Cycle[]>
}

declare module '*/bench/recorder/certificate.mjs' {
  export function writeCertificate(folder: string): Promise<void>
}

declare module '*/scripts/lint.mjs' {
  export function complaints(
    tool: 'layout' | 'types' | 'rules' | 'dead code',
    elsewhere?: { folder: string; args: readonly string[] },
  ): Promise<string>
}
