import { afterAll, beforeAll, expect, test } from 'vitest'
import { emptyDatabase, startNode, type TestNode } from '#tests/support/node.ts'
import { shapesOf } from '#tests/support/shapes.ts'
import { shardKeys, uniqueOtherwise, whole } from './sharding.table.ts'

let node: TestNode

beforeAll(async () => {
  node = await startNode({ mongoUrl: await emptyDatabase() })
})
afterAll(() => node.stop())

const models = () => Object.values(node.mongo.models)

test('of each collection it is said how it would be spread, or why it stays whole', () => {
  const said = Object.keys({ ...shardKeys, ...whole })
  expect(
    models()
      .map(({ collection }) => collection.name)
      .filter(name => !said.includes(name)),
    'Add these to tests/server/sharding.table.ts',
  ).toEqual([])
})

test('unique indexes begin with the key, or stand on the list of those to be changed', () => {
  const unique = models().flatMap(({ schema, collection }) =>
    schema
      .indexes()
      .filter(([, options]) => options.unique)
      .map(([fields]) => ({ name: collection.name, fields: Object.keys(fields) })),
  )
  const otherwise = unique
    .filter(({ name, fields }) => shardKeys[name] !== undefined && fields[0] !== shardKeys[name].key)
    .map(({ name, fields }) => `${name} ${fields.join()}`)
  expect(otherwise.sort()).toEqual(Object.keys(uniqueOtherwise).sort())
})

test('what a command looks for is seen in every statement, and in collections that it reads besides', () => {
  const lookup = { $lookup: { from: 'notes', localField: 'noteNo', foreignField: 'noteNo', as: 'note' } }
  expect(
    shapesOf({ aggregate: 'shares', pipeline: [{ $match: { hubNo: 1, seq: { $gt: 2 } } }, lookup] }),
  ).toEqual([
    { collection: 'shares', by: 'aggregate', fields: ['hubNo'] },
    { collection: 'notes', by: '$lookup', fields: ['noteNo'] },
  ])
  const ops = [
    { insert: 0, document: {} },
    { update: 1, filter: { hubNo: { $in: [1] }, version: 3 } },
  ]
  const nsInfo = [{ ns: 'db.shares' }, { ns: 'db.hubs' }]
  expect(shapesOf({ bulkWrite: 1, ops, nsInfo })).toEqual([
    { collection: 'hubs', by: 'bulkWrite', fields: ['hubNo', 'version'] },
  ])
})
