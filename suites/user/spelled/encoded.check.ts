import { check, must } from '../../../src/kit/index.ts'
import { validation } from '../../token/requirements.ts'
import { spelledCalls } from './calls.ts'

const lowerHex = (text: string): string => Buffer.from(text).toString('hex').replace(/../g, '%$&')
const upperHex = (text: string): string => lowerHex(text).toUpperCase()

for (const [name, { needs, effects, prepare }] of Object.entries(spelledCalls))
  check(
    validation['unreserved-characters-equal'],
    `encoded-query-on-${name}`,
    {
      calls: ['user'],
      needs,
      sampled: true,
      brokenBy: [`encoded-kept-on-${name}`, `lower-hex-kept-on-${name}`],
      ...(effects ? { effects } : {}),
    },
    async (context) => {
      const outcome = await prepare(context)
      const plain = await outcome()
      for (const encoded of [upperHex, lowerHex])
        must.equal('what comes of a call with its query encoded', await outcome({ encoded }), plain)
    },
  )
