import { existsSync, readdirSync, statSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { isMap } from 'yaml'
import { didYouMean } from '../errors/nearest.ts'
import { UserError } from '../errors/user-error.ts'
import { readUserFile } from '../errors/user-file.ts'
import { announcedChecks } from '../kit/check.ts'
import { announcedRequirements, requirements, type RequirementSpec } from '../kit/requirements.ts'
import { parseUserYaml } from '../target/user-yaml.ts'
import { addStatements, statementOf } from '../verdict/statements.ts'

const head = 'requirements.yaml'
const keys = ['level', 'says', 'sources', 'untested'] as const
const loaded = new Set<string>()

/** Adds a team's own requirements and checks to the catalogue: `requirements.yaml` and `*.check.js` in one folder. See docs/own-checks.md. */
export async function loadPrivateSuites(folder: string): Promise<void> {
  const whole = resolve(folder)
  if (loaded.has(whole)) return
  loaded.add(whole)
  if (!statSync(whole, { throwIfNoEntry: false })?.isDirectory())
    throw new UserError(`--suites ${folder}: there is no such folder`)
  const file = join(folder, head)
  if (!existsSync(file))
    throw new UserError(`--suites ${folder}: there is no ${head} in it`, { todo: 'examples/suites shows one' })
  const ids = announceFrom(file)
  const modules = readdirSync(whole)
    .filter((name) => /\.check\.m?js$/.test(name))
    .sort()
  for (const name of modules) await imported(join(folder, name), join(whole, name))
  const idle = announcedRequirements().find(
    ({ id, untested }) =>
      ids.includes(id) && untested === undefined && !announcedChecks().some(({ requirement }) => requirement.id === id),
  )
  if (idle)
    throw new UserError(`no check of ${folder} is for the requirement ${idle.id}`, {
      file,
      todo: `write one into a file *.check.js: defineCheck('${idle.id}', 'situation', {}, async ({ api }) => ...); or set untested to the reason`,
    })
}

async function imported(shown: string, path: string): Promise<void> {
  const before = announcedChecks().length
  try {
    await import(pathToFileURL(path).href)
  } catch (error) {
    const { message, code } = error as NodeJS.ErrnoException
    throw new UserError(`it cannot be loaded: ${message.split('\n')[0] ?? ''}`, {
      file: shown,
      ...(code === 'ERR_MODULE_NOT_FOUND' && message.includes("'fieldproof'")
        ? { todo: 'install fieldproof in the project of this folder' }
        : {}),
    })
  }
  if (announcedChecks().length === before)
    throw new UserError('it defines no check', {
      file: shown,
      todo: 'call defineCheck of the fieldproof that runs it: is another copy installed beside the folder?',
    })
}

/** Announces what the file holds; gives the ids. */
function announceFrom(file: string): string[] {
  const { document, refuse } = parseUserYaml(readUserFile(file, '--suites takes a folder'), file)
  const root = document.contents
  const offsetOf = (path: readonly string[]): number =>
    (path.length === 0 ? root : (document.getIn(path, true) as { range?: [number] } | undefined))?.range?.[0] ?? 0
  const name = document.get('interface')
  const listed = document.get('requirements')
  if (!isMap(root) || typeof name !== 'string' || !/^[a-z][a-z0-9-]*$/.test(name) || !isMap(listed))
    return refuse(0, 'it is a mapping with interface, a name in lower case, and requirements, by their slugs')
  if (announcedRequirements().some((requirement) => requirement.interface === name))
    refuse(offsetOf(['interface']), `${name} is an interface of the kit`, 'choose another name')
  const specs: Record<string, RequirementSpec> = {}
  for (const [slug, value] of Object.entries(listed.toJSON() as Record<string, Record<string, unknown> | null>)) {
    const wrong = (key: string, what: string, todo?: string): never =>
      refuse(
        offsetOf(['requirements', slug, ...(value?.[key] === undefined ? [] : [key])]),
        `${name}/${slug}: ${what}`,
        todo,
      )
    if (!/^[a-z0-9-]+$/.test(slug)) wrong('', 'a slug is written in lower case with dashes')
    const { level, says, sources = [slug], untested, ...rest } = value ?? {}
    const [unknown] = Object.keys(rest)
    if (unknown !== undefined)
      wrong(unknown, `unknown key ${unknown}`, didYouMean(unknown, keys) ?? `the keys are ${keys.join(', ')}`)
    if (level !== 'must' && level !== 'implied') wrong('level', 'level is must or implied')
    if (typeof says !== 'string' || says === '') wrong('says', 'says is the rule in one sentence')
    if (!isTexts(sources)) return wrong('sources', 'sources is a list of names of where the rule stands')
    if (untested !== undefined && typeof untested !== 'string') wrong('untested', 'untested is a reason')
    addStatements(
      sources
        .filter((id) => statementOf(id) === undefined)
        .map((id) => ({ id, level: level as 'must', side: 'server', chapter: name, says: says as string })),
    )
    specs[slug] = {
      level: level as 'must',
      says: says as string,
      sources,
      ...(untested ? { untested: untested as string } : {}),
    }
  }
  return Object.values(requirements(name, specs)).map(({ id }) => id)
}

const isTexts = (value: unknown): value is readonly [string, ...string[]] =>
  Array.isArray(value) && value.length > 0 && value.every((one) => typeof one === 'string' && one !== '')
