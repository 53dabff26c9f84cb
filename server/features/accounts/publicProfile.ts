/** The public fields of a user. Projection, cache invalidation and pipeline expression derive from this list. */
const PERSON_FIELDS = ['userNo', 'username', 'pictureId'] as const
export type PersonField = (typeof PERSON_FIELDS)[number]

/** Projection of the public fields. */
export const PERSON_PROJECTION = { _id: 0, ...eachField(() => 1 as const) }

/** The public profile as an expression in a pipeline over users. */
export const PUBLIC_PROFILE = eachField(field => `$${field}`)

/** Whether the change affects what other users see. `undefined` fields stay unchanged. */
export function affectsPublicProfile(change: object): boolean {
  const fields: readonly string[] = PERSON_FIELDS
  return Object.entries(change).some(([field, value]) => value !== undefined && fields.includes(field))
}

function eachField<Value>(make: (field: PersonField) => Value): Record<PersonField, Value> {
  return Object.fromEntries(PERSON_FIELDS.map(field => [field, make(field)])) as Record<PersonField, Value>
}
