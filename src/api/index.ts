export { runApart as run, type RunWishes as RunOptions } from './run.ts'
export { verifyApart as verify, type VerifyWishes as VerifyOptions } from './verify.ts'
export { defineCheck } from '../kit/define-check.ts'
export { eventually, must, rely, type Context } from '../kit/index.ts'
export type { Report } from './report.ts'
export {
  startPlatform,
  startRecorder,
  type StartedPlatform,
  type StartedRecorder,
  type StartPlatformOptions,
  type StartRecorderOptions,
} from './start.ts'
export type { Finding } from '../verdict/finding.ts'
export type { PlannedCheck, StreamRecord, Verdict, VerdictWord } from '../verdict/stream.ts'
