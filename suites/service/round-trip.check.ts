import { check, must, sameId, type Context } from '../../src/kit/index.ts'
import { stored } from '../data/steps.ts'
import { forUsualPartner } from './addresses.ts'
import { mustAgreeWithRecords, recordOfCall } from './records.ts'
import { dayAhead, knowToday, midWeek } from './days.ts'
import { knowMaterials, materialValues } from './materials.ts'
import { service } from './requirements.ts'
import { activityFields, callFields, documented, mustBeSame, mustShowAll } from './same.ts'
import {
  activitiesOf,
  bounded,
  createdIfTaken,
  fixture,
  idOf,
  leastActivity,
  leastCall,
  leastMaterial,
  partOf,
  partsIn,
  readTree,
  serialPieces,
  type Part,
} from './tree.ts'

/** The same without signs that a filter of scripts stops, and without attachments: which signs are taken, and whether one may name a file that is not there yet, is not said. */
const plain = (part: Part): Part => ({
  ...part,
  ...(typeof part['remarks'] === 'string' ? { remarks: part['remarks'].replaceAll(/[<>]/g, '') } : {}),
  attachments: [],
  ...('activities' in part ? { activities: activitiesOf(part).map(plain) } : {}),
})

/** On the meridian of Greenwich, on the equator, and elsewhere. */
const placeOf = (minutes: number): Part => {
  if (minutes === 45) return { latitude: 51.5, longitude: 0 }
  return { latitude: minutes === 90 ? 0 : 52.25, longitude: 4.0625 + (minutes % 48) / 16 }
}

/** Everything that calls and activities have alike, each with values of its own. */
function filled(context: Context, minutes: number): Part {
  const { requirement, udfValue, references: { contact, responsible } = {}, material } = fixture(context)
  const days = midWeek(context, 40)
  const attachment = () => ({
    fileName: `${context.fresh.text()}.txt`,
    title: context.fresh.text(),
    description: context.fresh.text(),
    category: 'DOCUMENT',
  })
  return {
    // What a page would escape is kept like all else.
    remarks: `${context.fresh.text()} <${minutes}> & "more"`,
    durationInMinutes: minutes,
    dueDateTime: `${dayAhead(context, days + 1)}T09:08:00Z`,
    earliestStartDateTime: `${dayAhead(context, days)}T08:30:00Z`,
    address: {
      city: context.fresh.text(),
      country: 'NL',
      state: 'ZH',
      street: 'Kade',
      streetNumber: String(minutes),
      zipCode: '1011',
      location: placeOf(minutes),
    },
    attachments: [attachment(), attachment()],
    ...(requirement ? { requirements: [requirement] } : {}),
    ...(udfValue ? { udfValues: [udfValue] } : {}),
    ...(contact ? { contact } : {}),
    ...(responsible ? { responsibles: [responsible] } : {}),
    ...(material
      ? {
          reservedMaterials: [
            leastMaterial(context, {
              quantity: 3 + minutes,
              moved: 2,
              used: 1,
              shipped: 2,
              ...materialValues(context),
            }),
            // Whether a piece may be reserved twice is not said: one tree names it once.
            ...(minutes === 30 ? serialPieces(context) : []),
          ],
        }
      : {}),
  }
}

check(
  service['round-trip'],
  'same-everywhere',
  {
    brokenBy: [
      'service-get-former-subject',
      'service-activity-other-remarks',
      'service-call-not-stored',
      'service-no-external-id-shown',
      'service-get-shallow-activities',
      'service-activity-get-flat',
      'service-second-activity-parts-lost',
      'service-sub-resources-crossed',
      'service-tree-and-activity-differ',
      'service-activity-subject-escaped',
      'service-zero-is-no-location',
      'service-read-without-a-latitude-of-zero',
      'service-address-of-the-call-of-three-decimals',
      'service-later-activities-read-bare',
      'service-zero-duration-of-activity-not-in-the-call',
      'service-zero-duration-of-the-call-is-none',
      'service-serial-number-lost',
      'service-shipped-lost',
      'service-attachment-category-lost',
      'service-activity-read-without-code',
      'service-activity-read-without-state',
      'service-activity-read-without-category',
    ],
    needs: ['service-call'],
    effects: true,
  },
  async (context) => {
    await knowToday(context)
    await knowMaterials(context)
    const { references: { equipment, region } = {} } = fixture(context)
    const partner = await stored(context, {}, 'BusinessPartner')
    const sent = [
      leastActivity(context, {
        ...filled(context, 30),
        externalId: context.fresh.externalId(),
        ...(equipment ? { equipment } : {}),
        ...(region ? { region } : {}),
      }),
      // No time at all is a duration as well.
      leastActivity(context, {
        ...filled(context, 45),
        durationInMinutes: 0,
        externalId: context.fresh.externalId(),
      }),
    ]
    const body = leastCall(context, {
      businessPartner: { id: partner.id },
      ...filled(context, 90),
      durationInMinutes: 0,
      resolution: context.fresh.text(),
      ...(equipment ? { equipments: [equipment] } : {}),
      activities: sent,
    })
    // How short a call or an activity may be is not said, nor whether equipment may be of another business partner than the call.
    const activities = sent.map((one, at) => ({ ...one, durationInMinutes: [30, 45][at] }))
    const { businessPartner } = fixture(context).call
    const plainer = await forUsualPartner(
      context,
      plain(bounded({ ...body, durationInMinutes: 90, businessPartner, activities })),
    )
    const made = await createdIfTaken(context, body, plainer)
    const { id, tree } = made
    const read = await readTree(context, id)
    const { activities: _, ...own } = made.body
    mustBeSame(
      'the service call, answered and read, the same',
      documented(tree, callFields, own),
      documented(read, callFields, own),
    )
    mustShowAll('the service call as it was sent', own, read)
    must.equal('number of activities answered', activitiesOf(tree).length, sent.length)
    for (const activity of activitiesOf(tree)) {
      const again = activitiesOf(read).find((other) => sameId(idOf(other), idOf(activity) ?? '')) ?? {}
      const wanted = partsIn(made.body['activities']).find(({ subject }) => subject === activity['subject']) ?? {}
      mustBeSame(
        'an activity, answered and read, the same',
        documented(activity, activityFields, wanted),
        documented(again, activityFields, wanted),
      )
      mustShowAll('an activity as it was sent', wanted, again)
      const answer = await context.api.service.activity(id, idOf(activity) ?? '')
      must.status(answer, 200)
      const alone = partOf(answer.json)
      mustBeSame(
        'an activity, in its tree and by itself, the same',
        documented(again, activityFields, wanted),
        documented(alone, activityFields, wanted),
      )
      mustShowAll('an activity by itself as it was sent', wanted, alone)
      // The system may make a code late (B-SVC-08); one that was shown is there.
      if (typeof again['code'] === 'string') must.equal('code of an activity by itself', alone['code'], again['code'])
    }
    const record = await recordOfCall(context, { id, externalId: String(body['externalId']) })
    for (const field of ['subject', 'remarks', 'externalId', 'priority'])
      must.equal(`${field} of the service call in the Data API`, record.dto[field], made.body[field])
    if (made.body === body)
      must.sameId('business partner of the service call in the Data API', record.dto['businessPartner'], partner.id)
  },
)

check(
  service['round-trip'],
  'records-of-its-parts',
  {
    brokenBy: [
      'service-material-record-of-one-more',
      'service-attachment-record-of-another',
      'service-attachment-record-named-otherwise',
      'service-activity-record-without-responsible',
      'service-activity-record-of-other-equipment',
      'service-call-record-udf-value-lost',
    ],
    needs: ['service-call'],
    effects: true,
  },
  async (context) => {
    await knowToday(context)
    await knowMaterials(context)
    const { equipment } = fixture(context).references ?? {}
    const body = leastCall(context, {
      ...filled(context, 90),
      activities: [leastActivity(context, { ...filled(context, 30), ...(equipment ? { equipment } : {}) })],
    })
    // Whether an activity may have equipment that its call does not name is not said.
    const plainer = plain(bounded({ ...body, ...(equipment ? { equipments: [equipment] } : {}) }))
    const { id } = await createdIfTaken(context, body, plainer)
    const tree = await readTree(context, id)
    must.some('activity in the tree', activitiesOf(tree))
    const record = await recordOfCall(context, { id, externalId: String(body['externalId']) })
    must.equal('subject of the service call in the Data API', record.dto['subject'], body['subject'])
    await mustAgreeWithRecords(context, tree)
  },
)
