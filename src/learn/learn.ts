import { basename } from 'node:path'
import type { ContractFacts } from '../contract/index.ts'
import { readHar } from '../har/read.ts'
import { exchangesIn } from './exchanges-in.ts'
import { learnExchange } from './learn-exchange.ts'
import type { Learned, SourceFile } from './learned.ts'

/** Adds what a recording shows, one entry in memory at a time. */
export async function learn(learned: Learned, file: string, facts: ContractFacts): Promise<void> {
  const source: SourceFile = { name: unused(basename(file), learned), entries: 0, exchanges: 0 }
  learned.files.push(source)
  for await (const entry of readHar(file)) {
    source.entries += 1
    for (const exchange of exchangesIn(entry, `${source.name}:${source.entries}`, facts))
      if (learnExchange(learned, exchange, facts)) source.exchanges += 1
  }
}

/** Two recordings may have the same name: an entry's place must still tell which. */
function unused(name: string, { files }: Learned): string {
  let found = name
  for (let next = 2; files.some((file) => file.name === found); next += 1) found = `${name}#${next}`
  return found
}
