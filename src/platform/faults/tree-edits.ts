type Part = Readonly<Record<string, unknown>>
export type Edit = (part: Part) => unknown

export const uuidIn = (id: unknown): unknown => (typeof id === 'object' && id !== null && 'uuid' in id ? id.uuid : id)

export const dropping =
  (...names: readonly string[]): Edit =>
  (part) =>
    Object.fromEntries(Object.entries(part).filter(([name]) => !names.includes(name)))

export const withField =
  (name: string, value: unknown): Edit =>
  (part) => ({ ...part, [name]: value })

const each = (part: Part, name: string, edit: Edit): Part =>
  Array.isArray(part[name]) ? { ...part, [name]: part[name].map((one) => edit(one as Part)) } : part

const isCall = (part: Part): boolean => 'businessPartner' in part || 'activities' in part

/** Edits the activities of a tree, or the tree of an activity itself. */
export const inActivities =
  (edit: Edit): Edit =>
  (tree) =>
    isCall(tree) ? each(tree, 'activities', edit) : edit(tree)

/** Edits a service call and its activities. */
const inBoth =
  (edit: (part: Part) => Part): Edit =>
  (tree) =>
    each(edit(tree), 'activities', edit)

export const inMaterials = (edit: Edit): Edit => inBoth((part) => each(part, 'reservedMaterials', edit))
export const inRequirements = (edit: Edit): Edit => inBoth((part) => each(part, 'requirements', edit))
export const inUdfValues = (edit: Edit): Edit => inBoth((part) => each(part, 'udfValues', edit))
export const inAttachments = (edit: Edit): Edit => inBoth((part) => each(part, 'attachments', edit))

/** Edits every part that has an id: service call, activities, attachments. */
export const inEach = (edit: Edit): Edit => inBoth((part) => each(edit(part) as Part, 'attachments', edit))
