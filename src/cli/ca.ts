import { Command } from 'commander'
import { UsageError } from '../errors/usage-error.ts'
import { clientSettings } from './ca-environment.ts'

interface Options {
  caDir?: string
}

/** What is wrong with the folder of an authority is for the user to put right. */
async function asUsage<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    throw new UsageError((error as Error).message)
  }
}

const here = (name: string, summary: string): Command =>
  new Command(name)
    .summary(summary)
    .description(`${summary[0]?.toUpperCase()}${summary.slice(1)}.`)
    .exitOverride()
    .option(
      '--ca-dir <folder>',
      'where the authority is kept; else FIELDPROOF_CA_DIR, else among the states of programs',
    )

export const caCommand = (): Command =>
  new Command('ca')
    .summary('the certificate authority of record --forward and serve --tls')
    .description(
      `A certificate authority of this user's own, made when it is first needed. Clients whose HTTPS is to be recorded have to trust it.
Its key stays in a folder that only this user can read; whoever has the key can pose as any server to those who trust it.`,
    )
    .addHelpText(
      'after',
      `
Example:
  export NODE_EXTRA_CA_CERTS=$(npx fieldproof ca path)
  npx fieldproof ca bundle                  and what Python, Java and curl have to be told`,
    )
    .addCommand(
      here('path', 'print the path of its certificate (PEM)').action(async ({ caDir }: Options) => {
        const { authorityIn, caFiles } = await authorityModules()
        const files = caFiles(caDir)
        await asUsage(() => authorityIn(files))
        process.stdout.write(`${files.pem}\n`)
      }),
    )
    .addCommand(
      here(
        'bundle',
        'write one file of the public roots and its certificate; print the path, and what clients have to be told',
      ).action(async ({ caDir }: Options) => {
        const [{ caFiles }, { writeBundle }] = await Promise.all([
          authorityModules(),
          import('../../recorder/ca/bundle.ts'),
        ])
        const files = caFiles(caDir)
        const bundle = await asUsage(() => writeBundle(files))
        process.stdout.write(`${bundle}\n${clientSettings(files)}`)
      }),
    )
    .addCommand(
      here('remove', 'delete it').action(async ({ caDir }: Options) => {
        const [{ caFiles }, { removeAuthority }] = await Promise.all([
          import('../../recorder/ca/folder.ts'),
          import('../../recorder/ca/remove.ts'),
        ])
        const files = caFiles(caDir)
        const removed = removeAuthority(files)
        process.stdout.write(
          removed === undefined
            ? `there is no certificate authority in ${files.folder}\n`
            : `removed from ${files.folder}: ${removed.subject}
SHA-256 ${removed.fingerprint}
Drop it from every trust store that it was put into, and unset NODE_EXTRA_CA_CERTS, REQUESTS_CA_BUNDLE, SSL_CERT_FILE and CURL_CA_BUNDLE.\n`,
        )
      }),
    )

async function authorityModules() {
  const [{ authorityIn }, { caFiles }] = await Promise.all([
    import('../../recorder/ca/authority.ts'),
    import('../../recorder/ca/folder.ts'),
  ])
  return { authorityIn, caFiles }
}
