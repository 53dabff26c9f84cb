import { Error as MongooseError, Schema, type SchemaDefinition, type Types } from 'mongoose'

/** The keys of all members of a union. */
type KeyOf<Stored> = Stored extends unknown ? keyof Stored : never
type ValueOf<Stored, Key> = Stored extends unknown
  ? Key extends keyof Stored
    ? Exclude<Stored[Key], undefined>
    : never
  : never

/**
 * Declaration of a value: its constructor, a list of one declaration, the fields of a subdocument, or Object for
 * arbitrary keys.
 */
type Field<Value> = [Value] extends [number]
  ? typeof Number
  : [Value] extends [string]
    ? typeof String
    : [Value] extends [boolean]
      ? typeof Boolean
      : [Value] extends [Date]
        ? typeof Date
        : [Value] extends [Buffer | Types.Buffer]
          ? typeof Buffer
          : [Value] extends [readonly (infer Item)[]]
            ? [Field<Item>]
            : string extends keyof Value
              ? typeof Object
              : Fields<Value>

/** Every key of a record, including optional ones, and no other. */
type Fields<Stored> = { [Key in KeyOf<Stored>]: Field<ValueOf<Stored, Key>> }

/**
 * Mongoose would silently drop an unknown field from a write, and from a filter, which then matches everything. With
 * these options both throw a StrictModeError. Mongoose supports them per schema, not per connection.
 */
const STRICT = { strict: 'throw', strictQuery: 'throw' } as const

/**
 * Defines the schema of a collection. A missing or additional key does not compile; a write or filter with an unknown
 * field throws. Stored fields of a later release can be read and stay unchanged. Lists and subdocuments have no
 * defaults, so absent fields stay absent.
 */
export function defineSchema<Stored>(collection: string, fields: Fields<Stored>): Schema<Stored> {
  const schema = new Schema<Stored>(toDefinition(fields), { ...STRICT, collection, versionKey: false })
  // Mongoose does not check update pipelines.
  schema.pre(['updateOne', 'updateMany', 'findOneAndUpdate'], function () {
    const update = this.getUpdate()
    for (const stage of Array.isArray(update) ? update : [])
      for (const path of Object.keys('$set' in stage ? stage.$set : {}))
        if (schema.pathType(path) === 'adhocOrUndefined') throw new MongooseError.StrictModeError(path)
  })
  return schema
}

function toDefinition<Stored>(fields: object): SchemaDefinition<Stored> {
  const declarations = Object.entries(fields).map(([key, field]) => [key, toField(field)])
  return Object.fromEntries(declarations) as SchemaDefinition<Stored>
}

function toField(field: unknown): unknown {
  if (Array.isArray(field)) return { type: field.map(toSubdocument), default: undefined }
  return toSubdocument(field)
}

function toSubdocument(field: unknown): unknown {
  const isPart = typeof field === 'object' && field !== null
  return isPart ? new Schema(toDefinition(field), { ...STRICT, _id: false }) : field
}
