// The share of the platform's faults that recordings of two connectors tell, offline; every variant must stay unflagged. Some minutes.
import { startVitest } from 'vitest/node'

const vitest = await startVitest('test', [], { watch: false, config: false, include: ['bench/offline/sweep.ts'] })
await vitest.close()
