import type { Context } from '../../../src/kit/index.ts'
import type { Need } from '../../../src/target/needs.ts'
import type { Secluded } from '../../token/elsewhere/stranger.ts'

/** A way of a stranger to an object of a company, by an interface of document B. */
export interface FieldWay {
  readonly needs: readonly Need[]
  readonly effects?: true
  readonly alone?: true
  /** The operation whose faults it tells; not those of a call from home if it has no object to find, nor of naming if it names none. */
  readonly operation: string
  readonly findsNothing?: true
  readonly namesNothing?: true
  /** Further faults that it tells, whoever the stranger is. */
  readonly also?: readonly string[]
  /** Those that only a stranger of another company of the account meets. */
  readonly alsoOfCompany?: readonly string[]
  /** How its calls name a company: in headers, with ids by these names or without, or in the query. */
  readonly names: 'Id' | 'ID' | 'headers' | 'query'
  keep(context: Context, stranger: string): Promise<Secluded>
}
