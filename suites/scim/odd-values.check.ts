import { check, isObjection, must } from '../../src/kit/index.ts'
import { freshEmail } from '../user/emails.ts'
import { oneEmail, putOfEmails, mustBeSeenWith } from './emails.ts'
import {
  createdScimUser,
  everyUser,
  putScimUser,
  readScimUser,
  wholeScimUser,
  withScimUser,
  type Own,
} from './people.ts'
import { emailsOf, emailsToSend, primariesOf, shownOf } from './reading.ts'
import { mustBeListedUser } from './listed.ts'
import { scim } from './requirements.ts'

const many = ['many-users'] as const

type Json = Readonly<Record<string, unknown>>

check(
  scim['written-is-read'],
  'odd-texts-of-a-created-user',
  { effects: true, needs: many, brokenBy: ['scim-post-user-name-cut-at-its-sign', 'scim-post-names-of-one-word'] },
  async (context) => {
    const { fresh } = context
    const odd: readonly Json[] = [
      { userName: `${fresh.externalId()}.McKay+x@Users.example` },
      { name: { familyName: `O'Neill & <Co> ${fresh.text()}`, givenName: `Anna Maria ${fresh.text()}` } },
      { userName: `${fresh.externalId()} 𠮷🔧 end`, name: { familyName: `${fresh.text()} 𠮷🔧 end`, givenName: '0' } },
    ]
    const made: Own[] = []
    for (const texts of odd) {
      // Which texts are acceptable is not said: they may be refused, but not kept changed.
      const { userName, name } = wholeScimUser(context)
      made.push(await createdScimUser(context, texts, { userName, name }))
    }
    const listed = await everyUser(context)
    for (const { id, body } of made) {
      must.equal('the user as read by id', shownOf(await readScimUser(context, id)), shownOf(body))
      mustBeListedUser(listed, id, body)
    }
  },
)

check(
  scim['written-is-read'],
  'three-e-mails-of-a-created-user',
  {
    effects: true,
    needs: many,
    brokenBy: ['scim-post-third-email-dropped', 'scim-third-email-dropped', 'scim-create-first-email-is-primary'],
  },
  async (context) => {
    const main = freshEmail(context)
    const other = () => ({ value: freshEmail(context), primary: false })
    // How many e-mails a user may have is not said (B-SCM-12): where three are refused, one is sent.
    const emails = [other(), ...oneEmail(main), other()]
    const { id, body } = await createdScimUser(context, { emails }, { emails: oneEmail(main) })
    await mustBeSeenWith(context, main, await everyUser(context), id, body)
  },
)

check(
  scim['replace-user'],
  'with-the-e-mails-that-it-has',
  { effects: true, brokenBy: ['scim-put-own-other-email-refused', 'scim-put-own-email-refused'] },
  async (context) => {
    await withScimUser(context, async ({ id, body }) => {
      const put = await putOfEmails(context, id, body, [freshEmail(context), freshEmail(context)])
      must.success(put.answer)
      const emails = emailsToSend(await readScimUser(context, id)) ?? put.emails
      // They are in use by nobody else, in whatever order they stand.
      for (const again of [emails, emails.toReversed()]) {
        const name = { familyName: context.fresh.text(), givenName: context.fresh.text() }
        const changed = { ...put.body, name, emails: again }
        must.success(await context.api.scim.users.replace(id, changed))
        const read = await readScimUser(context, id)
        must.equal('the user', shownOf(read), shownOf(changed))
        must.equal('its primary e-mails', primariesOf(read), primariesOf(changed))
      }
      must.success((await putScimUser(context, id, body)).answer)
    })
  },
)

const inCapitals = (text: unknown): string => String(text).replace(/^[^@]*/, (part) => part.toUpperCase())

check(
  scim['written-is-read'],
  'other-capitals-of-a-put',
  { effects: true, brokenBy: ['scim-put-of-other-capitals-alone-ignored'] },
  async (context) => {
    await withScimUser(context, async ({ id, body }) => {
      const { familyName, givenName } = shownOf(body)
      const capitals: Json = {
        userName: inCapitals(body['userName']),
        name: { familyName: inCapitals(familyName), givenName: inCapitals(givenName) },
        emails: emailsOf(body).flatMap((value) => oneEmail(inCapitals(value))),
      }
      let now: Json = body
      for (const [attributeName, value] of Object.entries(capitals)) {
        const changed = { ...now, [attributeName]: value }
        const answer = await context.api.scim.users.replace(id, changed)
        // Which texts are acceptable is not said.
        if (isObjection(answer)) continue
        must.success(answer)
        now = changed
        must.equal(
          `the user after its ${attributeName} in capitals`,
          shownOf(await readScimUser(context, id)),
          shownOf(now),
        )
      }
      must.success((await putScimUser(context, id, body)).answer)
    })
  },
)
