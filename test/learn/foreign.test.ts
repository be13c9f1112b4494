import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { UserError } from '../../src/errors/user-error.ts'
import { learn } from '../../src/learn/learn.ts'
import { newLearned, type Learned } from '../../src/learn/learned.ts'
import { overlayOf } from '../../src/learn/overlay.ts'
import { facts } from './subject.ts'

// As a browser exports it: pretty-printed, keys in its own order, pseudo headers, pages, pictures, a preflight, bodies left out.
const browser = `{
  "log": {
    "entries": [
      {
        "_initiator": { "type": "script", "stack": { "callFrames": [ { "url": "https://cluster.example/app.js" } ] } },
        "_priority": "High",
        "request": { "httpVersion": "h2", "method": "GET", "url": "https://cluster.example/logo.png", "headers": [ { "name": ":method", "value": "GET" } ], "queryString": [], "cookies": [] },
        "response": { "content": { "size": 4, "mimeType": "image/png", "text": "iVBORw==", "encoding": "base64" }, "status": 200, "headers": [] }
      },
      {
        "request": { "method": "OPTIONS", "url": "https://cluster.example/api/data/v4/Person?dtos=Person.25", "headers": [] },
        "response": { "status": 204, "headers": [], "content": { "size": 0, "mimeType": "x-unknown" } }
      },
      {
        "response": {
          "content": { "mimeType": "application/json", "size": 140,
            "text": "\\ufeff{\\n  \\"data\\": [ { \\"person\\": { \\"id\\": \\"0123456789ABCDEF0123456789ABCDEF\\", \\"lastChanged\\": 1700000000000, \\"lastName\\": \\"M\\u00fcller } ] \\\\\\" {\\" } } ]\\n}" },
          "headers": [ { "name": "content-type", "value": "application/json" } ], "status": 200 },
        "startedDateTime": "2026-11-21T10:00:00.000+01:00",
        "request": { "url": "https://cluster.example/some/prefix/api/data/v4/Person?dtos=Person.25&useExternalIds=true", "method": "get", "headers": [ { "name": ":authority", "value": "cluster.example" } ] }
      },
      {
        "request": { "method": "POST", "url": "https://auth.example/api/oauth2/v1/token", "headers": [ { "name": "content-type", "value": "application/x-www-form-urlencoded" } ],
          "postData": { "mimeType": "application/x-www-form-urlencoded", "params": [ { "name": "grant_type", "value": "password" }, { "name": "device", "value": "x y&z" } ] } },
        "response": { "status": 200, "content": { "size": 900, "mimeType": "application/json" }, "headers": null }
      }
    ],
    "version": "1.2",
    "pages": [ { "id": "page_1", "title": "entries": [] } ]
  }
}`.replace('"title": "entries": []', '"title": "entries"')

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'learn-'))
})
afterAll(() => rmSync(folder, { recursive: true }))

async function learnt(text: string): Promise<Learned> {
  const learned = newLearned()
  writeFileSync(join(folder, 'browser.har'), text)
  await learn(learned, join(folder, 'browser.har'), facts)
  return learned
}

test('a recording that a browser made is learned from', async () => {
  const overlay = overlayOf(await learnt(browser), 5)
  expect(overlay['x-observed'].files).toEqual([{ name: 'browser.har', entries: 4, exchanges: 2 }])
  expect(Object.keys(overlay['x-operations'])).toEqual(['data/list', 'token/request'])
  expect(overlay.$defs['Person.25']?.properties).toMatchObject({
    lastName: { type: 'string', 'x-observed': { first: 3, documented: false } },
    id: { 'x-observed': { documented: true } },
  })
  expect(overlay.$defs['token.request.sent']?.properties?.['device']).toMatchObject({
    type: 'string',
    'x-observed': { documented: false, first: 4 },
  })
})

test('two recordings of one name are told apart', async () => {
  const learned = await learnt(browser)
  await learn(learned, join(folder, 'browser.har'), facts)
  expect(overlayOf(learned, 5).$defs['Person.25']?.['x-observed']).toMatchObject({
    count: 2,
    first: 'browser.har:3',
    last: 'browser.har#2:3',
  })
})

test('JSON that is no recording is refused', async () => {
  await expect(learnt('{"a":1}')).rejects.toThrow(UserError)
})
