import { BroadcastChannel } from 'node:worker_threads'
import { inject, test } from 'vitest'
import { loadCatalogue } from '../../judging/catalogue.ts'
import { hostChecks } from './host-checks.ts'
import { ordersOf, type Assignment } from './assignment.ts'

// The file that vitest runs. The checks load while the main thread still looks at the target; then it is told what to do.
await loadCatalogue()
const channel = new BroadcastChannel(inject('channel'))
const orders = new BroadcastChannel(ordersOf(channel.name))
const assignment = await new Promise<Assignment | undefined>((resolve) => {
  orders.onmessage = (event) => {
    const { data } = event as { data: { readonly assignment?: Assignment | null } }
    if (data.assignment !== undefined) resolve(data.assignment ?? undefined)
  }
  channel.postMessage({ ready: true })
})
orders.close()
// vitest wants a test in its file.
if (!assignment) test('nothing is to be judged', () => channel.close())
else hostChecks(assignment, (await loadCatalogue(assignment.suites)).checks, channel)
