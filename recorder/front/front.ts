/** What clients speak to; record.ts need not know which kind it is. */
export interface Front {
  /** One address per upstream in the order given, or the one of a forward proxy. */
  readonly address: string
  readonly port: number
  /** Connections that passed unseen, by host. */
  tunnelled(): ReadonlyMap<string, number>
  close(): Promise<void>
}
