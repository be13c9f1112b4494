/** The part of a statement's number that its chapter shares: A-CQL of A-CQL-12. */
export const chapterOf = (statement: string): string => statement.slice(0, statement.lastIndexOf('-'))
