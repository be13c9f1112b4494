import { aliased } from './aliased.ts'
import { busy } from './busy.ts'
import { fieldClients } from './field-clients.ts'
import { lagging } from './lagging.ts'
import { modern } from './modern.ts'
import { narrow } from './narrow.ts'
import { singleSignOn } from './single-sign-on.ts'
import { stranger } from './stranger.ts'
import { strict } from './strict.ts'
import type { ServedWorld } from './world.ts'

export const allWorlds: readonly ServedWorld[] = [
  stranger,
  lagging,
  narrow,
  singleSignOn,
  aliased,
  strict,
  busy,
  modern,
  fieldClients,
]
