export interface Completed {
  /** `run`, or `fuzz cql`. */
  readonly path: string
  readonly summary: string
  readonly options: ReadonlyArray<{
    readonly flag: string
    readonly about: string
    /** The words that may follow it, any file, or nothing. */
    readonly takes: readonly string[] | 'file' | 'nothing'
  }>
  /** Commands inside it, or the values of its first argument. */
  readonly words: readonly string[]
}

/** The script of each shell. */
export const scripts = { bash, zsh, fish }

const topOf = (all: readonly Completed[]): readonly Completed[] => all.filter(({ path }) => !path.includes(' '))

/** In single quotes, for any shell. */
const quoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`

/** In bash and zsh alike: which command is being typed, from the words before the cursor. */
const commandTyped = (all: readonly Completed[], words: string, from: number): string => {
  const inner = all.flatMap(({ path }) => (path.includes(' ') ? [path] : []))
  return `  local typed="\${${words}[${from}]}"
  case "$typed \${${words}[${from + 1}]}" in
    ${inner.map((path) => `'${path}'`).join('|')}) typed="$typed \${${words}[${from + 1}]}" ;;
  esac`
}

function bash(all: readonly Completed[]): string {
  const cases = all.map(({ path, options, words }) => {
    const valued = options.flatMap(({ flag, takes }) =>
      takes === 'nothing'
        ? []
        : [
            takes === 'file'
              ? `        ${flag}) COMPREPLY=($(compgen -f -- "$current")); return ;;`
              : `        ${flag}) COMPREPLY=($(compgen -W ${quoted(takes.join(' '))} -- "$current")); return ;;`,
          ],
    )
    const offered = [...words, ...options.map(({ flag }) => flag)].join(' ')
    return `    '${path}')
${valued.length > 0 ? `      case "$before" in\n${valued.join('\n')}\n      esac\n` : ''}      offered=${quoted(offered)} ;;`
  })
  return `# fieldproof: completion for bash
_fieldproof() {
  local current="\${COMP_WORDS[COMP_CWORD]}" before="\${COMP_WORDS[COMP_CWORD-1]}" offered
  COMPREPLY=()
  if [ "$COMP_CWORD" -eq 1 ]; then
    COMPREPLY=($(compgen -W ${quoted(
      topOf(all)
        .map(({ path }) => path)
        .join(' '),
    )} -- "$current"))
    return
  fi
${commandTyped(all, 'COMP_WORDS', 1)}
  case "$typed" in
${cases.join('\n')}
    *) return ;;
  esac
  COMPREPLY=($(compgen -W "$offered" -- "$current"))
  case "$current" in -*) ;; *) COMPREPLY+=($(compgen -f -- "$current")) ;; esac
}
complete -o filenames -F _fieldproof fieldproof
`
}

/** A word and what it is, as _describe and _arguments take them. */
const described = (word: string, about: string): string => quoted(`${word}:${about.replaceAll(':', ' ')}`)

function zsh(all: readonly Completed[]): string {
  const cases = all.map(({ path, options, words }) => {
    const valued = options.flatMap(({ flag, takes }) =>
      takes === 'nothing'
        ? []
        : [
            takes === 'file'
              ? `        ${flag}) _files; return ;;`
              : `        ${flag}) compadd ${takes.join(' ')}; return ;;`,
          ],
    )
    return `    '${path}')
${valued.length > 0 ? `      case "$words[CURRENT-1]" in\n${valued.join('\n')}\n      esac\n` : ''}${words.length > 0 ? `      compadd ${words.join(' ')}\n` : ''}      offered=(${options.map(({ flag, about }) => described(flag, about)).join(' ')}) ;;`
  })
  return `#compdef fieldproof
# fieldproof: completion for zsh
_fieldproof() {
  local -a offered
  if (( CURRENT == 2 )); then
    offered=(${topOf(all)
      .map(({ path, summary }) => described(path, summary))
      .join(' ')})
    _describe command offered
    return
  fi
${commandTyped(all, 'words', 2)}
  case "$typed" in
${cases.join('\n')}
  esac
  _describe option offered
  _files
}
compdef _fieldproof fieldproof
`
}

function fish(all: readonly Completed[]): string {
  const names = topOf(all).map(({ path }) => path)
  const first = topOf(all).map(
    ({ path, summary }) => `complete -c fieldproof -f -n __fish_use_subcommand -a ${path} -d ${quoted(summary)}`,
  )
  const rest = all.flatMap(({ path, options, words }) => {
    const seen = path
      .split(' ')
      .map((word) => `__fish_seen_subcommand_from ${word}`)
      .join('; and ')
    const when = `complete -c fieldproof -n '${seen}'`
    return [
      ...words.map((word) => `${when} -a ${word}`),
      ...options.map(({ flag, about, takes }) => {
        const value = takes === 'nothing' ? '' : takes === 'file' ? ' -r -F' : ` -x -a ${quoted(takes.join(' '))}`
        return `${when} -l ${flag.replace(/^-+/, '')}${value} -d ${quoted(about)}`
      }),
    ]
  })
  return `# fieldproof: completion for fish (${names.length} commands)\n${[...first, ...rest].join('\n')}\n`
}
