import { check, must, objectOf, rely, Unexercised } from '../../src/kit/index.ts'
import { otherClients } from './other-clients.ts'
import { atPasswordDesk, ready } from './password-desk.ts'
import { mustBeTold, refusals } from './refusals.ts'
import { error } from './requirements.ts'
import { servedOtherwise } from './steps.ts'

// Logins that are refused for what they are, however often they come; none of them is a guess at a password.
for (const refusal of refusals) {
  const { of, login, needs, status, word, text, ask } = refusal
  if (!login) continue
  check(
    error[of],
    `${login.called}-by-other-clients`,
    {
      needs: [...needs, 'second-client'],
      brokenBy: [
        `${word.replaceAll('_', '-')}-401-for-general-clients`,
        ...(word === 'invalid_grant' ? ['third-wrong-password-told-as-expired'] : []),
      ],
    },
    async (context) => {
      await servedOtherwise(context.api)
      await rely(error[of], async () => mustBeTold(await ask(context), refusal))
      let told = 0
      for (const client of otherClients(context, login.identity)) {
        const answer = await ask(context, { client })
        // A client that is not allowed for the account may be told that first.
        if (objectOf(answer)['error'] === 'unauthorized_client') continue
        must.refused(answer, status, word, text)
        told += 1
      }
      if (told === 0) throw new Unexercised('no other client is allowed for that login')
    },
  )
}

// A login that is right stands before and behind each pair: a lockout must not build up.
check(
  error['invalid-grant'],
  'wrong-password-twice',
  { needs: ['password-trials'], brokenBy: ['second-invalid-grant-without-description'] },
  (context) =>
    atPasswordDesk(context, async (turn) => {
      await ready(turn)
      for (const wrong of [`${context.fresh.tag}-Wrong1!`, `${context.fresh.tag}-Wrong2!`])
        must.refused(await turn.logIn(wrong), 400, 'invalid_grant', /^bad credentials$/i)
      await ready(turn)
    }),
)
