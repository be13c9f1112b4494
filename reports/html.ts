import type { StreamRecord } from '../src/verdict/stream.ts'
import { historyPart, leftOutPart, observationsPart } from './html/asides.ts'
import { badge } from './html/bits.ts'
import { causesPart } from './html/causes.ts'
import { interfacesPart } from './html/interfaces.ts'
import { knownPart } from './html/known.ts'
import { markup, type Markup } from './html/markup.ts'
import { matrixPart } from './html/matrix.ts'
import { page } from './html/page.ts'
import { rationed } from './html/ration.ts'
import type { StatementNote } from './html/statements.ts'
import { trafficPart } from './html/traffic.ts'
import { foldRun, type RunView } from './run-view.ts'
import { resultInWords } from './terminal/last-line.ts'
import { isOffline, seedInWords, spentInWords } from './spent.ts'
import { day, verdictOrder } from './wording.ts'

/** For findings and exchanges, in characters; what a run of 3,000 checks needs beside them keeps the page below 5 MB. */
const room = 2_600_000

/**
 * The page that people read: one file that needs nothing else. `notes` says what the kit knows of each statement beside the run; without
 * them the page shows only the statements that checks of the run cite.
 */
export function renderHtml(records: readonly StreamRecord[], notes: readonly StatementNote[] = []): string {
  const view = foldRun(records)
  const observations = records.flatMap((record) => ('observation' in record ? [record.observation] : []))
  const shown = { view, ration: rationed(room), anchors: new Map<string, string>() }
  // In the order of the page: what stands first takes its exchanges first.
  const parts = [
    verdictPart(view),
    causesPart(shown),
    historyPart(view),
    interfacesPart(notes, shown),
    matrixPart(
      records.flatMap((record) => ('matrix' in record ? [record.matrix] : [])),
      placesOn(view, notes),
    ),
    observationsPart(observations),
    trafficPart(records.flatMap((record) => ('traffic' in record ? [record.traffic] : []))),
    knownPart(view),
    leftOutPart(view),
  ]
  return page({
    title: `${view.plan?.target ?? 'Fieldproof'}: ${resultInWords(view)}`,
    parts,
    footer: 'Everything here comes from report.jsonl, which holds the whole run.',
  })
}

const placesOn = ({ checks }: RunView, notes: readonly StatementNote[]): ReadonlySet<string> =>
  new Set([
    ...notes.map(({ statement }) => statement),
    ...checks.flatMap(({ planned }) => [planned.id, ...planned.sources]),
  ])

function verdictPart(view: RunView): Markup {
  const { plan, end, total, exitCode } = view
  return markup`<section id="verdict"><div class="verdict${exitCode === 0 && ' good'}"><h1>${resultInWords(view)}</h1>
<p>${plan ? `${plan.target}, checked by Fieldproof ${plan.kit} on ${day(plan.started)} UTC${isOffline(end) ? '' : `, ${seedInWords(plan)}`}` : 'This stream has no plan'}${plan?.shard !== undefined && `, shard ${plan.shard}`}${plan?.strict && ', strict'}${plan?.set !== undefined && `, judged by set ${plan.set}`}. Exit code ${exitCode}.</p>
${end && markup`<p>${spentInWords(end)}</p>`}</div>
<p>${verdictOrder.filter((word) => total.counts[word] > 0).map((word) => markup`${badge(word)} ${total.counts[word]} `)}${total.unjudged > 0 && markup`${badge('not-judged')} ${total.unjudged}`}</p>${sides(view)}</section>`
}

/** Of a recording: what server and client came to. */
function sides({ checks, end }: RunView): Markup {
  if (!end?.side) return markup``
  const of = (side: 'server' | 'client') =>
    checks.flatMap(({ planned, verdict }) => ((planned.side ?? 'server') === side && verdict ? [verdict.is] : []))
  const [server, client] = [of('server'), of('client')]
  const words = verdictOrder.filter((word) => server.includes(word) || client.includes(word))
  const count = (list: readonly string[], word: string) => list.filter((is) => is === word).length
  return markup`<table><thead><tr><th scope="col">Checks</th><th scope="col" class="number">Server</th><th scope="col" class="number">Client</th></tr></thead><tbody>${words.map((word) => markup`<tr><th scope="row">${badge(word)}</th><td class="number">${count(server, word)}</td><td class="number">${count(client, word)}</td></tr>`)}</tbody></table>`
}
