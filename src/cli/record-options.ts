import { UserError } from '../errors/user-error.ts'
import { isHostPattern } from '../../recorder/front/host-list.ts'

export interface RecordFlags {
  to?: string[]
  forward?: true
  host?: string[]
  port: number
  listen: string
  proxyPasswordEnv?: string
  caDir?: string
  out: string
  append?: true
  verify?: true
  reports: string
  ca?: string
}

const isLoopback = (address: string): boolean => /^(?:localhost|127\.\d+\.\d+\.\d+|::1|\[::1\])$/i.test(address)

/** The upstreams that --to names; none with --forward, which has to name hosts instead. */
export function namedUpstreams({
  to = [],
  forward,
  host = [],
}: RecordFlags): ReadonlyArray<{ readonly name?: string; readonly url: string }> {
  if (forward && to.length > 0) throw new UserError('--forward does not go with --to: the client names the upstream')
  if (!forward && host.length > 0) throw new UserError('--host goes with --forward only; --to names an upstream')
  if (!forward && to.length === 0)
    throw new UserError('no upstream: name one with --to URL, or be a forward proxy with --forward --host NAME')
  if (forward && host.length === 0)
    throw new UserError("--forward: name the hosts to record with --host NAME, or all with --host '*'")
  for (const pattern of host)
    if (!isHostPattern(pattern))
      throw new UserError(`--host ${pattern}: it takes a name or address without a port, *.DOMAIN, or *`)
  const upstreams = to.map((text) => {
    const [, name, url = text] = /^([A-Za-z][\w.-]*)=(.*)$/s.exec(text) ?? []
    if (!URL.canParse(url) || !/^https?:$/.test(new URL(url).protocol))
      throw new UserError(`--to ${text}: not an http or https address`)
    return { ...(name ? { name } : {}), url }
  })
  const names = upstreams.flatMap(({ name }) => name ?? [])
  const twice = names.find((name, at) => names.indexOf(name) !== at)
  if (twice) throw new UserError(`--to ${twice}=...: this name is given twice`)
  return upstreams
}

/** The password that clients have to bring: demanded wherever others than this machine could reach the recorder. */
export function passwordIn({ listen, proxyPasswordEnv }: RecordFlags): string | undefined {
  if (proxyPasswordEnv === undefined) {
    if (!isLoopback(listen))
      throw new UserError(
        `--listen ${listen}: other machines could use the recorder; --proxy-password-env NAME requires a password of them`,
      )
    return undefined
  }
  const password = process.env[proxyPasswordEnv]
  if (!password || password.length < 8)
    throw new UserError(
      `--proxy-password-env ${proxyPasswordEnv}: the environment variable ${password ? 'holds fewer than 8 characters' : 'is not set'}`,
    )
  return password
}
