import { check, must, objectOf } from '../../src/kit/index.ts'
import { refusals } from './refusals.ts'
import { error } from './requirements.ts'
import { servedOtherwise } from './steps.ts'

/** Quiet ones: those of the second refusal only, and those of one kind of login. */
const faults: Readonly<Record<string, readonly string[]>> = {
  'expired-credentials': ['expired-password-refused-once'],
  'invalid-grant': ['unknown-user-told-as-such'],
  'saml-redirect': ['saml-address-told-once', 'sso-user-let-in-with-right-password'],
  'unauthorized-client': ['disallowed-client-lets-users-in'],
}

// A refusal ends nothing: what was wrong with a request is wrong with the same request a moment later.
for (const { of, needs, status, word, text, fault, ask } of refusals) {
  check(
    error[of],
    'asked-again-at-once',
    { needs, sampled: true, brokenBy: [fault, ...(faults[of] ?? [])] },
    async (context) => {
      await servedOtherwise(context.api)
      for (const again of [false, true]) {
        const answer = await ask(context)
        must.refused(answer, status, word, text)
        if (of === 'saml-redirect')
          must.be(
            `saml_redirect_url ${again ? 'of the second refusal' : ''}`.trim(),
            objectOf(answer)['saml_redirect_url'],
            'a text',
          )
      }
    },
  )
}
