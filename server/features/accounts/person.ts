/** The stored fields of a user that others may see: what is read, remembered and forgotten of a person derives from this list. */
const PERSON_FIELDS = ['userNo', 'username', 'pictureId'] as const
export type PersonField = (typeof PERSON_FIELDS)[number]

/** Projects a user onto the person. */
export const PERSON = { _id: 0, ...eachField(() => 1 as const) }

/** The person as a part of something else, in a pipeline that stands on a user. */
export const PUBLIC_PROFILE = eachField(field => `$${field}`)

/** Whether others see something else of somebody after this change; what is undefined stays. */
export function affectsPublicProfile(change: object): boolean {
  const fields: readonly string[] = PERSON_FIELDS
  return Object.entries(change).some(([field, value]) => value !== undefined && fields.includes(field))
}

function eachField<Value>(make: (field: PersonField) => Value): Record<PersonField, Value> {
  return Object.fromEntries(PERSON_FIELDS.map(field => [field, make(field)])) as Record<PersonField, Value>
}
