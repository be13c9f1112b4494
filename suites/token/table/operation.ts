import type { Api } from '../../../src/clients/api.ts'
import type { CallOptions } from '../../../src/clients/call.ts'
import type { Context, Reply } from '../../../src/kit/index.ts'
import type { Need } from '../../../src/target/needs.ts'

/** What the calls of the Data API have in common. */
export const ofData = { isData: true, company: true } as const

/** One call of an operation, all that it needs being there. */
export interface ReadyCall {
  /** Sends the call; again after a refusal. Of a batch that came back in parts, the part is the reply. */
  send(options?: CallOptions): Promise<Reply>
  /** The call was served: so its answer says, and so what stands afterwards. */
  served(reply: Reply): Promise<void>
  /** Nothing of a refused call was done. */
  undone(): Promise<void>
}

export interface CalledOperation {
  readonly needs: readonly Need[]
  /** Looks at what a write did. */
  readonly effects?: true
  /** A path of the Data API. */
  readonly isData?: true
  /** Whether the call needs a company. */
  readonly company?: true
  /** Its own section of the documents names the header forms of client id and version. */
  readonly headersOnly?: true
  /** Prepares a call of these clients; the records that it works on are made by the default identity. */
  prepare(context: Context, api: Api): Promise<ReadyCall>
}

/** What the records that these calls work on need. */
export const onRecords: readonly Need[] = ['writes', 'service-call']
export const onFiles: readonly Need[] = ['writes', 'attachments']

export const fileContent = Buffer.from('read by every route')
