import type { Api } from '../../src/clients/api.ts'
import { must } from '../../src/kit/must.ts'
import { Blocked } from '../../src/target/blocked.ts'

/** The code at the end of a walk that has to lead to one. */
export function codeAt({ code, steps, scripted }: Awaited<ReturnType<Api['token']['logInAndApprove']>>): string {
  if (scripted)
    throw new Blocked(
      'the pages after authorize led to no code, and rely on a script or a link: it may be that only a browser can log in there. Declare lacks.authorization-code with this reason',
    )
  must.hold(
    'a code at the redirect',
    Boolean(code),
    `none after ${steps.length} steps, the last with status ${steps.at(-1)?.status}`,
  )
  return code as string
}
