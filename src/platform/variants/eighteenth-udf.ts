import type { Variant } from '../deviation.ts'
import { askedOf, eachRecord, isWell, jsonIn, withJson, type Json } from '../faults/passing.ts'
import { isPost, isRead, isUpdate, plain, withSent } from '../faults/serving.ts'
import { through } from './lawful.ts'
import { storeMeant } from './store-meant.ts'

const shownAlways = 3
const idIn = (meta: unknown): unknown => (typeof meta === 'object' && meta !== null ? (meta as Json)['id'] : meta)

/** Lawful servers of user-defined values that an eighteenth reader of the document thought up (suites/two-readings). */
export const eighteenthUdfVariants: readonly Variant[] = [
  through(
    'udf-values-of-three-definitions-always',
    ['A-DAT-05', 'A-REC-13'],
    'udfValues of a service call has an entry for each of three definitions, with null where none was sent.',
    async (request, go, { house }) => {
      const asked = askedOf(request)
      const isWritten = isPost(asked) || isUpdate(asked)
      if (asked.resource !== 'ServiceCall' || !(isWritten || isRead(asked))) return go(request)
      const sent = isWritten ? jsonIn(request) : undefined
      const values = sent?.['udfValues']
      const response = await go(
        // What is null is what is shown anyway.
        sent && Array.isArray(values)
          ? withSent(request, {
              ...sent,
              udfValues: (values as readonly (Json | null)[]).filter((one) => one?.['value'] !== null),
            })
          : request,
      )
      const store = isWell(response) ? storeMeant(request, house) : undefined
      if (!store) return response
      const definitions = store
        .table('UdfMeta')
        .all()
        .filter(({ fields }) => fields['objectType'] === 'SERVICECALL')
        .slice(0, shownAlways)
      const isNamed = asked.query.get('useExternalIds') === 'true' && !isWritten
      return withJson(response, (body) =>
        eachRecord(body, (record) => {
          if (!('udfValues' in record)) return record
          const own = (record['udfValues'] ?? []) as readonly Json[]
          const others = definitions.filter(({ id }) => !own.some(({ meta }) => plain(idIn(meta)) === plain(id)))
          const unset = others.map(({ id, externalId }) => ({ meta: isNamed ? { id, externalId } : id, value: null }))
          return { ...record, udfValues: [...own, ...unset] }
        }),
      )
    },
  ),
]
