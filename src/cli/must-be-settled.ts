import { withFile } from '../errors/user-file.ts'
import { UserError } from '../errors/user-error.ts'
import { isLoopbackHost } from '../exchange/loopback.ts'
import { shellWord } from '../exchange/shell.ts'
import { openIn } from '../target/ledger.ts'

/** Throws if the ledger of an earlier run lists objects that nobody has looked after: to write over it would lose them for good. */
export function mustBeSettled(ledger: string, target: string): void {
  const { objects, passwords, left } = withFile('read', { file: ledger }, () => openIn(ledger))
  // What a killed run left on the embedded platform ended with it.
  if (target === 'embedded' && objects.every(({ at }) => isLoopbackHost(new URL(at).hostname))) return
  if (objects.length + passwords === 0) return
  const listed = [
    ...(objects.length > 0 ? [`${objects.length} ${objects.length === 1 ? 'object' : 'objects'}`] : []),
    ...(passwords > 0 ? ['a changed password'] : []),
  ].join(' and ')
  const says =
    left === undefined
      ? `it lists ${listed} that an earlier run may have left behind`
      : `an earlier run could not remove ${left} of what it lists (${listed})`
  throw new UserError(says, {
    file: ledger,
    todo: `npx fieldproof clean --ledger ${shellWord(ledger)} --target ${target === 'embedded' ? 'FILE' : shellWord(target)} looks after that; or delete it if that target is no more`,
  })
}
