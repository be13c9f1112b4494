import { check, must, plainId, Unexercised } from '../../src/kit/index.ts'
import { newSkills } from '../optimization/skills.ts'
import { given } from './addresses.ts'
import { knowMaterials, materialValues } from './materials.ts'
import { mustRefer } from './refer.ts'
import { service } from './requirements.ts'
import { activityFields, callFields, documented, mustBeSame, mustShowAll } from './same.ts'
import {
  activitiesOf,
  created,
  createdIfTaken,
  fixture,
  idOf,
  keysOf,
  leastActivity,
  leastCall,
  leastMaterial,
  partOf,
  partsIn,
  readTree,
  withoutAttachments,
  type Part,
} from './tree.ts'

const notTaken = () => new Unexercised('such attachments are not taken')

check(
  service['round-trip'],
  'attachments-of-one-file-name',
  { brokenBy: ['service-attachments-of-one-name-merged'], effects: true },
  async (context) => {
    const parts = (fileNames: readonly string[]) => ({
      attachments: fileNames.map((fileName) => ({
        fileName,
        title: context.fresh.text(),
        description: context.fresh.text(),
      })),
    })
    const call = (...fileNames: readonly string[]) =>
      leastCall(context, { ...parts(fileNames), activities: [leastActivity(context, parts(fileNames))] })
    for (const other of ['scan.pdf', 'SCAN.PDF']) {
      // That file names differ is not said, nor that they need not: what is taken is kept whole.
      const sent = call('scan.pdf', other)
      const { id, tree, body } = await createdIfTaken(context, sent, withoutAttachments(sent))
      if (body !== sent) throw notTaken()
      const { activities: _, ...own } = body
      for (const shown of [tree, await readTree(context, id)]) {
        mustShowAll('the service call as it was sent', own, shown)
        mustShowAll('the activity as it was sent', activitiesOf(body)[0], activitiesOf(shown)[0])
      }
    }
  },
)

check(
  service['round-trip'],
  'values-that-look-like-numbers',
  {
    brokenBy: [
      'service-udf-numbers-normalised',
      'service-udf-value-of-nought-not-stored',
      'service-udf-value-of-false-not-stored-in-activities',
    ],
    effects: true,
  },
  async (context) => {
    const { udfValue } = fixture(context)
    const known = partOf(udfValue)['value']
    // A field of numbers, or of moments, may have forms of its own: only one that is known to hold words holds any text as it is.
    const isOfWords = typeof known === 'string' && /^\p{L}[\p{L} ]*$/u.test(known) && !/^(?:true|false)$/i.test(known)
    for (const value of isOfWords ? ['007', '1.50', '+3', '0', 'false'] : [known]) {
      const parts = (one: unknown) => (udfValue ? { udfValues: [{ ...udfValue, value: one }] } : {})
      const call = (one: unknown) =>
        leastCall(context, { ...parts(one), activities: [leastActivity(context, parts(one))] })
      // Which values a field holds is not said: what is taken is read as it was sent.
      const { id, tree, body } = await createdIfTaken(context, call(value), call(known))
      const { activities: _, ...own } = body
      for (const shown of [tree, await readTree(context, id)]) {
        mustShowAll('the service call as it was sent', own, shown)
        mustShowAll('the activity as it was sent', activitiesOf(body)[0], activitiesOf(shown)[0])
      }
      const alone = await context.api.service.activity(id, idOf(activitiesOf(tree)[0]) ?? '')
      must.status(alone, 200)
      mustShowAll('the activity, read by itself, as it was sent', activitiesOf(body)[0], partOf(alone.json))
    }
  },
)

check(
  service['round-trip'],
  'read-several-times',
  {
    brokenBy: ['service-second-read-without-material-parts'],
    needs: ['tree-material'],
    effects: true,
  },
  async (context) => {
    await knowMaterials(context)
    const { udfValue } = fixture(context)
    const parts = () => ({
      reservedMaterials: [leastMaterial(context, { quantity: 3, ...materialValues(context) })],
      ...(udfValue ? { udfValues: [udfValue] } : {}),
    })
    const ofActivity = leastActivity(context, parts())
    const body = leastCall(context, { ...parts(), activities: [ofActivity] })
    const { id, tree } = await created(context, body)
    const activity = idOf(activitiesOf(tree)[0]) ?? ''
    const alone = async () => {
      const answer = await context.api.service.activity(id, activity)
      must.status(answer, 200)
      return documented(partOf(answer.json), activityFields, ofActivity)
    }
    const whole = async () => documented(await readTree(context, id), callFields, body)
    const [first, firstAlone] = [await whole(), await alone()]
    for (const nth of ['second', 'third']) {
      mustBeSame(`a service call read a ${nth} time`, first, await whole())
      mustBeSame(`an activity read a ${nth} time`, firstAlone, await alone())
    }
  },
)

check(
  service['round-trip'],
  'type-of-an-attachment',
  { brokenBy: ['service-attachment-types-lost'], effects: true },
  async (context) => {
    const parts = (more: Part) => ({ attachments: [{ fileName: 'plan.pdf', title: context.fresh.text(), ...more }] })
    const call = (more: Part) =>
      leastCall(context, { ...parts(more), activities: [leastActivity(context, parts(more))] })
    // Which types there are is not said, nor whether one is told as it was sent or by the kind of file.
    const sent = call({ type: 'PDF' })
    const { id, tree, body } = await createdIfTaken(context, sent, withoutAttachments(sent))
    if (body !== sent) throw notTaken()
    for (const shown of [tree, await readTree(context, id)])
      for (const part of [shown, activitiesOf(shown)[0] ?? {}]) {
        const [attachment] = partsIn(part['attachments'])
        must.present('an attachment', attachment)
        must.hold('an attachment with a type', given(attachment?.['type']), attachment)
      }
  },
)

check(
  service['round-trip'],
  'activities-of-one-subject',
  { brokenBy: ['service-activities-by-subject'], effects: true },
  async (context) => {
    const subject = context.fresh.text()
    const of = (more: () => Part) =>
      leastCall(context, {
        activities: [30, 45].map((durationInMinutes) =>
          leastActivity(context, { durationInMinutes, remarks: context.fresh.text(), ...more() }),
        ),
      })
    // That subjects differ is not asked for: it may be refused all the same.
    const { id, tree, body } = await createdIfTaken(
      context,
      of(() => ({ subject })),
      of(() => ({})),
    )
    const told = (parts: readonly Part[]) =>
      parts.map((one) => `${String(one['durationInMinutes'])} ${String(one['remarks'])}`).sort()
    const sent = told(activitiesOf(body))
    must.equal('activities of the answer', told(activitiesOf(tree)), sent)
    const read = activitiesOf(await readTree(context, id))
    must.equal('activities as read', told(read), sent)
  },
)

check(
  service['round-trip'],
  'requirements-of-two-skills',
  { brokenBy: ['service-last-requirement-not-read'], effects: true },
  async (context) => {
    const skills = (await newSkills(context)).flatMap(({ id }) => id ?? [])
    const requirements = skills.map((id) => ({ skill: { id }, mandatory: true }))
    const body = leastCall(context, { activities: [leastActivity(context, { requirements })] })
    const { id, tree, body: taken } = await createdIfTaken(context, body, leastCall(context))
    // That an activity may ask for two skills, or for such as are new, is not said.
    if (taken !== body) throw new Unexercised('an activity that requires both skills is refused')
    const [activity] = activitiesOf(tree)
    must.present('an activity in the tree', activity)
    const alone = await context.api.service.activity(id, idOf(activity) ?? '')
    must.status(alone, 200)
    if (skills.length < 2) throw new Unexercised('the target does not let the kit make skills: set templates.Skill')
    const shownIn = (part: Part | undefined) => partsIn(part?.['requirements']).map(({ skill }) => keysOf(skill))
    const first = shownIn(activity)
    for (const shown of [activity, activitiesOf(await readTree(context, id))[0], partOf(alone.json)].map(shownIn)) {
      must.hold('a requirement of each skill', shown.length >= skills.length, shown.length)
      const ids = shown.map((keys) => keys['id'])
      // A reference need not show each of its keys.
      if (ids.includes(undefined)) continue
      must.include('ids of the skills of an activity', ids, skills.map(plainId))
      for (const keys of shown) mustRefer('the skill', keys, first.find((one) => one['id'] === keys['id']) ?? keys)
    }
  },
)
