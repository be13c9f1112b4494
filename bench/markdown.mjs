import { reasons } from './reasons.mjs'
import { isMet, written } from './support.mjs'

/** All figures as the page bench/figures.md. */
export function markdown(results, { node = process.version, date = new Date() } = {}) {
  const missed = results.flatMap(({ part, figures }) =>
    figures.filter((figure) => !isMet(figure)).map(({ what }) => ({ part, what })),
  )
  const lines = [
    '# Figures',
    `Written by \`npm run bench\` on ${date.toISOString().slice(0, 10)} with Node ${node}. The ratios mean the same on any machine; rates,`,
    'times and shares of memory are those of one machine, and of what else it did.',
    '',
    '| part | figure | value | spread | aim | |',
    '| --- | --- | ---: | ---: | --- | --- |',
    ...results.flatMap(({ part, figures, failed }) => [
      ...figures.map((figure) => {
        const { value, spread, aim, met } = written(figure)
        return `| ${[part, figure.what, value, spread, aim, met].join(' | ')} |`
      }),
      ...(failed ? [`| ${part} | none: ${failed} | | | | not measured |`] : []),
    ]),
    '',
    '## What is not met, and why',
    ...(missed.length === 0 && results.every(({ failed }) => !failed) ? ['Every aim is met.'] : []),
    ...missed.map(({ part, what }) => {
      const reason = reasons.find((one) => one.part === part && what.includes(one.figure))
      return `- ${what}: ${reason ? reason.why : 'nobody has looked into it yet.'}`
    }),
  ]
  return `${lines.join('\n')}\n`
}
