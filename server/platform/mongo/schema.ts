import { Error as MongooseError, Schema, type SchemaDefinition, type Types } from 'mongoose'

/** Of a union, the keys of every kind. */
type KeyOf<Stored> = Stored extends unknown ? keyof Stored : never
type ValueOf<Stored, Key> = Stored extends unknown
  ? Key extends keyof Stored
    ? Exclude<Stored[Key], undefined>
    : never
  : never

/** How a value is declared: its constructor, a list of one declaration, the fields of a part, or Object for any keys. */
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

/** Every key of a record, those too that may be absent, and no other. */
export type Fields<Stored> = { [Key in KeyOf<Stored>]: Field<ValueOf<Stored, Key>> }

/**
 * Mongoose would leave an unknown field out of a write without a word, and out of a filter, which then matches everything:
 * both throw a StrictModeError. Mongoose heeds these on a schema, not on a connection.
 */
const STRICT = { strict: 'throw', strictQuery: 'throw' } as const

/**
 * The schema of a collection. A key of the record that is missing here, or one too many, does not compile; a write or
 * a filter with a field that is not here throws. Stored fields that are not here, of a later release, may be read and are left alone. What
 * is absent stays absent: lists and parts have no defaults.
 */
export function defineSchema<Stored>(collection: string, fields: Fields<Stored>): Schema<Stored> {
  const schema = new Schema<Stored>(declared(fields), { ...STRICT, collection, versionKey: false })
  // Mongoose does not look into pipelines.
  schema.pre(['updateOne', 'updateMany', 'findOneAndUpdate'], function () {
    const update = this.getUpdate()
    for (const stage of Array.isArray(update) ? update : [])
      for (const path of Object.keys('$set' in stage ? stage.$set : {}))
        if (schema.pathType(path) === 'adhocOrUndefined') throw new MongooseError.StrictModeError(path)
  })
  return schema
}

function declared<Stored>(fields: object): SchemaDefinition<Stored> {
  const declarations = Object.entries(fields).map(([key, field]) => [key, declaredField(field)])
  return Object.fromEntries(declarations) as SchemaDefinition<Stored>
}

function declaredField(field: unknown): unknown {
  if (Array.isArray(field)) return { type: field.map(partOr), default: undefined }
  return partOr(field)
}

function partOr(field: unknown): unknown {
  const isPart = typeof field === 'object' && field !== null
  return isPart ? new Schema(declared(field), { ...STRICT, _id: false }) : field
}
