import { Command } from 'commander'
import { clientSettings } from './ca-environment.ts'

interface Options {
  caDir?: string
}

const here = (name: string, summary: string): Command =>
  new Command(name)
    .summary(summary)
    .description(`${summary[0]?.toUpperCase()}${summary.slice(1)}.`)
    .exitOverride()
    .option(
      '--ca-dir <folder>',
      'folder of the authority (default: $FIELDPROOF_CA_DIR, else fieldproof/ca under $XDG_STATE_HOME or ~/.local/state)',
    )

export const caCommand = (): Command =>
  new Command('ca')
    .description(
      `Manages a certificate authority of your own, created when it is first needed. A client must trust it before its HTTPS traffic can be recorded.
Its key stays in a folder that only you can read: whoever has the key can impersonate any server to clients that trust it.`,
    )
    .addHelpText(
      'after',
      `
Example:
  export NODE_EXTRA_CA_CERTS=$(npx fieldproof ca path)
  npx fieldproof ca bundle                  and the settings for Python, Java and curl`,
    )
    .addCommand(
      here('path', 'print the path of its certificate (PEM)').action(async ({ caDir }: Options) => {
        const { authorityIn, caFiles } = await authorityModules()
        const files = caFiles(caDir)
        await authorityIn(files)
        process.stdout.write(`${files.pem}\n`)
      }),
    )
    .addCommand(
      here(
        'bundle',
        'write the public roots and its certificate into one file; print the path, and the settings that clients need',
      ).action(async ({ caDir }: Options) => {
        const [{ caFiles }, { writeBundle }] = await Promise.all([
          authorityModules(),
          import('../../recorder/ca/bundle.ts'),
        ])
        const files = caFiles(caDir)
        const bundle = await writeBundle(files)
        process.stdout.write(`${bundle}\n${clientSettings(files)}`)
      }),
    )
    .addCommand(
      here('remove', 'delete the authority').action(async ({ caDir }: Options) => {
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
Remove it from every trust store that you added it to, and unset NODE_EXTRA_CA_CERTS, REQUESTS_CA_BUNDLE, SSL_CERT_FILE and CURL_CA_BUNDLE.\n`,
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
