import { expect, test } from 'vitest'
import { readBackupSettings } from './config.backup.ts'
import { readConfig } from './config.ts'
import { HOUR_MS } from './platform/durations.ts'

const folder = { BACKUP_EVERY: '24h', BACKUP_TO: '/var/backups' }
const s3 = {
  BACKUP_EVERY: '6h',
  BACKUP_TO: 's3://bucket/notes',
  BACKUP_S3_ACCESS_KEY_ID: 'id',
  BACKUP_S3_SECRET_ACCESS_KEY: 'very secret',
}

test('without settings there are no scheduled backups', () => {
  expect(readBackupSettings({ PORT: '3000', BACKUP_TO: '' })).toBeUndefined()
  expect(readConfig({}).backup).toBeUndefined()
})

test('reads a folder and an interval', () => {
  expect(readConfig(folder).backup).toEqual({ everyMs: 24 * HOUR_MS, to: { folder: '/var/backups' } })
  expect(readBackupSettings({ ...folder, BACKUP_EVERY: '7d' })?.everyMs).toBe(168 * HOUR_MS)
})

test('reads an S3-compatible storage, by default that of Amazon', () => {
  const keys = { accessKeyId: 'id', secretAccessKey: 'very secret' }
  expect(readBackupSettings(s3)?.to).toEqual({
    s3: {
      endpoint: 'https://s3.us-east-1.amazonaws.com',
      region: 'us-east-1',
      bucket: 'bucket',
      prefix: 'notes/',
      ...keys,
    },
  })
  const own = { ...s3, BACKUP_TO: 's3://bucket', BACKUP_S3_ENDPOINT: 'http://localhost:9000/' }
  expect(readBackupSettings({ ...own, BACKUP_S3_REGION: 'auto' })?.to).toEqual({
    s3: { endpoint: 'http://localhost:9000', region: 'auto', bucket: 'bucket', prefix: '', ...keys },
  })
})

test.each([
  ['BACKUP_EVERY', { BACKUP_TO: '/var/backups' }],
  ['BACKUP_EVERY', { ...folder, BACKUP_EVERY: '0h' }],
  ['BACKUP_EVERY', { ...folder, BACKUP_EVERY: '8d' }],
  ['BACKUP_EVERY', { ...folder, BACKUP_EVERY: '30m' }],
  ['BACKUP_TO', { BACKUP_EVERY: '24h' }],
  ['BACKUP_TO', { ...s3, BACKUP_TO: 's3://' }],
  ['BACKUP_TO', { ...s3, BACKUP_TO: 'ftp://bucket/x' }],
  ['BACKUP_TO', { ...s3, BACKUP_TO: 's3://bucket/a?b' }],
  ['BACKUP_S3_ACCESS_KEY_ID', { ...s3, BACKUP_S3_ACCESS_KEY_ID: '' }],
  ['BACKUP_S3_SECRET_ACCESS_KEY', { ...s3, BACKUP_S3_SECRET_ACCESS_KEY: '' }],
  ['BACKUP_S3_ENDPOINT', { ...s3, BACKUP_S3_ENDPOINT: 'https://s3.example.com/path' }],
  ['BACKUP_S3_REGION', { ...folder, BACKUP_S3_REGION: 'auto' }],
  ['BACKUP_S3_BUCKET', { ...folder, BACKUP_S3_BUCKET: 'bucket' }],
])('an invalid setting is rejected by its name, in one line without secrets: %s', (name, variables) => {
  const read = () => readConfig(variables as Record<string, string>)
  expect(read).toThrow(new RegExp(`^환경 변수를 고쳐 주세요. ${name}: .+ \\(Fix ${name}: .+\\)$`))
  expect(read).not.toThrow('very secret')
})
