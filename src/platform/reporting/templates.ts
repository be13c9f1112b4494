import { perHouse, type House } from '../house.ts'
import type { DeclaredParameter } from '../rulebook/reporting.ts'
import { plainId, type StoredRecord } from '../store/record.ts'
import type { Store } from '../store/store.ts'
import { readArchive, type Files } from './archive.ts'
import { parametersIn, schemaOf } from './definition.ts'
import { embeddedTemplates } from './embedded.ts'

type Fields = Readonly<Record<string, unknown>>

/** A template whose archive was read. */
export interface Archive {
  /** Plain id of its attachment; none of an embedded one. */
  readonly attachment?: string
  readonly fileName?: unknown
  readonly bytes?: Buffer
  readonly files: Files
  readonly parameters: readonly DeclaredParameter[]
}

/** Every archive that was attached so far, by the plain id of its template, oldest first. */
const attached = perHouse(() => new Map<string, Archive[]>())

/** The template that an attachment belongs to. */
function templateOf(fields: Fields, store: Store): StoredRecord | undefined {
  const object = fields['object'] as { objectId?: unknown; objectType?: unknown } | null | undefined
  if (String(object?.objectType).toUpperCase() !== 'REPORTTEMPLATE') return undefined
  return store.table('ReportTemplate').byId(String(object?.objectId))
}

/** The archive in an attachment of a template; a text says why it is none, undefined that it is of no template (B-RPT-07). */
export async function archiveIn(fields: Fields, store: Store, { rules }: House): Promise<Archive | string | undefined> {
  const { reporting } = rules
  if (!templateOf(fields, store)) return undefined
  const bytes = Buffer.from(String(fields['fileContent'] ?? ''), 'base64')
  const files = await readArchive(bytes, reporting.climbs())
  if (typeof files === 'string') return files
  const main = reporting.main([...files.keys()])
  if (main === undefined) return 'the archive has no report.jrxml'
  const odd = [...files.keys()].find((name) => !reporting.takesFile(name))
  if (odd !== undefined) return `the archive must not hold ${odd}`
  const parameters = parametersIn(files.get(main) ?? Buffer.alloc(0))
  return typeof parameters === 'string' ? `${main}: ${parameters}` : { bytes, files, parameters }
}

/** Takes an archive into use once its attachment is stored. */
export function keepArchive(archive: Archive, attachment: StoredRecord, store: Store, house: House): void {
  const template = templateOf(attachment.fields, store)
  if (!template) return
  const all = attached(house)
  const key = plainId(template.id)
  const { fileName } = attachment.fields
  all.set(key, [...(all.get(key) ?? []), { ...archive, attachment: plainId(attachment.id), fileName }])
  if (house.rules.reporting.climbs()) climb(archive, all)
  refresh(template, store, house)
}

/** Files whose names lead to the folder of another template replace its own: only a fault lets them. */
function climb({ files }: Archive, all: Map<string, Archive[]>): void {
  for (const [name, bytes] of files) {
    const [, folder = '', inside = ''] = /\.\.\/([^/]+)\/(.+)$/.exec(name) ?? []
    const key = plainId(folder)
    const known = all.get(key)
    if (!known) continue
    all.set(
      key,
      known.map(({ bytes: _, ...one }) => ({ ...one, files: new Map([...one.files, [inside, bytes]]) })),
    )
  }
}

/** After an attachment is gone. */
export function dropArchive(attachment: StoredRecord, store: Store, house: House): void {
  const template = templateOf(attachment.fields, store)
  if (template) refresh(template, store, house)
}

/** The latest archive whose attachment is still there. */
function archiveOf(template: StoredRecord, store: Store, house: House, use: 'fields' | 'schema' | 'download') {
  const all = attached(house).get(plainId(template.id)) ?? []
  const current = all.findLast(({ attachment = '' }) => store.table('Attachment').byId(attachment) !== undefined)
  return house.rules.reporting.picks(current, all, use)
}

const everNamed = ({ id }: StoredRecord, house: House): readonly string[] =>
  (attached(house).get(plainId(id)) ?? []).flatMap(({ files }) => [...files.keys()])

/** Generates languages, paramatersSchema and types anew. */
function refresh(template: StoredRecord, store: Store, house: House): void {
  const { reporting } = house.rules
  const latest = archiveOf(template, store, house, 'fields')
  const archive = reporting.looksInto(latest?.bytes) ? latest : undefined
  const names = [...(archive?.files.keys() ?? [])]
  const generated = archive
    ? {
        languages: reporting.languages(names, () => everNamed(template, house)),
        paramatersSchema: schemaOf(archive.parameters, reporting.takesMore()),
        types: reporting.types(),
      }
    : {}
  store.transaction((transaction) => {
    transaction.put('ReportTemplate', {
      ...template,
      lastChanged: transaction.start,
      fields: reporting.keepsSent()
        ? { ...generated, ...template.fields }
        : { ...withoutGenerated(template.fields), ...generated },
    })
  })
}

const generatedFields = ['languages', 'paramatersSchema', 'types'] as const

const withoutGenerated = (fields: Fields): Fields =>
  Object.fromEntries(Object.entries(fields).filter(([name]) => !generatedFields.some((one) => one === name)))

/** What a caller sends for a template, with what is generated as it was (B-RPT-07). */
export const keepingGenerated = (sent: Fields, stored: Fields | undefined, { rules }: House): Fields =>
  rules.reporting.takesGenerated()
    ? sent
    : {
        ...withoutGenerated(sent),
        ...Object.fromEntries(
          generatedFields.flatMap((name) => (stored?.[name] === undefined ? [] : [[name, stored[name]]])),
        ),
      }

/** The template that a caller names by cloud id or, if it is embedded, by name (B-RPT-06). */
export function templateNamed(
  name: string,
  store: Store,
  house: House,
  at: 'build' | 'download',
): { readonly archive: Archive; readonly declared: readonly DeclaredParameter[] } | undefined {
  const { reporting } = house.rules
  const table = store.table('ReportTemplate')
  const stored =
    (/^[0-9a-f-]{32,36}$/i.test(name) && reporting.finds('stored', at) ? table.byId(name) : undefined) ??
    (reporting.findsNames() ? table.all().findLast(({ fields }) => fields['name'] === name) : undefined)
  const own = stored && archiveOf(stored, store, house, 'download')
  const found = own && reporting.files(own, () => [...attached(house).values()].flat())
  if (stored && found)
    return { archive: found, declared: archiveOf(stored, store, house, 'schema')?.parameters ?? found.parameters }
  const files = reporting.finds('embedded', at) ? embeddedTemplates.get(name) : undefined
  if (!files) return undefined
  const parameters = parametersIn(files.get('report.jrxml') ?? Buffer.alloc(0))
  const declared = typeof parameters === 'string' ? [] : parameters
  return { archive: { files, parameters: declared }, declared }
}
