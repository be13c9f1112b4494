/** Any text as one quoted word for a POSIX shell. */
export const quotedForShell = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`

/** The same, quoted only if necessary. */
export const shellWord = (text: string): string => (/^[\w@%+=:,./-]+$/.test(text) ? text : quotedForShell(text))
