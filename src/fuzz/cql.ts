import { questions } from '../cql/generate.ts'
import { printed, type Question } from '../cql/question.ts'
import { relations, type Relation } from '../../suites/data/cql/relations.ts'
import { seeded, type Table } from '../../suites/data/cql/table.ts'
import { causeOf } from '../cql/cause.ts'
import type { Game } from './game.ts'
import { smaller } from '../cql/shrink.ts'

/** A law, and the two questions that are put to it. */
export interface CqlCase {
  readonly law: string
  readonly questions: readonly [Question, Question]
}

const lawOf = ({ law }: CqlCase): Relation => relations.find(({ name }) => name === law) ?? (relations[0] as Relation)

/** Generated questions, held against the laws of the query language. */
export const cqlGame: Game<CqlCase, Table> = {
  name: 'cql',
  draw: (fc) =>
    fc.record({
      law: fc.oneof(...relations.map(({ name, weight }) => ({ weight: weight * 2, arbitrary: fc.constant(name) }))),
      questions: fc.tuple(questions(fc), questions(fc)),
    }),
  prepare: (context) => seeded(context),
  hold: (context, table, one) => lawOf(one).hold(context, table, ...one.questions),
  smaller: ({ law, questions: [one, other] }) => [
    ...smaller(one).map((less): CqlCase => ({ law, questions: [less, other] })),
    ...smaller(other).map((less): CqlCase => ({ law, questions: [one, less] })),
  ],
  cause: ({ law, questions: [one] }) => causeOf(law, one),
  requirement: (one) => lawOf(one).requirement,
  told: ({ questions: [one] }, table) => printed(one, table),
  evidence: ({ questions: [one] }, table) => ({ query: printed(one, table) }),
}
