import { expect, test } from 'vitest'
import { sqlWordsInCapitals } from '../../src/clients/sql-words.ts'

test.each([
  ['select sc.id from ServiceCall sc', 'SELECT sc.id FROM ServiceCall sc'],
  [
    "select sc.from from ServiceCall sc where sc.id = 'and or' or sc.id = 'it''s from' order by sc.id desc",
    "SELECT sc.from FROM ServiceCall sc WHERE sc.id = 'and or' OR sc.id = 'it''s from' ORDER BY sc.id DESC",
  ],
  ["select sc.id from ServiceCall sc where sc.id = '", "SELECT sc.id FROM ServiceCall sc WHERE sc.id = '"],
])('the words of SQL in %s', (statement, inCapitals) => expect(sqlWordsInCapitals(statement)).toBe(inCapitals))
