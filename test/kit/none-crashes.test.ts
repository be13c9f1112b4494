import { expect, test } from 'vitest'
import { noneCrashes } from '../../src/kit/none-crashes.ts'
import { HungUp } from '../../src/target/hung-up.ts'
import { TooLongToRead } from '../../src/target/too-long-to-read.ts'
import { answered } from './answers.ts'

const hungUp = () => Promise.reject(new HungUp('no answer'))
const well = () => Promise.resolve(answered(400))

test('an odd question that is broken off is not exercised, where the plain one is answered', async () => {
  const asked = { one: well, other: hungUp }
  await expect(noneCrashes(asked, well)).rejects.toMatchObject({ name: 'Unexercised', message: /other$/ })
  await expect(noneCrashes(asked, hungUp)).rejects.toBeInstanceOf(HungUp)
})

test('a crash is told beside it, and an answer that is too long to read is none', async () => {
  const crashed = () => Promise.resolve(answered(500))
  const tooLong = () => Promise.reject(new TooLongToRead('too long'))
  await expect(noneCrashes({ one: hungUp, other: crashed }, well)).rejects.toMatchObject({ name: 'Breach' })
  await expect(noneCrashes({ one: well, other: tooLong }, well)).resolves.toBeUndefined()
})
