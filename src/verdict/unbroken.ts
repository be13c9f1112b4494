/** A text that was cut off, without the word or the value of JSON that the cut went through: half a name looks like another one. */
export const unbroken = (text: string): string => text.replace(/(?<=[\s,;])[^\s,;]{1,60}$/, '')
