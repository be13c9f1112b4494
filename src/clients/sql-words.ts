const quotedOrWord =
  /'(?:[^']|'')*'|"[^"]*"|(?<![.\w])(?:select|from|where|and|or|order by|limit|join|on|asc|desc)(?!\w)/g

/** A statement with the words of SQL in capitals, as every dialect takes them; what stands in quotes stays. */
export const sqlWordsInCapitals = (statement: string): string =>
  statement.replace(quotedOrWord, (found) => (/^['"]/.test(found) ? found : found.toUpperCase()))
