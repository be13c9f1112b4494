/** What an importer shows of an entry. */
export interface Imported {
  readonly method: string
  readonly url: string
  /** 0 where it shows an exchange without a response. */
  readonly status: number
  readonly requestBody: Buffer
  readonly responseBody: Buffer
  readonly milliseconds: number
}

/** A HAR file, parsed, as anyone may have written it; throws where the importer refuses the file. */
export type Import = (har: any) => Imported[] | Promise<Imported[]>
