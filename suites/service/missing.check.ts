import { check, each, must } from '../../src/kit/index.ts'
import { service } from './requirements.ts'
import { created, fixture, leastActivity, leastCall, leastMaterial, type Part } from './tree.ts'

check(
  service['refused-whole'],
  'missing-records-of-optional-fields',
  {
    brokenBy: [
      'service-missing-contact-dropped',
      'service-missing-region-dropped',
      'service-missing-equipments-dropped',
      'service-missing-warehouse-dropped',
      'service-missing-udf-meta-dropped',
      'service-missing-by-code-or-external-id-dropped',
      'service-missing-beside-others-dropped',
    ],
  },
  async (context) => {
    const { material, udfValue, references = {} } = fixture(context)
    const nobody = () => ({ id: context.fresh.id() })
    const unnamed = () => ({ externalId: context.fresh.externalId() })
    const uncoded = () => ({ code: context.fresh.externalId() })
    const tree = (call: Part, activity: Part = {}) =>
      leastCall(context, { activities: [leastActivity(context, activity)], ...call })
    const withMaterial = (name: string) => ({ reservedMaterials: [leastMaterial(context, { [name]: nobody() })] })
    await created(context, tree({}))
    // What no reference of the target file names, a server may not have.
    const named: Readonly<Record<string, unknown>> = { ...references, udfValue, material }
    const missing: ReadonlyArray<readonly [string, Part]> = [
      ['contact', tree({ contact: nobody() })],
      ['createPerson', tree({}, { createPerson: nobody() })],
      ['region', tree({}, { region: nobody() })],
      ['equipment', tree({ equipments: [nobody()] })],
      ['responsible', tree({ responsibles: [nobody()] })],
      ['udfValue', tree({ udfValues: [{ ...udfValue, udfMeta: nobody() }] })],
      ['material', tree({}, withMaterial('item'))],
      ['material', tree({}, withMaterial('warehouse'))],
      ['contact', tree({ contact: unnamed() })],
      ['equipment', tree({}, { equipment: unnamed() })],
      ['responsible', tree({}, { responsibles: [uncoded()] })],
      ['responsible', tree({}, { responsibles: [references.responsible, nobody()] })],
      ['responsible', tree({}, { responsibles: [nobody(), references.responsible] })],
      ['equipment', tree({ equipments: [references.equipment, nobody()] })],
    ]
    await each(
      missing.filter(([name]) => named[name] !== undefined),
      async ([, body]) => must.refused4xx(await context.api.service.create(body)),
    )
  },
)
