import { mayHaveDone } from './doubt.ts'
import type { ContractFacts } from '../contract/index.ts'
import type { Exchange } from '../exchange/exchange.ts'
import { statementOf } from '../verdict/statements.ts'
import { attachmentContent } from './attachment-content.ts'
import { batchAnswer } from './batch-answer.ts'
import { batchVersions } from './batch-versions.ts'
import type { BatchView } from './batch-view.ts'
import { judgeAddress } from './caller-address.ts'
import { callerBatch } from './caller-batch.ts'
import { callerContext } from './caller-context.ts'
import { callerDispatch } from './caller-dispatch.ts'
import { callerDtos } from './caller-dtos.ts'
import { callerExisting } from './caller-existing.ts'
import { callerGroups } from './caller-groups.ts'
import { callerMoves } from './caller-moves.ts'
import { callerParameters } from './caller-parameters.ts'
import { callerPeople } from './caller-people.ts'
import { callerPlace } from './caller-place.ts'
import { callerPlans } from './caller-plans.ts'
import { callerPolling } from './caller-polling.ts'
import { callerQuery } from './caller-query.ts'
import { callerRecord } from './caller-record.ts'
import { callerTechnicians } from './caller-technicians.ts'
import { callerTrees } from './caller-trees.ts'
import { callerToken } from './caller-token.ts'
import { callerTwice } from './caller-twice.ts'
import { callerWrite } from './caller-write.ts'
import { caller } from './caller.ts'
import { deletedLives } from './deleted-lives.ts'
import { deletedWindow } from './deleted-window.ts'
import { dispatchMoves } from './dispatch-moves.ts'
import { externalIds } from './external-ids.ts'
import type { MonitorFinding, Out } from './finding.ts'
import { lackingYetDone } from './lacking-yet-done.ts'
import { listAnswer } from './list-answer.ts'
import { lockRefusal } from './lock-refusal.ts'
import { createMemory } from './memory.ts'
import type { Monitor, Scene } from './monitor.ts'
import { noEffect } from './no-effect.ts'
import { observeExchange } from './observe.ts'
import type { Observed } from './observed.ts'
import { oneCluster } from './one-cluster.ts'
import { oneOfAKind } from './one-of-a-kind.ts'
import { outages } from './outage.ts'
import { pages } from './pages.ts'
import { queryAnswer } from './query-answer.ts'
import { remember } from './remember.ts'
import { idKey, sightingsOf } from './sighting.ts'
import { sameVersion } from './same-version.ts'
import { judgeServerError, serverErrorRules } from './server-error.ts'
import { staleWrite } from './stale-write.ts'
import { tokens } from './tokens.ts'
import { versionMoves } from './version-moves.ts'
import { writeAnswer } from './write-answer.ts'
import { withinOneAnswer } from './within-one-answer.ts'
import { writeIn } from './write.ts'
import { writtenIsRead } from './written-is-read.ts'

export type { MonitorFinding } from './finding.ts'

/** A new instance of every monitor. */
const makeAll = () => [
  staleWrite,
  lockRefusal(),
  versionMoves,
  deletedLives,
  writeAnswer,
  sameVersion(),
  noEffect,
  externalIds(),
  batchAnswer,
  batchVersions(),
  tokens(),
  deletedWindow(),
  listAnswer,
  pages(),
  queryAnswer(),
  attachmentContent(),
  dispatchMoves(),
  writtenIsRead(),
  oneCluster(),
  oneOfAKind(),
  lackingYetDone,
  withinOneAnswer,
  caller,
  callerBatch,
  callerContext(),
  callerDispatch(),
  callerDtos,
  callerExisting(),
  callerGroups(),
  callerMoves(),
  callerParameters,
  callerPeople(),
  callerPlace(),
  callerPlans(),
  callerPolling(),
  callerQuery(),
  callerRecord(),
  callerToken(),
  callerTechnicians(),
  callerTrees(),
  callerTwice(),
  callerWrite(),
]

/** Statements that monitors can find broken, of the server or of the client. */
export const monitorStatements = (side: Monitor['side']): string[] =>
  [
    ...new Set([
      ...makeAll()
        .filter((monitor) => monitor.side === side)
        .flatMap(({ statements }) => statements),
      ...(side === 'server' ? serverErrorRules : ['A-DAT-30']),
    ]),
  ]
    .filter((id) => statementOf(id) !== undefined)
    .sort()

/** The results of the monitors for one exchange. */
interface Watched {
  /** Statements that the server was judged by. */
  readonly asserted: readonly string[]
  /** Statements that the caller was judged by. */
  readonly asked: readonly string[]
  readonly findings: readonly MonitorFinding[]
  /** The parsed exchange, and the parts of a batch as exchanges of their own; empty if the address is not known. */
  readonly observed: readonly Observed[]
}

interface Suspicion {
  readonly excuses: (scene: Scene) => boolean
  readonly until: number
  readonly finding: MonitorFinding
}

export interface Monitors {
  /** Call with exchanges in the order in which they were recorded. */
  see(exchange: Exchange): Watched
  /** Findings that had to wait for the end of the traffic. */
  end(): readonly MonitorFinding[]
}

/** Rules over a sequence of exchanges: of one live check, or of a recording. */
export function createMonitors(facts: ContractFacts): Monitors {
  const monitors = makeAll()
  const memory = createMemory()
  const down = outages()
  let suspected: Suspicion[] = []
  return {
    see(exchange) {
      const seen = observeExchange(exchange, facts)
      const judged = { server: new Set<string>(), client: new Set<string>() }
      const findings: MonitorFinding[] = []
      let side: Monitor['side'] = 'server'
      const out: Out = {
        assert: (statement) => void judged[side].add(statement),
        assertOfCaller: (statement) => void judged.client.add(statement),
        find(finding) {
          judged[finding.side].add(finding.statement)
          findings.push(finding)
        },
        suspect: (record, until, finding) =>
          void suspected.push({
            excuses: (scene) => scene.write !== undefined && mayHaveDone(scene.write) && mayBe(record, scene),
            until,
            finding,
          }),
        suspectUnless: (excuses, until, finding) =>
          void suspected.push({ excuses: (scene) => excuses(scene.observed), until, finding }),
      }
      judgeServerError(exchange, facts, out, down, seen?.batch)
      judgeAddress(exchange, out, seen?.whole)
      const all = seen ? [seen.whole, ...seen.parts] : []
      if (!seen) noteStray(exchange, out)
      for (const observed of all) {
        const scene = sceneOf(observed, seen?.batch && observed === seen.whole ? seen.batch : undefined, out)
        suspected = suspected.filter(({ excuses, until }) => observed.moment.sentAt > until || !excuses(scene))
        for (const monitor of monitors) {
          side = monitor.side
          monitor.see(scene)
        }
        remember(scene)
      }
      return { asserted: [...judged.server], asked: [...judged.client], findings, observed: all }
    },
    end: () => suspected.map(({ finding }) => finding),
  }

  /** Whether an address with one slash more is that of the operation is not shown: no rule is applied to it, but it may have written. */
  function noteStray(exchange: Exchange, out: Out): void {
    const [path = '', ...query] = exchange.request.url.split('?')
    const url = [path.replace(/(?<!:)\/{2,}/g, '/').replace(/\/$/, ''), ...query].join('?')
    const seen = observeExchange({ ...exchange, request: { ...exchange.request, url } }, facts)
    for (const observed of seen ? [seen.whole, ...seen.parts] : []) {
      const scene = sceneOf(observed, undefined, out)
      const { write } = scene
      if (!write || !mayHaveDone(write)) continue
      suspected = suspected.filter(({ excuses, until }) => observed.moment.sentAt > until || !excuses(scene))
      remember({ ...scene, write: { ...write, outcome: 'unknown' } })
    }
  }

  function sceneOf(observed: Observed, batch: BatchView | undefined, out: Out): Scene {
    const sightings = sightingsOf(observed)
    const write = writeIn(observed)
    const written = write && (memory.about(observed.place, write.resource, write.id, write.externalId) ?? undefined)
    return {
      observed,
      sightings,
      memory,
      out,
      ...(write ? { write } : {}),
      ...(written ? { written } : {}),
      ...(batch ? { batch } : {}),
    }
  }
}

/** Whether a write may be about a record: where neither path nor answer tells its id, it may be about any of the resource. */
function mayBe(record: string, { observed, write, written, sightings }: Scene): boolean {
  const place = `${observed.place} ${write?.resource} `
  if (!record.startsWith(place)) return false
  const ids = [write?.id, written?.id, ...sightings.map(({ id }) => id)].filter((id) => id !== undefined)
  return ids.length === 0 || ids.some((id) => record === `${place}${idKey(id)}`)
}
