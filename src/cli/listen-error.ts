import { UserError } from '../errors/user-error.ts'

/** Why a port could not be opened, where another port or address would do; every other error as it is. */
export function listenError(error: unknown, at: { port: number; address: string; option: string }): unknown {
  switch ((error as NodeJS.ErrnoException | undefined)?.code) {
    case 'EADDRINUSE':
      return new UserError(`--port ${at.port}: the port is in use`, { todo: 'take another, or 0 for any free one' })
    case 'EACCES':
      return new UserError(`--port ${at.port}: permission denied`, { todo: 'take a port above 1023' })
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return new UserError(`${at.option} ${at.address}: this machine has no such address`)
    default:
      return error
  }
}
