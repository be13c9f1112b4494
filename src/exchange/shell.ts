/** Any text as one word of a POSIX shell, in quotes. */
export const quotedForShell = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`

/** The same, without quotes where it needs none. */
export const shellWord = (text: string): string => (/^[\w@%+=:,./-]+$/.test(text) ? text : quotedForShell(text))
