import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { isObject } from '../../exchange/json.ts'
import type { Modules } from './modules.ts'

/** The built module that each check, fault or variant, and interface of the platform is written in. */
export interface Origins {
  readonly checks: ReadonlyMap<string, string>
  readonly deviations: ReadonlyMap<string, string>
  readonly rooms: ReadonlyMap<string, string>
  /** Method and path of all routes: whether a request comes to one hangs on all of them. */
  readonly routes: readonly string[]
}

interface Named {
  readonly id: string
}
interface Room {
  readonly name: string
  readonly at: string
  readonly routes: ReadonlyArray<{ readonly method: string; readonly path: string }>
}

export const listOfSuites = 'suites/all.js'
export const listOfDeviations = 'src/platform/deviations.js'
export const listOfInterfaces = 'src/platform/interfaces.js'

/**
 * Loads the modules one by one, beside the bundle, which no longer knows which is which. Undefined where they were loaded before: what each of them
 * announced cannot be told any more.
 */
export async function originsIn(folder: string, modules: Modules): Promise<Origins | undefined> {
  const load = async (file: string): Promise<Record<string, unknown>> =>
    (await import(pathToFileURL(join(folder, file)).href)) as Record<string, unknown>
  const kit = await load('src/kit/check.js')
  const announced = kit['announcedChecks'] as () => readonly Named[]
  if (announced().length > 0) return undefined
  const checks = new Map<string, string>()
  for (const file of modules.importsOf(listOfSuites)) {
    await load(file)
    // What another file announced first, as it imported this one, hangs on both.
    for (const { id } of announced().slice(checks.size)) checks.set(id, file)
  }
  const deviations = new Map<string, string>()
  for (const file of modules.importsOf(listOfDeviations))
    for (const list of Object.values(await load(file)))
      for (const one of Array.isArray(list) ? (list as unknown[]) : []) if (isNamed(one)) deviations.set(one.id, file)
  const rooms = new Map<string, string>()
  const routes: string[] = []
  for (const file of modules.importsOf(listOfInterfaces))
    for (const room of Object.values(await load(file)).filter(isRoom)) {
      rooms.set(room.name, file)
      routes.push(...room.routes.map(({ method, path }) => `${room.name} ${room.at} ${method} ${path}`))
    }
  return { checks, deviations, rooms, routes }
}

const isNamed = (value: unknown): value is Named => isObject(value) && typeof value['id'] === 'string'

const isRoom = (value: unknown): value is Room =>
  isObject(value) && typeof value['name'] === 'string' && Array.isArray(value['routes'])
