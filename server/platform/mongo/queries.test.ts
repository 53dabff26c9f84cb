import { mongo } from 'mongoose'
import { expect, test } from 'vitest'
import { isMongoUnavailable } from './queries.ts'

test.each([
  new mongo.MongoNetworkError('connection 1 to 127.0.0.1:27017 closed'),
  new mongo.MongoTopologyClosedError('Topology is closed'),
  new mongo.MongoUnexpectedServerResponseError('Selected server does not support retryable writes'),
  Object.assign(new Error('write EPIPE'), { code: 'EPIPE' }),
])('database unavailable: $message', error => {
  expect(isMongoUnavailable(error)).toBe(true)
})

test.each([
  new mongo.MongoServerError({ code: 11000, message: 'duplicate key' }),
  new mongo.MongoInvalidArgumentError('no such option'),
  new Error('ours'),
])('another error: $message', error => {
  expect(isMongoUnavailable(error)).toBe(false)
})
