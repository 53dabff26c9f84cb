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

test('each collection has a shard key, or a reason to stay whole', () => {
  const listed = Object.keys({ ...shardKeys, ...whole })
  expect(
    models()
      .map(({ collection }) => collection.name)
      .filter(name => !listed.includes(name)),
    'Add these to tests/server/sharding.table.ts',
  ).toEqual([])
})

test('unique indexes begin with the shard key, or are on the list of those to change', () => {
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

test('the filter of a command is found in every statement, and in the collections that it joins', () => {
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
