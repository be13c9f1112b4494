import { Command } from 'commander'
import { mkdirSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { UserError } from '../errors/user-error.ts'
import { writePrivate } from '../errors/private-file.ts'
import { mustTakeFiles, withFile } from '../errors/user-file.ts'
import { usualGate } from '../verdict/exit-code.ts'
import type { StreamRecord } from '../verdict/stream.ts'
import { commaList } from './option-values.ts'

type Render = (records: readonly StreamRecord[]) => Promise<string>

/** Each format: the name of its file, and how it is made. */
const formats: Readonly<Record<string, { readonly file: string; readonly render: Render }>> = {
  html: {
    file: 'index.html',
    render: async (records) => {
      await (await import('../judging/catalogue.ts')).loadCatalogue()
      return (await import('./html-page.ts')).htmlPage(records)
    },
  },
  junit: {
    file: 'junit.xml',
    render: async (records) => (await import('../../reports/junit.ts')).renderJUnit(records),
  },
  markdown: {
    file: 'report.md',
    render: async (records) => (await import('../../reports/markdown.ts')).renderMarkdown(records),
  },
  ctrf: { file: 'ctrf.json', render: async (records) => (await import('../../reports/ctrf.ts')).renderCtrf(records) },
  sarif: {
    file: 'fieldproof.sarif',
    render: async (records) => {
      const { renderSarif } = await import('../../reports/sarif.ts')
      const { statementNotes } = await import('./statement-notes.ts')
      const { sourcePlaces } = await import('./place-in-target.ts')
      return renderSarif(records, statementNotes(), sourcePlaces(records))
    },
  },
  github: {
    file: 'annotations.txt',
    render: async (records) => {
      const { renderAnnotations } = await import('../../reports/annotations.ts')
      const { sourcePlaces } = await import('./place-in-target.ts')
      return renderAnnotations(records, sourcePlaces(records))
    },
  },
  har: { file: 'findings.har', render: async (records) => (await import('../../reports/har.ts')).renderHar(records) },
}

interface Options {
  readonly format: readonly string[]
  readonly out: string
}

export const reportCommand = (): Command =>
  new Command('report')
    .argument(
      '<dir...>',
      'folders that run, verify or merge wrote: of one run, of all its shards, or of several nights',
    )
    .description(
      `Makes reports from the report.jsonl of a run, at any time later. Shards of one run become one report; of several nights the last is told, with
what is new, fixed, flaky or changed since those before. It judges nothing anew and ends with 0 once the files are written; the exit code of
the run stands in each of them.`,
    )
    .requiredOption('--format <a,b>', `which: ${Object.keys(formats).join(', ')}`, commaList)
    .option('--out <dir>', 'folder for the reports', 'out')
    .addHelpText(
      'after',
      `
Files in DIR:
${Object.entries(formats)
  .map(([name, { file }]) => `  ${name.padEnd(10)}${file}`)
  .join('\n')}

Examples:
  npx fieldproof report out --format markdown,github --out out
  npx fieldproof report shard-1 shard-2 shard-3 --format sarif --out fieldproof-report
  npx fieldproof report nights/2026-03-* --format html --out week`,
    )
    .action(async (folders: string[], { format, out }: Options) => {
      const unknown = format.find((name) => !Object.hasOwn(formats, name))
      if (unknown !== undefined)
        throw new UserError(`--format ${unknown}: there is no such format`, {
          todo: `choose of ${Object.keys(formats).join(', ')}`,
        })
      mustTakeFiles(out, '--out')
      const twice = folders.find((folder, at) => folders.findIndex((one) => resolve(one) === resolve(folder)) < at)
      if (twice !== undefined) throw new UserError(`${twice}: it is named twice`, { todo: 'name each folder once' })
      const { readReport } = await import('./read-report.ts')
      const { nightsInOne, nightsInWords } = await import('../judging/nights.ts')
      const parts = folders.map((folder) => ({ folder, records: readReport(folder) }))
      const records = nightsInOne(parts, usualGate)
      const taken = nightsInWords(parts)
      if (taken !== undefined) process.stderr.write(`${taken}\n`)
      withFile('written', { file: out }, () => mkdirSync(out, { recursive: true }))
      for (const name of new Set(format)) {
        const { file, render } = formats[name] as (typeof formats)[string]
        const path = join(out, file)
        writePrivate(path, await render(records))
        process.stdout.write(`${path}\n`)
      }
    })
