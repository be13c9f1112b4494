/** Files of src/platform in which a mutant is no wrong server, each with the reason. */
const reasons = [
  [/\.d\.ts$/, 'types'],
  [/^(?:faults|variants)\/|^(?:deviations|deviation|compose)\.ts$/, 'deviations, which are off'],
  [/^operation-of\.ts$/, 'only deviations of one route ask it'],
  [/^(?:world|worlds)\/|seed\.ts$/, 'what a cluster happens to hold: another world is as lawful'],
  [/^target-file\.ts$|facts\.ts$|foreign\.ts$/, 'what the kit is told of the platform, not what the platform answers'],
  [/^data\/resources\//, 'which kinds of records there are, told to the kit by the same table'],
  [/^bulk\//, 'bulk calls are not shown: what a target does is observed'],
  [/^dispatch\/control\.ts$/, 'prepares activities for tests; no interface of the documents'],
  [/^query\/(?:parse|grammar)\.ts$/, 'the syntax of the Query API is not shown (A-QRY-03)'],
  [/^clock\//, 'moves the clock for tests; no interface of the documents'],
  [/^http\/server\.ts$/, 'the sockets: trials here are in process (test/platform starts it)'],
]

/** The reason why a file is left alone; undefined if it is mutated. `name` is its path below src/platform. */
export const notMutated = (name) => reasons.find(([pattern]) => pattern.test(name))?.[1]
