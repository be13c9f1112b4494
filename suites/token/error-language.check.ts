import { check } from '../../src/kit/index.ts'
import { mustBeTold, refusals } from './refusals.ts'
import { error } from './requirements.ts'
import { servedOtherwise } from './steps.ts'

// The texts of the error table are fixed: a caller of another language gets them, too.
for (const refusal of refusals) {
  const { of, needs, ask } = refusal
  check(
    error[of],
    'in-another-language',
    { needs, sampled: true, brokenBy: ['oauth-errors-in-language-of-caller'] },
    async (context) => {
      await servedOtherwise(context.api)
      mustBeTold(await ask(context, { headers: { 'Accept-Language': 'de-DE,de;q=0.9' } }), refusal)
    },
  )
}
