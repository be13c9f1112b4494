import type { Monitor } from './monitor.ts'

/** How callers write parameters, where the server refused them: orderBy (A-PAR-08), fields (A-PAR-11) and the older form of attachments (A-ATT-04). */
export const callerParameters: Monitor = {
  name: 'caller-parameters',
  side: 'client',
  statements: ['A-ATT-04', 'A-PAR-08', 'A-PAR-11'],
  see({ observed: { reading, status, moment }, out }) {
    if (reading.match.operation.interface !== 'data' || status !== 400) return
    if (reading.match.operation.id === 'data/attachment-content-older') {
      out.assert('A-ATT-04')
      const operation = reading.query('operation')
      if (operation?.toLowerCase() !== 'download')
        out.find({
          statement: 'A-ATT-04',
          side: 'client',
          expected: 'the older form of an attachment has operation=download',
          actual: operation === undefined ? 'no operation' : `operation=${operation.slice(0, 60)}`,
          exchanges: [moment.ref],
        })
    }
    const [order, fields] = [reading.query('orderBy'), reading.query('fields')]
    if (order !== undefined) {
      out.assert('A-PAR-08')
      const odd = order.split(',').find((one) => /^\s*[\w.]+\s+(?!(?:asc|desc)\s*$)\S/i.test(one))
      if (odd !== undefined)
        out.find({
          statement: 'A-PAR-08',
          side: 'client',
          expected: 'in orderBy each field is followed by asc, desc or nothing',
          actual: `orderBy with ${JSON.stringify(odd.trim().slice(0, 60))}`,
          exchanges: [moment.ref],
        })
    }
    if (fields === undefined) return
    out.assert('A-PAR-11')
    const sign = /\w\s*([;|])\s*\w/.exec(fields)?.[1]
    if (sign !== undefined)
      out.find({
        statement: 'A-PAR-11',
        side: 'client',
        expected: 'the names in fields are separated by commas',
        actual: `names separated by ${sign}`,
        exchanges: [moment.ref],
      })
  },
}
