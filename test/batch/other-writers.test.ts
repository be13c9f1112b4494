import MimeNode from 'nodemailer/lib/mime-node'
import { expect, test } from 'vitest'
import { responseIn } from '../../src/batch/http-head.ts'
import { readMessage } from '../../src/batch/read.ts'

const response = (status: number, body: string) =>
  `HTTP/1.1 ${status} Told\r\nContent-Type: application/json\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`
const bodies = ['{"data":[]}', '', '{"text":"--boundary within"}', '{"long":"' + 'y'.repeat(4000) + '"}']

test("a mail composer's multipart/mixed is read", async () => {
  const node = new MimeNode('multipart/mixed', { boundaryPrefix: 'other' })
  for (const [position, body] of bodies.entries())
    node
      .createChild('application/http')
      .setRaw(
        `Content-Type: application/http\r\nContent-ID: <${position}@composer>\r\n\r\n${response(200 + position, body)}`,
      )
  const built = await node.build()
  const end = built.indexOf('\r\n\r\n')
  const contentType = /Content-Type: (multipart\/mixed[^]*?)\r\n(?![ \t])/
    .exec(built.toString('latin1', 0, end + 2))?.[1]
    ?.replace(/\r\n\s+/g, ' ')
  const { parts, irregular, broken } = readMessage(contentType, built.subarray(end + 4))
  expect({ broken, irregular }).toEqual({ broken: undefined, irregular: [] })
  const read = parts.map((part) => responseIn(part))
  expect(
    read.map((one) =>
      'message' in one ? [one.message.status, one.message.contentId, one.message.body.toString()] : one,
    ),
  ).toEqual(bodies.map((body, position) => [200 + position, `<${position}@composer>`, body]))
})

test("a fetch body's parts are read; that it is form-data is noted", async () => {
  const form = new FormData()
  for (const [position, body] of bodies.entries())
    form.append(`part-${position}`, new Blob([response(200, body)], { type: 'application/http' }))
  const sent = new Response(form)
  const { parts, irregular } = readMessage(
    sent.headers.get('content-type') ?? '',
    Buffer.from(await sent.arrayBuffer()),
  )
  expect(irregular.map(({ what }) => what)).toEqual([expect.stringContaining('not multipart/mixed')])
  expect(
    parts.map((part) => {
      const read = responseIn(part)
      return 'message' in read ? read.message.body.toString() : read.broken
    }),
  ).toEqual(bodies)
})
