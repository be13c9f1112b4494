import { styleText } from 'node:util'
import type { RunView } from '../run-view.ts'

const styles = ['red', 'green', 'yellow', 'bold', 'dim'] as const
export type Paint = Readonly<Record<(typeof styles)[number], (text: string) => string>>

/** What every part of the page needs. */
export interface Page {
  readonly view: RunView
  readonly paint: Paint
  readonly width: number
  readonly maxFindings: number
}

/** The caller decides about color: the stream that util would inspect may not be where the text goes. */
export const paints = (color: boolean): Paint =>
  Object.fromEntries(
    styles.map((style) => [
      style,
      (text: string) => (color ? styleText(style, text, { validateStream: false }) : text),
    ]),
  ) as Paint
