import { encode, queryText } from '../clients/caller.ts'
import type { Redactor } from '../redact/redactor.ts'
import { Blocked } from '../target/blocked.ts'
import type { Identities } from '../target/identities.ts'
import type { Unfinished } from '../target/ledger.ts'
import type { Scope } from '../target/scope.ts'
import type { Target } from '../target/target.ts'
import type { Transport } from '../target/transport.ts'

interface Broom {
  readonly unfinished: readonly Unfinished[]
  readonly target: Target
  readonly transport: Transport
  readonly identities: Identities
  readonly scope: Scope
  readonly redactor: Redactor
}

/** Deletes by force what a run created, last created first, eight at a time; what stays is a line, never a verdict. */
export async function cleanUp(broom: Broom): Promise<readonly string[]> {
  const queue = [...broom.unfinished]
  const left: string[] = []
  const worker = async () => {
    for (let object = queue.shift(); object; object = queue.shift()) {
      const why = await remove(object, broom)
      if (why) left.push(broom.redactor.text(`${object.resource} ${object.id ?? `with external id ${object.externalId}`} may be left behind: ${why}`))
    }
  }
  await Promise.all(Array.from({ length: broom.target.limits.concurrency }, worker))
  return left
}

async function remove(object: Unfinished, { target, transport, identities, scope }: Broom): Promise<string | undefined> {
  try {
    const { token } = await identities.grant('admin', scope)
    const { client } = identities.of('admin')
    const path = object.id ? encode(object.id) : `externalId/${encode(object.externalId ?? '')}`
    const { response } = await transport.send({
      method: 'DELETE',
      url: `${object.at}${target.basePaths.data}/${encode(object.resource)}/${path}${queryText({ ...object.query, forceDelete: 'true' })}`,
      headers: [['Authorization', `Bearer ${token}`], ['X-Client-ID', client.id], ['X-Client-Version', client.version]],
    }, scope)
    const status = response?.status ?? 0
    // What was never stored, or went by another way, is not there to be removed: any 4xx but a refusal of ours says so.
    return (status >= 200 && status < 300) || (status >= 400 && status < 500 && status !== 401 && status !== 403) ? undefined : `status ${status}`
  } catch (error) {
    if (error instanceof Blocked) return error.message
    return error instanceof Error ? error.message : String(error)
  }
}
