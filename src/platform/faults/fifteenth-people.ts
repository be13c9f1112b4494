import type { Fault } from '../deviation.ts'
import type { PlatformResponse } from '../http/message.ts'
import type { Person } from '../people/store.ts'
import type { ScimCall } from '../scim/scim-call.ts'
import { memoryOf, scimTurn, sentWith } from './people-kinds.ts'

type Asked = Pick<ScimCall, 'call' | 'people'>

const idOf = ({ call }: Pick<Asked, 'call'>): number => Number(call.params['userId'])
const personOf = (asked: Asked): Person | undefined => asked.people.persons.get(idOf(asked))

const wordOf = (operation: unknown): string => String((operation as { op?: unknown } | null)?.op).toLowerCase()
const turns = ['remove', 'replace', 'add']

/** Ids of users whose e-mails are in no index. */
const unheld = memoryOf(() => new Set<number>())
/** Ids of users that a list leaves out. */
const marked = memoryOf(() => new Set<number>())

/** Runs a call as if some users had e-mails that nobody asks for. */
function withoutEmails(asked: ScimCall, some: readonly Person[], handle: () => PlatformResponse): PlatformResponse {
  const { persons } = asked.people
  for (const one of some) persons.put({ ...one, email: `unheld-${one.id}@example.com`, emails: [] }, undefined)
  try {
    return handle()
  } finally {
    for (const one of some) persons.put(one, undefined)
  }
}

/** Quiet breaches of SCIM and the User API that a fifteenth reader thought up (suites/two-readings). */
export const fifteenthPeopleFaults: readonly Fault[] = [
  {
    id: 'scim-patch-removes-before-adds',
    breaks: ['B-SCM-10', 'B-SCM-19'],
    says: 'The operations of a patch run by their words: remove, then replace, then add.',
    rule: {
      scim: {
        carriedOut: (all) => all.toSorted((one, other) => turns.indexOf(wordOf(one)) - turns.indexOf(wordOf(other))),
      },
    },
  },
  {
    id: 'scim-put-without-emails-frees-the-email',
    breaks: ['B-SCM-15', 'B-SCM-04'],
    says: 'After a PUT without emails another user may be created with the e-mail of the user.',
    seam: {
      people: {
        scim: (asked, handle) => {
          const free = unheld(asked)
          if (asked.operation === 'user-post') {
            const some = [...free].flatMap((id) => asked.people.persons.get(id) ?? [])
            return withoutEmails(asked, some, () => handle(asked))
          }
          const answer = handle(asked)
          if (asked.operation !== 'user-put' || answer.status >= 300) return answer
          if (sentWith(asked)['emails'] === undefined) free.add(idOf(asked))
          else free.delete(idOf(asked))
          return answer
        },
      },
    },
  },
  scimTurn(
    'scim-group-put-lands-on-its-namesake',
    ['B-SCM-09', 'B-SCM-18'],
    ['group-put'],
    'A PUT of a group whose name an older one has replaces the members of that.',
    (asked, handle) => {
      const { groups } = asked.people
      const former = groups.get(Number(asked.call.params['groupId']))
      const answer = handle(asked)
      const now = former && answer.status < 300 ? groups.get(former.id) : undefined
      const other = now && groups.all().find((one) => one.id < now.id && one.displayName === now.displayName)
      if (!former || !other || now.displayName === undefined) return answer
      groups.put({ ...other, members: now.members, lastChanged: now.lastChanged }, asked.call.journal)
      groups.put(former, asked.call.journal)
      return answer
    },
  ),
  {
    id: 'user-deleted-from-one-company-in-no-list',
    breaks: ['B-USR-13', 'B-USR-06'],
    says: 'A user who was deleted from one company of several is in no list.',
    seam: {
      people: {
        user: (asked, handle) => {
          const gone = marked(asked)
          if (asked.operation !== 'list') {
            const answer = handle(asked)
            if (asked.operation === 'delete' && answer.status < 300 && personOf(asked)) gone.add(idOf(asked))
            return answer
          }
          const { persons } = asked.people
          const hidden = [...gone].flatMap((id) => persons.get(id) ?? [])
          for (const { id } of hidden) persons.remove(id, undefined)
          const answer = handle(asked)
          for (const one of hidden) persons.put(one, undefined)
          return answer
        },
      },
    },
  },
]
