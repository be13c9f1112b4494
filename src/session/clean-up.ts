import { encode, queryText } from '../clients/caller.ts'
import type { Redactor } from '../redact/redactor.ts'
import { Blocked } from '../target/blocked.ts'
import type { Identities } from '../target/identities.ts'
import type { Unfinished } from '../target/ledger.ts'
import type { Scope } from '../target/scope.ts'
import type { Target } from '../target/target.ts'
import type { Transport } from '../target/transport.ts'
import type { WireResponse } from '../exchange/exchange.ts'

interface Broom {
  readonly unfinished: readonly Unfinished[]
  readonly target: Target
  readonly transport: Transport
  readonly identities: Identities
  readonly scope: Scope
  readonly redactor: Redactor
}

/** Deletes by force what a run created, last created first, up to the target's concurrency. Each object left behind is a line, never a verdict. */
export async function cleanUp(broom: Broom): Promise<readonly string[]> {
  const queue = [...broom.unfinished]
  const left: string[] = []
  const worker = async () => {
    for (let object = queue.shift(); object; object = queue.shift()) {
      const why = await remove(object, broom)
      if (why) left.push(broom.redactor.text(`${nameOf(object)} may be left behind: ${why}`))
    }
  }
  await Promise.all(Array.from({ length: broom.target.limits.concurrency }, worker))
  return left
}

const nameOf = ({ resource, id, externalId }: Unfinished): string =>
  id ? `${resource} ${id}` : externalId ? `${resource} with external id ${externalId}` : `a ${resource}`

async function remove(object: Unfinished, broom: Broom): Promise<string | undefined> {
  if (!object.id && !object.externalId) return `request ${object.trace} may have created it, but no answer gave its id`
  try {
    const deleted = await ask('DELETE', object, broom, { forceDelete: 'true' })
    if (deleted.status === 404 || (deleted.status >= 200 && deleted.status < 300)) return undefined
    // Targets differ in how they refuse to delete a missing object: what cannot be read is not left behind.
    const read = await ask('GET', object, broom, {})
    const gone =
      read.status === 200
        ? !holdsRecord(read.body)
        : read.status >= 400 && read.status < 500 && read.status !== 401 && read.status !== 403
    return gone ? undefined : `status ${deleted.status}`
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}

/** Sent as the default identity, whoever created the object: with local scope, `user` must be the token's user. */
async function ask(
  method: 'DELETE' | 'GET',
  object: Unfinished,
  broom: Broom,
  more: Readonly<Record<string, string>>,
  again = false,
): Promise<WireResponse> {
  const { target, transport, identities, scope } = broom
  const { token } = await identities.grant('admin', scope)
  const { client, username } = identities.of('admin')
  const path = object.id ? encode(object.id) : `externalId/${encode(object.externalId ?? '')}`
  const { response } = await transport.send(
    {
      method,
      many: true,
      tidying: true,
      url: `${object.at}${target.basePaths.data}/${encode(object.resource)}/${path}${queryText({ ...object.query, user: username?.split('/')[1], ...more })}`,
      headers: [
        ['Authorization', `Bearer ${token}`],
        ['X-Client-ID', client.id],
        ['X-Client-Version', client.version],
      ],
    },
    scope,
  )
  if (!response) throw new Blocked('no answer')
  if (response.status !== 401 || again) return response
  identities.drop('admin', token)
  return ask(method, object, broom, more, true)
}

function holdsRecord(body: Uint8Array): boolean {
  try {
    const { data } = JSON.parse(Buffer.from(body).toString('utf8')) as { data?: unknown }
    return Array.isArray(data) && data.length > 0
  } catch {
    return false
  }
}
