import { check, must } from '../../src/kit/index.ts'
import { refusals } from './refusals.ts'
import { error } from './requirements.ts'
import { servedOtherwise } from './steps.ts'

// The texts of the error table are fixed: a caller of another language gets them, too.
for (const { of, needs, status, word, text, ask } of refusals) {
  check(
    error[of],
    'in-another-language',
    { needs, sampled: true, brokenBy: ['oauth-errors-in-language-of-caller'] },
    async (context) => {
      await servedOtherwise(context.api)
      must.refused(await ask(context, { headers: { 'Accept-Language': 'de-DE,de;q=0.9' } }), status, word, text)
    },
  )
}
