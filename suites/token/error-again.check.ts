import { check, must, objectOf } from '../../src/kit/index.ts'
import { mustBeTold, refusals } from './refusals.ts'
import { error } from './requirements.ts'
import { servedOtherwise } from './steps.ts'

/** How a second refusal may quietly differ from the first. */
const faults: Readonly<Record<string, readonly string[]>> = {
  'expired-credentials': ['expired-password-refused-once', 'second-expired-credentials-without-description'],
  'invalid-grant': ['second-invalid-grant-without-description'],
  'saml-redirect': ['saml-address-told-once', 'second-saml-redirect-without-description'],
  'unauthorized-client': ['second-unauthorized-client-without-description'],
}

// A refusal ends nothing: what was wrong with a request is wrong with the same request a moment later.
for (const refusal of refusals) {
  const { of, needs, fault, ask } = refusal
  check(
    error[of],
    'asked-again-at-once',
    { needs, sampled: true, brokenBy: [fault, ...(faults[of] ?? [])] },
    async (context) => {
      await servedOtherwise(context.api)
      for (const again of [false, true]) {
        const answer = await ask(context)
        mustBeTold(answer, refusal)
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
