import type { Variant } from '../deviation.ts'
import { isWell } from '../faults/passing.ts'
import { elementsIn } from '../faults/people-kinds.ts'
import { empty } from '../http/answers.ts'
import type { PlatformRequest } from '../http/message.ts'
import { scimRules } from '../rulebook/scim.ts'
import { ScimRefused } from '../scim/scim-call.ts'
import { through } from './lawful.ts'

const { scim } = scimRules

const isOfScim = ({ target }: PlatformRequest): boolean => /\/api\/scim\/v2\//.test(target)

/** Lawful servers of SCIM, the mute and the talkative one, thought up by a twenty-first reader (suites/two-readings). */
export const twentyFirstScimVariants: readonly Variant[] = [
  {
    id: 'scim-mute',
    leaves: ['B-SCM-17', 'B-SCM-18'],
    says: 'Every write of the SCIM API is answered 204 and nothing else; lists are arrays, a group without members has none.',
    // These look into the lists that are no arrays, or into answers to writes.
    excludes: [
      'scim-list-in-changing-order',
      'scim-put-clears-emails',
      'scim-groups-in-changing-order',
      'scim-lists-bare-in-changing-order',
      'scim-built-in-users',
    ],
    rule: {
      scim: {
        success: (operation) => (/-(?:list|get)$/.test(operation) ? 200 : 204),
        hasLocation: () => false,
        list: (resources) => resources,
        pageSize: () => 100_000,
        group: ({ members, ...dto }) => ({ ...dto, ...(elementsIn(members).length > 0 ? { members } : {}) }),
      },
    },
  },
  {
    ...through(
      'scim-talkative',
      ['B-SCM-17', 'B-SCM-20', 'B-SCM-21'],
      'Users and groups have all that RFC 7643 knows, empty or composed, e-mails a type and a display, members $ref and display, answers an ETag.',
      async (request, go) => {
        const response = await go(request)
        return isOfScim(request) && isWell(response)
          ? { ...response, headers: [...response.headers, ['ETag', 'W/"1"'], ['Vary', 'Accept-Encoding']] }
          : response
      },
    ),
    rule: {
      scim: {
        emails: (emails) =>
          emails.map((one, at) => ({ ...one, type: at === 0 ? 'work' : 'other', display: `<${one.value}>` })),
        user: (dto, operation) =>
          scim.user(
            {
              externalId: null,
              displayName: `Display of ${String(dto['userName'])}`,
              nickName: null,
              locale: 'en-US',
              groups: [],
              roles: [],
              entitlements: [],
              photos: null,
              'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User': { department: null, manager: null },
              ...dto,
              ...(dto['name']
                ? { name: { ...(dto['name'] as object), formatted: 'Formatted', middleName: null } }
                : {}),
            },
            operation,
          ),
        group: ({ members, ...dto }, operation) =>
          scim.group(
            {
              externalId: null,
              ...dto,
              members: elementsIn(members).map((one) => ({
                ...one,
                display: 'A member',
                type: 'User',
                $ref: `https://platform.example/scim/v2/Users/${String(one['value'])}`,
              })),
            },
            operation,
          ),
      },
    },
  },
  {
    id: 'scim-every-delete-204',
    leaves: ['B-SCM-06', 'B-SCM-11', 'B-SCM-17'],
    says: 'Every DELETE of a user or group is answered 204, the second one and that of what never was there, too.',
    excludes: ['scim-gone-410'],
    seam: {
      people: {
        scim: (asked, handle) => {
          try {
            return handle(asked)
          } catch (error) {
            if (/-delete$/.test(asked.operation) && error instanceof ScimRefused && error.status === 404)
              return empty(204)
            throw error
          }
        },
      },
    },
  },
]
