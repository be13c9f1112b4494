/** Where a reader of a code review sees a finding: in the target file, or the recording. */
export interface SourcePlace {
  /** Relative to the folder of the job, or absolute where it is outside of it; with slashes. */
  readonly file: string
  readonly line: number
}

/** The place for an interface; nothing where the target is no file. */
export type PlaceOf = (name: string) => SourcePlace | undefined
