import { check, eventually, keyOf, matchers, must, plainId, rely, sameId, Unexercised } from '../../../src/kit/index.ts'
import { attached, attachmentResource, noise } from '../attachment/steps.ts'
import { missing, withInverse } from '../expansion/steps.ts'
import { idsOfDtos, mustBeSearched, scopeOf } from '../list/ladder.ts'
import { read, stored } from '../steps.ts'
import { cql } from './requirements.ts'
import { mustReferByItsId } from '../inverse-end.ts'

/** What clients ask most: which records refer to this one. */
check(
  cql['query-equality'],
  'of-a-reference-of-another-resource',
  { needs: ['inverse'], brokenBy: ['cql-references-of-other-resources-find-nothing'], effects: true },
  async (context) => {
    const { to, by } = context.target.fixtures.inverse ?? missing('inverse')
    mustReferByItsId(context)
    const { parent, related, other } = await withInverse(context, 1)
    const all = [...related, ...other.related]
    await mustBeSearched(context, all, to)
    for (const [of, children] of [
      [`= "${parent.id}"`, related],
      [`in ("${parent.id}", "${other.parent.id}")`, all],
    ] as const) {
      const criterion = `${by} ${of}`
      const answer = await context.api.data.list(to, { query: { query: criterion, pageSize: '50' } })
      must.success(answer)
      const expected = children.map(({ id }) => plainId(id)).toSorted()
      // A service may have made more of them, of its own accord.
      const found = idsOfDtos(answer.records(keyOf(to))).filter((id) => all.some((one) => plainId(one.id) === id))
      must.equal(`ids of those of the check with ${criterion}`, found.toSorted(), expected)
    }
  },
)

check(
  cql['query-object-reference'],
  'of-attachments',
  {
    needs: ['object-reference', 'attachments'],
    brokenBy: ['cql-object-criterion-dropped-for-attachments'],
    sampled: true,
    effects: true,
  },
  async (context) => {
    const { field, id, type, types } = context.target.fixtures.objectReference ?? missing('objectReference')
    const [first] = Object.entries(types)
    if (!first) return missing('objectReference.types')
    const ends = [await stored(context, {}, first[0]), await stored(context, {}, first[0])]
    const files: { readonly id: string; readonly externalId: string; readonly to: string }[] = []
    for (const end of ends)
      files.push({
        ...(await attached(context, noise(16), { [field]: { [id]: end.id, [type]: first[1] } })),
        to: end.id,
      })
    const shown = await read(context.api, files[0]?.id ?? '', attachmentResource)
    // How an attachment names its object is not shown (A-ATT-10): asked only where it is as in the target file.
    if (!sameId((shown?.[field] as Readonly<Record<string, unknown>> | null | undefined)?.[id], ends[0]?.id))
      throw new Unexercised(`an attachment does not show its object as ${field}.${id}`)
    const list = (query: string) => context.api.data.list(attachmentResource, { query: { query } })
    const ids = (answer: Awaited<ReturnType<typeof list>>) => idsOfDtos(answer.records(keyOf(attachmentResource)))
    const scope = scopeOf(files)
    await rely(cql['query-criteria'], () =>
      eventually(
        context,
        () => list(scope),
        (answer) => matchers.equal('number of attachments found', ids(answer).length, files.length),
      ),
    )
    for (const file of files) {
      const criterion = `${field}.${id}(${first[0]}) = "${file.to}"`
      const answer = await list(`${scope} AND ${criterion}`)
      must.success(answer)
      must.equal(`ids of attachments with ${criterion}`, ids(answer), [plainId(file.id)])
    }
  },
)
