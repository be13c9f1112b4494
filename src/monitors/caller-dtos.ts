import type { Monitor } from './monitor.ts'

/** Reads and writes that are answered with a record of the resource in the path. */
const answersRecord = new Set([
  'data/list',
  'data/get',
  'data/get-by-external-id',
  'data/replace',
  'data/replace-by-external-id',
  'data/update',
  'data/update-by-external-id',
])

/** What a field refers to, where its name leaves no doubt: what two of one kind need is one pair. */
const kinds: Readonly<Record<string, string>> = {
  businessPartner: 'businesspartner',
  equipment: 'equipment',
  equipments: 'equipment',
  activities: 'activity',
  contact: 'contact',
}
const people: Readonly<Record<string, string>> = { technicians: 'technician', responsibles: 'technician' }

/** dtos has a pair for each DTO that a caller expects: the record asked for (A-PAR-01), and what it expands (A-EXP-06). */
export const callerDtos: Monitor = {
  name: 'caller-dtos',
  side: 'client',
  statements: ['A-PAR-01', 'A-EXP-06'],
  see({ observed: { reading, moment }, out }) {
    const { operation } = reading.match
    const dtos = reading.query('dtos')
    if (operation.interface !== 'data' || dtos === undefined || !/^\w+\.\d+(?:;\w+\.\d+)*;?$/.test(dtos)) return
    const find = (statement: string, expected: string) =>
      out.find({ statement, side: 'client', expected, actual: `dtos=${dtos}`, exchanges: [moment.ref] })
    const named = dtos.split(';').flatMap((pair) => (pair === '' ? [] : [pair.split('.', 1)[0]?.toLowerCase() ?? '']))
    const resource = reading.path('resourceName') ?? ''
    const due =
      operation.id === 'data/deleted'
        ? 'DeletedObjects'
        : operation.id === 'data/attachment-content'
          ? 'Attachment'
          : answersRecord.has(operation.id)
            ? resource
            : undefined
    if (due === undefined) return
    out.assert('A-PAR-01')
    if (!named.includes(due.toLowerCase())) find('A-PAR-01', `dtos names a version of ${due}`)
    const others = new Set(named.filter((name) => name !== resource.toLowerCase()))
    const expanded = reading
      .queryAll('expand')
      .flatMap((value) => {
        const field = /^\s*(\w+)\s*(?:;|$)/.exec(value)?.[1] ?? ''
        return kinds[field] ?? (/^(?:ServiceCall|Activity)$/.test(resource) ? people[field] : undefined) ?? []
      })
      .filter((kind) => kind !== resource.toLowerCase())
    if (expanded.length === 0) return
    out.assert('A-EXP-06')
    // Which resource stands behind a name is open, so they are counted.
    const needed = new Set(expanded).size
    if (others.size < needed)
      find(
        'A-EXP-06',
        `dtos names a version of ${needed === 1 ? 'what is' : `each of ${needed} resources that are`} expanded`,
      )
  },
}
