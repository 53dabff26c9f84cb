import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Connection, Schema } from 'mongoose'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { connectMongo } from '#server/platform/mongo/connect.ts'
import { createCounters } from '#server/platform/mongo/counters.ts'
import { createJobs } from '#server/platform/mongo/jobs.ts'
import { openRepositories } from '#server/repositories.ts'
import { ownDatabase, startNode } from '#tests/support/node.ts'
import { storedFields } from '#tests/support/storedFields.ts'

let mongo: Connection

beforeAll(async () => {
  const mongoUrl = await ownDatabase()
  await (await startNode({ mongoUrl })).stop()
  mongo = await connectMongo(mongoUrl)
  openRepositories(mongo)
  createCounters(mongo)
  createJobs(mongo, () => new Date())
})
afterAll(() => mongo.close())

const schemas = () =>
  Object.values(mongo.models).map(({ collection, schema }) => [collection.name, schema] as const)

/** All fields, also of parts and lists of parts, with dots. */
function fieldsOf(schema: Schema): string[] {
  return Object.entries(schema.paths).flatMap(([path, { schema: part }]) => {
    if (part) return fieldsOf(part).map(field => `${path}.${field}`)
    return path === '_id' ? [] : [path]
  })
}

/** The files of the server that read a collection by its name, outside of its repository. */
function readersOf(collection: string): string[] {
  const files = readdirSync('server', { recursive: true, encoding: 'utf8' })
    .filter(path => path.endsWith('.ts') && !path.endsWith('.test.ts'))
    .map(path => ({ path, code: readFileSync(join('server', path), 'utf8').replace(/^import .*$/gm, '') }))
  const constants = files.flatMap(({ code }) =>
    Array.from(code.matchAll(/const ([A-Z_]+) = '(\w+)'/g), ([, constant, name]) =>
      name === collection ? `|\\b${constant}\\b` : '',
    ),
  )
  const named = new RegExp(`'${collection}'${constants.join('')}`)
  return files.filter(({ code }) => named.test(code)).map(({ path }) => `server/${path}`)
}

test('every stored field has a row that says where users learn of it', () => {
  const stored = schemas().flatMap(([name, schema]) => fieldsOf(schema).map(field => `${name}: ${field}`))
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
  const found = (await mongo.db?.listCollections().toArray()) ?? []
  // The list of migrations is stored before there is a schema.
  const withoutSchema = ['installation']
  expect(found.map(({ name }) => name).toSorted()).toEqual(
    [...schemas().map(([name]) => name), ...withoutSchema].toSorted(),
  )
  for (const [name, schema] of schemas())
    expect(schema.get('strict'), `${name}: make its schema by defineSchema`).toBe('throw')
})
