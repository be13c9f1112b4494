import type { Deviation } from '../deviation.ts'
import { askedOf, isWell, withJson, type Json } from '../faults/passing.ts'

/** Moves what each answer to a read with expansions holds of them. */
export const expansionsMoved = (move: (body: Json, relations: readonly string[]) => Json): Deviation['seam'] => ({
  passage: {
    through: async (request, go) => {
      const asked = askedOf(request)
      const relations = asked.query.getAll('expand').map((text) => (text.split(';')[0] ?? '').trim())
      const response = await go(request)
      return asked.method === 'GET' && relations.length > 0 && isWell(response)
        ? withJson(response, (body) => move(body, relations))
        : response
    },
  },
})
