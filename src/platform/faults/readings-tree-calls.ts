import type { Fault } from '../deviation.ts'
import { serviceFault, shows, takes } from './service-fault.ts'
import { dropping, inActivities } from './tree-edits.ts'
import { activitiesIn, answeredTree, failing, treeBodyIn, toldOfPost, treeWireFault, withTree } from './tree-wire.ts'

const onCreate = ['service-create']
const onGet = ['service-get']
const onActivity = ['service-activity']

/** Quiet breaches of B-SVC, as a reader of the document alone thought of them: calls, activities, ids, references. */
export const treeReadings: readonly Fault[] = [
  serviceFault('activity-get-no-headers', ['B-SVC-01'], 'An activity is read without the headers of the context.', {
    needs: (_header, operation) => operation !== 'service-activity',
  }),
  serviceFault('activity-route-short', ['B-SVC-01'], 'There is nothing at the path of an activity.', {
    served: (operation) => operation !== 'service-activity',
  }),
  treeWireFault(
    'post-201-with-activities',
    ['B-SVC-03'],
    'A POST with activities is answered with 201.',
    answeredTree((response, tree, { method, body }) =>
      method === 'POST' && activitiesIn(treeBodyIn(body) ?? {}).length > 0
        ? { ...withTree(response, tree), status: 201 }
        : response,
    ),
  ),
  serviceFault(
    'post-answer-echoes-early',
    ['B-SVC-03'],
    'A POST is answered before its activities have ids and codes.',
    shows(inActivities(dropping('id', 'code')), onCreate),
  ),
  serviceFault('post-eventual', ['B-SVC-03'], 'A service call can be read two seconds after its POST.', {
    readable: (ageMs) => ageMs >= 2000,
  }),
  serviceFault(
    'post-activity-cap',
    ['B-SVC-03'],
    'Of more than ten activities the rest is dropped.',
    takes((body) => ('activities' in body ? { ...body, activities: activitiesIn(body).slice(0, 10) } : body)),
  ),
  serviceFault('explicit-true-creates-none', ['B-SVC-04'], 'autoCreateActivity=true makes no default activity.', {
    defaultActivities: (given, auto) => (given === 0 && auto === undefined ? 1 : 0),
  }),
  {
    ...serviceFault('default-activity-phantom', ['B-SVC-04'], 'A default activity is answered and not stored.', {
      defaultActivities: () => 0,
    }),
    wire: toldOfPost((tree, sent) =>
      activitiesIn(sent).length > 0
        ? tree
        : { ...tree, activities: [{ id: { uuid: '0'.repeat(32) }, code: 'A-0', subject: 'default' }] },
    ),
  },
  serviceFault(
    'get-shallow-activities',
    ['B-SVC-05'],
    'A service call is read with id, code and subject of its activities alone.',
    shows(
      inActivities(({ id, code, subject }) => ({ id, code, subject })),
      onGet,
    ),
  ),
  serviceFault(
    'get-first-activity-only',
    ['B-SVC-05'],
    'A service call is read with its first activity alone.',
    shows((tree) => ({ ...tree, activities: activitiesIn(tree).slice(0, 1) }), onGet),
  ),
  treeWireFault(
    'get-no-tree-without-activities',
    ['B-SVC-05'],
    'A service call without activities is not found.',
    answeredTree((response, tree, { method }) =>
      method === 'GET' && 'activities' in tree && activitiesIn(tree).length === 0 ? failing(response, 404) : response,
    ),
  ),
  serviceFault(
    'activity-get-wrapped-in-call',
    ['B-SVC-06'],
    'An activity is read within a service call.',
    shows((activity) => ({ id: { uuid: '0'.repeat(32) }, subject: 'call', activities: [activity] }), onActivity),
  ),
  serviceFault(
    'activity-get-flat',
    ['B-SVC-06'],
    'An activity is read without requirements, reserved materials and user-defined values.',
    shows(dropping('requirements', 'reservedMaterials', 'udfValues'), onActivity),
  ),
  serviceFault('activity-get-default-404', ['B-SVC-06'], 'A default activity is not found by itself.', {
    belongs: ({ fields }, owner) =>
      owner !== undefined && fields['serviceCall'] === owner.id && fields['subject'] !== owner.fields['subject'],
  }),
]
