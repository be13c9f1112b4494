/** On a busy machine 30 ms may pass before others are looked at: they come first, however late it is. */
export async function pause(): Promise<void> {
  await new Promise<void>((done) => void setTimeout(done, 30))
  for (let turn = 0; turn < 50; turn += 1) await new Promise<void>((done) => void setImmediate(done))
}
