import type { HeaderList } from '../exchange/exchange.ts'
import { userAgent } from './user-agent.ts'

/** What each request says unless its check says otherwise: who names no coding may get any, and would have to decode it. */
export const usualHeaders: HeaderList = [
  ['Accept-Encoding', 'identity'],
  ['User-Agent', userAgent],
]
