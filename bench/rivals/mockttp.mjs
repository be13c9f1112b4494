import { generateCACertificate, getLocal } from 'mockttp'

// Passes everything on and keeps none of it: its cheapest setting, which records nothing.
const server = getLocal({ https: await generateCACertificate(), recordTraffic: false })
await server.forAnyRequest().thenPassThrough()
await server.start()
process.send(server.port)
process.once('disconnect', () => process.exit())
