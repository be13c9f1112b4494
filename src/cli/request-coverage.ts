import { existsSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { UserError } from '../errors/user-error.ts'
import { readUserFile } from '../errors/user-file.ts'
import { isObject } from '../exchange/json.ts'
import type { RequestCounts } from '../judging/request-space.ts'
import { requestTable, type RequestTable } from '../judging/request-table.ts'

/** Prints which cells of the request space a run filled. Exit code 1 if an explanation explains nothing. */
export function showRequests(from: string, asJson: boolean): void {
  const table = requestTable(countsIn(from))
  process.stdout.write(asJson ? `${JSON.stringify(table, null, 2)}\n` : inLines(table))
  if (table.idle.length > 0) process.exitCode = 1
}

function countsIn(from: string): RequestCounts {
  const file = existsSync(from) && statSync(from).isDirectory() ? join(from, 'report.jsonl') : from
  const takes = '--from takes the folder of a run, or its report.jsonl'
  for (const [position, line] of readUserFile(file, takes).split('\n').entries()) {
    if (!line.startsWith('{"requests"')) continue
    let requests: unknown
    try {
      requests = (JSON.parse(line) as { requests?: unknown }).requests
    } catch {
      throw new UserError('this is not JSON', { file, line: position + 1, todo: takes })
    }
    if (isObject(requests)) return requests as RequestCounts
  }
  throw new UserError('it does not say which requests the run sent', {
    file,
    todo: 'only a complete report of "fieldproof run" does',
  })
}

function inLines({ cells, holes, idle }: RequestTable): string {
  const operations = [...new Set(cells.map(({ operation }) => operation))]
  const lines = operations.flatMap((operation) => {
    const own = cells.filter((cell) => cell.operation === operation)
    const filled = own.filter(({ requests }) => requests > 0).length
    const open = holes.filter((cell) => cell.operation === operation).map(({ cell }) => cell)
    const first = own[0]
    return [
      `${operation}  ${first?.method} ${first?.path}  ${filled} of ${own.length} kinds of request sent, ${own.length - filled - open.length} explained, ${open.length} open`,
      ...(open.length > 0 ? [`  open: ${open.join('; ')}`] : []),
    ]
  })
  const reasons = [...new Set(cells.flatMap(({ because }) => because ?? []))].map((because) => {
    const count = cells.filter((cell) => cell.because === because).length
    return `  ${String(count).padStart(4)}  ${because}`
  })
  return [
    ...lines,
    '',
    'explained:',
    ...reasons,
    ...idle.map(
      ({ operation, cell }) => `explains nothing: ${operation} ${cell}: remove it from suites/request-space.ts`,
    ),
    '',
    `${cells.filter(({ requests }) => requests > 0).length} of ${cells.length} kinds of request sent, ${holes.length} open`,
    '',
  ].join('\n')
}
