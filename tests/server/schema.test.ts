import type { Connection, Model } from 'mongoose'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { connectMongo, createIndexes } from '#server/platform/mongo/connect.ts'
import { defineSchema } from '#server/platform/mongo/schema.ts'
import { emptyDatabase } from '#tests/support/node.ts'

interface Thing {
  no: number
  name?: string
  part?: { since: Date; mark?: string }
  parts?: { no: number }[]
  marks?: number[]
}
const FIELDS = {
  no: Number,
  name: String,
  part: { since: Date, mark: String },
  parts: [{ no: Number }] as [{ no: typeof Number }],
  marks: [Number] as [typeof Number],
}

let mongo: Connection
let things: Model<Thing>
const findStored = () => mongo.collection('things').findOne({ no: 1 }, { projection: { _id: 0 } })

beforeAll(async () => {
  mongo = await connectMongo(await emptyDatabase())
  things = mongo.model<Thing>('Thing', defineSchema<Thing>('things', FIELDS).index({ no: 1 }))
  await createIndexes(mongo)
})
afterAll(() => mongo.close())
beforeEach(async () => {
  await mongo.collection('things').deleteMany({ no: { $gt: 0 } })
  await mongo.collection('things').insertOne({ no: 1, later: 'of a later release' })
})

test('a schema requires every key of its record, also in parts and lists, with its type, and no other', () => {
  const { no, name, part, parts, marks } = FIELDS
  defineSchema<Thing>('things', { no, name, part, parts, marks })
  // @ts-expect-error: no name, which may be absent from a record, but not from here
  defineSchema<Thing>('things', { no, part, parts, marks })
  // @ts-expect-error: no mark in the part
  defineSchema<Thing>('things', { no, name, part: { since: Date }, parts, marks })
  // @ts-expect-error: no number in the list of parts
  defineSchema<Thing>('things', { no, name, part, parts: [{}], marks })
  // @ts-expect-error: a name is no number
  defineSchema<Thing>('things', { no, name: Number, part, parts, marks })
  // @ts-expect-error: a list of texts is no list of numbers
  defineSchema<Thing>('things', { no, name, part, parts, marks: [String] })
  // @ts-expect-error: a record has no colour
  defineSchema<Thing>('things', { no, name, part, parts, marks, colour: String })
})

test('a record of several kinds requires every key of each kind', () => {
  type Work = { no: number } & ({ kind: 'leave'; joinedAt: Date } | { kind: 'delete' })
  defineSchema<Work>('works', { no: Number, kind: String, joinedAt: Date })
  // @ts-expect-error: only one kind has it
  defineSchema<Work>('works', { no: Number, kind: String })
})

describe('a write with a field that the schema lacks throws, and stores nothing', () => {
  const writes: Record<string, (unknown: object) => Promise<unknown>> = {
    create: unknown => things.create({ no: 2, ...unknown }),
    updateOne: unknown => things.updateOne({ no: 1 }, { $set: unknown }),
    updateMany: unknown => things.updateMany({ no: 1 }, { $set: { name: 'new', ...unknown } }),
    findOneAndUpdate: unknown => things.findOneAndUpdate({ no: 1 }, { $set: unknown }).lean(),
    upsert: unknown => things.updateOne({ no: 3 }, { $setOnInsert: unknown }, { upsert: true }),
    pipeline: unknown => things.updateOne({ no: 1 }, [{ $set: unknown }], { updatePipeline: true }),
    bulkWrite: unknown => things.bulkWrite([{ updateOne: { filter: { no: 1 }, update: { $set: unknown } } }]),
    'a part': () => things.updateOne({ no: 1 }, { $set: { 'part.colour': 'red' } }),
    'a whole part': () =>
      things.updateOne({ no: 1 }, { $set: { part: { since: new Date(), colour: 'red' } } }),
    'a pipeline’s part': () =>
      things.updateOne({ no: 1 }, [{ $set: { 'part.colour': 'red' } }], { updatePipeline: true }),
    'a list of parts': () => things.updateOne({ no: 1 }, { $push: { parts: { no: 1, colour: 'red' } } }),
  }
  test.each(Object.entries(writes))('%s', async (_name, write) => {
    await expect(write({ colour: 'red' })).rejects.toThrow('colour')
    expect(await mongo.collection('things').countDocuments({ no: { $gt: 0 } })).toBe(1)
    expect(await findStored()).toEqual({ no: 1, later: 'of a later release' })
  })
})

test('a pipeline can write its fields, also in a part', async () => {
  const part = { since: new Date(0) }
  await things.updateOne({ no: 1 }, [{ $set: { name: 'new', part } }, { $set: { 'part.mark': '$name' } }], {
    updatePipeline: true,
  })
  expect(await findStored()).toMatchObject({ name: 'new', part: { ...part, mark: 'new' } })
})

test('fields of a later release are left alone, and are read without errors', async () => {
  await things.updateOne({ no: 1 }, { $set: { name: 'new', marks: [1] } })
  expect(await findStored()).toEqual({ no: 1, name: 'new', marks: [1], later: 'of a later release' })
  const found = await things.findOne({ no: 1 })
  expect(found?.toObject({ versionKey: false })).toMatchObject({ no: 1, name: 'new', marks: [1] })
})

test('an absent value is not stored', async () => {
  await things.create({ no: 2 })
  expect(await mongo.collection('things').findOne({ no: 2 }, { projection: { _id: 0 } })).toEqual({ no: 2 })
})

test('a filter with a field that the schema lacks throws', async () => {
  await expect(things.findOne({ colour: 'red' } as object)).rejects.toMatchObject({ name: 'StrictModeError' })
})
