import type { Recorder } from '../../recorder/record.ts'

const authorityUnknown =
  /^(?:UNABLE_TO_VERIFY_LEAF_SIGNATURE|(?:DEPTH_ZERO_)?SELF_SIGNED_CERT(?:_IN_CHAIN)?|UNABLE_TO_GET_ISSUER_CERT(?:_LOCALLY)?)$/

/** What a recorder says at its end: what it did not see, then what it has. */
export function endLines(recorder: Recorder, out: string, upstreams: readonly string[] = []): string {
  const { requests, bytes, broken, unwritten, forgotten, cut } = recorder.totals()
  const failure = recorder.failure()
  const [unseen, named, unanswered] = [recorder.tunnelled(), recorder.elsewhere(), recorder.unanswered()]
  const unread = recorder.unread()
  const isUpstream = ([origin]: readonly [string, number]) => upstreams.some((url) => new URL(url).origin === origin)
  const others = new Map([...named].filter((one) => !isUpstream(one)))
  const own = new Map([...named].filter(isUpstream))
  const isUntrusted = [...unanswered.keys()].some((code) => authorityUnknown.test(code))
  return [
    unseen.size > 0 ? `not recorded, because no --host names them: ${counted(unseen)}\n` : '',
    others.size > 0
      ? `answers named ${counted(others)}: what a client calls there is not in this recording (it would be with ${withForward(others)})\n`
      : '',
    // As they do without a recorder: a client that stays at its address loses nothing, and whether one did not is seen nowhere.
    own.size > 0
      ? `answers named the upstream itself, ${counted(own)}, as is usual: calls to the recorder are all here, calls past it are not\n`
      : '',
    unanswered.size > 0
      ? `requests without an answer, by what the connection to the upstream met: ${counted(unanswered)}${isUntrusted ? '; --ca FILE names the authority of its certificate' : ''}\n`
      : '',
    unread.size > 0
      ? `not passed on and not recorded, because Node reads no HTTP in it (answered with 400 here): ${counted(unread)}${unread.has('HPE_INVALID_URL') ? '; an address holds what is not URL-encoded' : ''}\n`
      : '',
    `${requests} ${requests === 1 ? 'request' : 'requests'} in ${out} (${bytes} bytes)`,
    broken > 0 ? `, ${broken} of them broken off` : '',
    cut > 0 ? `; ${cut} ${cut === 1 ? 'body' : 'bodies'} too large for an entry` : '',
    unwritten > 0 ? `; ${unwritten} could not be written` : '',
    forgotten > 0
      ? `; ${forgotten} secrets were too many to remember: later copies were redacted by field name only`
      : '',
    failure ? `: ${failure.message}` : '',
    '\n',
  ].join('')
}

const counted = (counts: ReadonlyMap<string, number>): string => {
  const most = [...counts].sort(([, one], [, other]) => other - one)
  return `${most
    .slice(0, 10)
    .map(([name, times]) => `${name} (${times})`)
    .join(', ')}${most.length > 10 ? ` and ${most.length - 10} more` : ''}`
}

/** One address as an example; the others are named before it. */
function withForward(named: ReadonlyMap<string, number>): string {
  const [first] = [...named].sort(([, one], [, other]) => other - one)
  const host = first && URL.canParse(first[0]) ? new URL(first[0]).hostname.replace(/^\[|\]$/g, '') : 'NAME'
  return `--forward --host ${host}`
}
