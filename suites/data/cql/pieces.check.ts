import { check, must, plainId } from '../../../src/kit/index.ts'
import { succeeded } from '../steps.ts'
import { askAsItIs } from './ask.ts'
import { cql } from './requirements.ts'
import { peopleOf, tableOf } from './table.ts'

check(
  cql['query-contains'],
  'a-piece-of-an-identifier',
  { needs: ['list-reference'], effects: true, brokenBy: ['cql-contains-piece', 'cql-contains-beginning'] },
  async (context) => {
    const table = await tableOf(context)
    const id = plainId(String(peopleOf(table)[0]?.['id']))
    for (const [piece, text] of Object.entries({
      'a piece from within': id.slice(4, 20),
      'the beginning': id.slice(0, 20),
      'the end': id.slice(20),
    })) {
      const asked = `${table.scopes[0]} AND CONTAINS(technicians, "${text}")`
      const { answer, ids } = await askAsItIs(context, table, asked)
      // What is no identifier may be refused.
      must.noServerError(answer, `CONTAINS with ${piece} of an identifier`)
      must.equal(`number of records whose list contains ${piece} of an identifier`, ids.length, 0)
    }
  },
)

check(
  cql['query-ordering'],
  'of-signs-right-behind-the-operator',
  { effects: true, brokenBy: ['cql-sign-behind-an-operator-lost'] },
  async (context) => {
    const table = await tableOf(context)
    for (const [criterion, holds] of [
      ['lastChanged>-9999999999999', true],
      ['lastChanged<-9', false],
      ['lastChanged>=-9999999999999', true],
    ] as const) {
      const { answer, ids } = await askAsItIs(context, table, `${table.scopes[0]} AND ${criterion}`)
      // That an operator needs no blanks beside it is not stated.
      if (!succeeded(answer)) {
        must.refused4xx(answer)
        continue
      }
      if (holds) must.some(`record held by ${criterion}`, ids)
      else must.none(`record held by ${criterion}`, ids)
    }
  },
)
