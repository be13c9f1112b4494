import { check, must, objectOf, rely, type Reply } from '../../../src/kit/index.ts'
import { mustBeApart } from '../companies.ts'
import { grant, validation } from '../requirements.ts'
import { freshToken } from '../steps.ts'
import { fileContent } from './operation.ts'
import { interfaceOf } from './interface-of.ts'
import { operations } from './operations.ts'

/** Whether an answer shows a record, a row or the content of a file. */
function shows(reply: Reply): boolean {
  const { data } = objectOf(reply)
  return reply.status < 300 && ((Array.isArray(data) && data.length > 0) || reply.text.includes(fileContent.toString()))
}

/** An operation whose answer may be empty for every caller shows nothing here. */
const telling = Object.entries(operations).filter(
  ([name, { company }]) => (company || name === 'batch') && name !== 'deleted-listing',
)

// A user works in the companies that are assigned to him, and this one is assigned to none. Where all companies are one, nothing can be told.
for (const [name, operation] of telling) {
  check(
    grant['company-user-login'],
    `company-not-assigned-on-${name}`,
    {
      needs: [...operation.needs, 'companyless-user', 'writes', 'service-call'],
      calls: [interfaceOf(name)],
      sampled: true,
      brokenBy: [
        `company-of-others-on-${name}`,
        ...(name.endsWith('external-id') ? ['company-of-others-by-external-id'] : []),
      ],
      ...(operation.effects ? { effects: true } : {}),
    },
    async (context) => {
      await mustBeApart(context)
      const other = context.as('companyless')
      await rely(grant['success-is-200'], () => freshToken(other))
      const ready = await operation.prepare(context, other)
      const reply = await ready.send()
      if (operation.effects) await ready.undone()
      else
        must.hold(
          'a refusal, or nothing of a company that is not assigned to the user',
          !shows(reply),
          `status ${reply.status} ${reply.text}`,
        )
      const own = await operation.prepare(context, context.api)
      await rely(validation['token-in-header'], async () => own.served(await own.send()))
    },
  )
}
