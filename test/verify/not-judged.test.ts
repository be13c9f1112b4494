import { expect, test } from 'vitest'
import { addressKind } from '../../src/verify/not-judged.ts'

const told = (path: string) =>
  addressKind({
    id: '#1',
    startedAt: 0,
    ms: 1,
    request: { method: 'POST', url: `https://eu.fsm.example${path}`, headers: [], body: Buffer.alloc(0) },
  })

test.each([
  '/service-management/api/v2/composite-tree/service-calls',
  '/api/fsm-connector/v1/service-calls',
  '/optimization/api/v1/jobs/actions/re-optimize/sync',
  '/api/oauth2/v2/token',
  '/cloud-crowd-service/api/crowd/v2/technicians/T-1/skills/actions/batch',
  '/cloud-partner-dispatch-service/partner-dispatch/v1/handover',
])('%s is known of real systems', (path) => {
  expect(told(path)).toMatch(/^known of real systems, outside of the documents, at POST /)
})

test('any other address is one of no known interface', () => {
  expect(told('/api/unknown/v1/things/7')).toBe('no known interface at POST /api/unknown/v1/things/*')
})

test('an address of the documents with another method is told as that', () => {
  expect(told('/api/data/v4/ServiceCall/7?dtos=ServiceCall.27')).toBe(
    'a method that the documents do not have there (they have GET, PUT, PATCH, DELETE) at POST /api/data/v4/ServiceCall/*',
  )
})
