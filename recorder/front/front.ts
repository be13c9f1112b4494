/** What clients speak to; record.ts need not know which kind it is. */
export interface Front {
  readonly address: string
  readonly port: number
  /** Connections that passed unseen, by host. */
  tunnelled(): ReadonlyMap<string, number>
  close(): Promise<void>
}
