import { rootCertificates } from 'node:tls'
import { authorityIn, writeWithMode } from './authority.ts'
import type { CaFiles } from './folder.ts'

/** The public roots and ours in one file: some clients take a file instead of their roots, not beside them. */
export async function writeBundle(files: CaFiles): Promise<string> {
  const { pem } = await authorityIn(files)
  writeWithMode(files.bundle, `${rootCertificates.join('\n')}\n${pem}`, 0o644)
  return files.bundle
}
