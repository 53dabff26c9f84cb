import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Connection, Model, Schema } from 'mongoose'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { connectMongo, createIndexes } from '#server/platform/mongo/connect.ts'
import { defineSchema } from '#server/platform/mongo/schema.ts'
import { emptyDatabase, ownDatabase, startNode } from '#tests/support/node.ts'
import { storedFields } from '#tests/support/storedFields.ts'

const node = await startNode({ mongoUrl: await ownDatabase() })
afterAll(node.stop)
const models = Object.values(node.mongo.models)

describe('a schema', () => {
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
      bulkWrite: unknown =>
        things.bulkWrite([{ updateOne: { filter: { no: 1 }, update: { $set: unknown } } }]),
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
    await expect(things.findOne({ colour: 'red' } as object)).rejects.toMatchObject({
      name: 'StrictModeError',
    })
  })
})

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

/** The TypeScript files of a folder, without tests. */
const codeIn = (folder: string) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter(path => path.endsWith('.ts') && !path.endsWith('.test.ts'))
    .map(path => ({ path: `${folder}/${path}`, code: readFileSync(join(folder, path), 'utf8') }))

const schemas = models.map(({ collection, schema }) => [collection.name, schema] as const)

/** All fields, also of parts and lists of parts, with dots. */
function fieldsOf(schema: Schema): string[] {
  return Object.entries(schema.paths).flatMap(([path, { schema: part }]) => {
    if (part) return fieldsOf(part).map(field => `${path}.${field}`)
    return path === '_id' ? [] : [path]
  })
}

/** The files of the server that read a collection by its name, outside of its repository. */
function readersOf(collection: string): string[] {
  const files = codeIn('server').map(({ path, code }) => ({ path, code: code.replace(/^import .*$/gm, '') }))
  const constants = files.flatMap(({ code }) =>
    Array.from(code.matchAll(/const ([A-Z_]+) = '(\w+)'/g), ([, constant, name]) =>
      name === collection ? `|\\b${constant}\\b` : '',
    ),
  )
  const named = new RegExp(`'${collection}'${constants.join('')}`)
  return files.filter(({ code }) => named.test(code)).map(({ path }) => path)
}

test('every stored field has a row that says where users learn of it', () => {
  const stored = schemas.flatMap(([name, schema]) => fieldsOf(schema).map(field => `${name}: ${field}`))
  const written = Object.entries(storedFields).flatMap(([name, fields]) =>
    Object.keys(fields).map(field => `${name}: ${field}`),
  )
  const missing = stored.filter(field => !written.includes(field))
  const readers = new Set(missing.flatMap(field => readersOf(field.split(':')[0] ?? '')))
  expect(
    missing,
    'Add these to tests/support/storedFields.ts: where the data export (server/features/dataExport/dataExport.data.ts) contains them, ' +
      'by which words the privacy policy (server/features/accounts/policies) names them, or why they need neither. ' +
      `Where they divide what is stored, these count, list and sort what is on either side:\n${[...readers].toSorted().join('\n')}\n`,
  ).toEqual([])
  expect(
    written.filter(field => !stored.includes(field)),
    'These are no longer stored: remove them from tests/support/storedFields.ts',
  ).toEqual([])
})

test('every collection is written through a schema that lists all fields', async () => {
  const found = (await node.mongo.db?.listCollections().toArray()) ?? []
  // The list of migrations is stored before there is a schema.
  const withoutSchema = ['installation']
  expect(found.map(({ name }) => name).toSorted()).toEqual(
    [...schemas.map(([name]) => name), ...withoutSchema].toSorted(),
  )
  for (const [name, schema] of schemas)
    expect(schema.get('strict'), `${name}: make its schema by defineSchema`).toBe('throw')
})

/** Each `a.b` of the code, also across lines. */
function accesses(): Set<string> {
  const code = ['server', 'scripts'].flatMap(codeIn).map(each => each.code)
  const found = code.join('\n').matchAll(/(\w+)(?=\s*\.\s*(\w+))/g)
  return new Set(Array.from(found, ([, whose, name]) => `${whose}.${name}`))
}

test('the server uses every function of each repository', () => {
  const functions = Object.entries(node.app.context.repositories).flatMap(([store, made]) =>
    // All of these are called together by server/cleanup.ts.
    Object.keys(made).flatMap(name => (name === 'cleanUp' ? [] : `${store}.${name}`)),
  )
  const asked = accesses()
  expect(functions.length).toBeGreaterThan(200)
  expect(
    functions.filter(each => !asked.has(each)),
    'These are unused: remove them from their repositories, or access the repository by its name in Repositories',
  ).toEqual([])
})
