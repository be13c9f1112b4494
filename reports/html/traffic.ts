import type { TrafficTimes } from '../../src/verdict/stream.ts'
import { some } from '../wording.ts'
import { bars } from './bars.ts'
import { markup, type Markup } from './markup.ts'

/** When the requests of a run were sent, and how long each operation took to answer. A merged report has one of each shard. */
export function trafficPart(times: readonly TrafficTimes[]): Markup {
  const shown = times.filter(({ operations }) => operations.length > 0)
  if (shown.length === 0) return markup``
  return markup`<section id="traffic"><h2>Requests and their answers</h2>${shown.map((one, at) => markup`${shown.length > 1 && markup`<h3>Part ${at + 1}</h3>`}${timeline(one)}${latencies(one)}`)}</section>`
}

function timeline({ stepMs, requests, waitedMs }: TrafficTimes): Markup {
  // A run of a moment has no course.
  if (requests.length < 2) return markup``
  const step = `${stepMs / 1000} s`
  const waits = waitedMs.reduce((sum, ms) => sum + ms, 0)
  return markup`<h3>Over time</h3><p class="dim">Requests in each ${step}, at most ${Math.max(...requests)}.</p>${bars(
    requests.map((count, at) => ({ value: count, title: `from ${(at * stepMs) / 1000} s: ${some(count, 'request')}` })),
    `requests in each ${step}`,
  )}${
    waits > 0 &&
    markup`<p class="dim">Deliberate waits in each ${step}: for what is slow by its nature, for Retry-After, and for the pace of the target file. Those of all checks are added up, ${(waits / 1000).toFixed(1)} s in all.</p>${bars(
      waitedMs.map((ms, at) => ({
        value: ms,
        title: `from ${(at * stepMs) / 1000} s: ${(ms / 1000).toFixed(1)} s waited`,
      })),
      `waits in each ${step}`,
    )}`
  }`
}

/** The slowest first: that is where a run spends its time. */
function latencies({ operations }: TrafficTimes): Markup {
  const slowest = operations.toSorted((one, other) => spent(other) - spent(one))
  const silent = operations.some(({ unanswered }) => unanswered > 0)
  return markup`<h3>By operation</h3><div class="wide" tabindex="0" role="region" aria-label="answers by operation"><table><thead><tr><th scope="col">Operation</th><th scope="col" class="number">Requests</th>${silent && markup`<th scope="col" class="number">No answer</th>`}<th scope="col" class="number">Half within</th><th scope="col" class="number">Nine of ten within</th><th scope="col" class="number">Slowest</th></tr></thead><tbody>
${slowest.map(
  ({ operation, requests, unanswered, medianMs, slowTenthMs, mostMs }) =>
    markup`<tr><th scope="row">${operation}</th><td class="number">${requests}</td>${silent && markup`<td class="number">${unanswered}</td>`}<td class="number">${medianMs} ms</td><td class="number">${slowTenthMs} ms</td><td class="number">${mostMs} ms</td></tr>
`,
)}</tbody></table></div>`
}

const spent = ({ requests, medianMs }: TrafficTimes['operations'][number]): number => requests * (medianMs + 0.5)
