import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import { pino } from 'pino'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { createS3Storage } from '#server/backup/scheduled/s3Storage.ts'
import { DAY_MS } from '#server/platform/durations.ts'
import { openNodes, ownDatabase } from '#tests/support/node.ts'
import { s3Settings, startS3Server } from '#tests/support/s3Server.ts'

const server = await startS3Server()
afterAll(server.stop)
const logged: string[] = []
const log = pino({}, { write: (line: string) => void logged.push(line) })
const settings = s3Settings(server)
const storage = createS3Storage(settings, log)
let now = Date.parse('2026-11-02T03:00:00+09:00')
const [node] = await openNodes({
  mongoUrl: await ownDatabase(),
  clock: () => new Date(now),
  backups: { storage, everyMs: DAY_MS },
  log,
})
const { backupSchedule: schedule } = node.app.context.repositories

async function cleanUp(): Promise<void> {
  await node.app.cleanUp()
  await node.app.context.backgroundTasks.onIdle()
}

beforeEach(async () => {
  server.intercept = null
  server.objects.clear()
  server.uploads.clear()
  for (const name of ['scheduledBackups', 'backupSchedule']) await node.mongo.collection(name).deleteMany({})
})

const MB = 1024 * 1024
const NAME = 'geulmaru-1.backup'

test('large files are sent in parts, and read back', async () => {
  const content = randomBytes(40 * MB)
  async function* parts() {
    for (let start = 0; start < content.length; start += MB) yield content.subarray(start, start + MB)
  }
  let partCount = 0
  server.intercept = (method, url) => {
    if (method === 'PUT' && url.searchParams.has('partNumber')) partCount += 1
    return undefined
  }
  await pipeline(parts(), storage.create(NAME))
  expect(partCount).toBe(3)
  expect(server.objects.get(`notes/${NAME}`)?.equals(content)).toBe(true)
  expect(server.uploads.size).toBe(0)
  const read: Buffer[] = []
  for await (const part of await storage.open(NAME)) read.push(part)
  expect(Buffer.concat(read).equals(content)).toBe(true)
})

test('an interrupted or failed upload leaves neither a file nor parts', async () => {
  const begin = async () => {
    const target = storage.create(NAME)
    await new Promise(resolve => target.write(randomBytes(17 * MB), resolve))
    expect(server.uploads.size).toBe(1)
    return target
  }
  const target = await begin()
  target.destroy()
  await expect.poll(() => server.uploads.size).toBe(0)
  await begin()
  await storage.remove(NAME)
  expect(server.uploads.size).toBe(0)
  server.intercept = method => (method === 'POST' ? { status: 400, code: 'InvalidPart' } : undefined)
  await expect(pipeline([randomBytes(17 * MB)], storage.create(NAME))).rejects.toThrow('S3: 400 InvalidPart')
  expect(server.objects.size).toBe(0)
})

test('lists all pages, and only our files of the prefix', async () => {
  const names = ['1', '2', '3', '4', '5'].map(no => `geulmaru-${no}.backup`)
  for (const name of names) server.objects.set(`notes/${name}`, Buffer.from('x'))
  server.objects.set('notes/other', Buffer.from('x'))
  server.objects.set('geulmaru-9.backup', Buffer.from('x'))
  expect([...(await storage.list())]).toEqual(names)
  await storage.remove('geulmaru-3.backup')
  expect([...(await storage.list())]).not.toContain('geulmaru-3.backup')
})

test('a scheduled backup is stored, read back and removed when it is outdated', async () => {
  for (let day = 0; day < 9; day += 1) {
    await cleanUp()
    now += DAY_MS
  }
  // The newest of the week before is one of the seven days.
  expect(server.objects.size).toBe(7)
  expect(await schedule.findLatest(new Date(now))).toMatchObject({ place: 's3://backups/notes/' })
})

test('a damaged or missing copy keeps the earlier backup', async () => {
  await cleanUp()
  now += DAY_MS
  server.intercept = (method, url) => {
    const key = decodeURIComponent(url.pathname.slice('/backups/'.length))
    const stored = server.objects.get(key)
    if (method === 'GET' && stored) server.objects.set(key, stored.fill(0, stored.length - 30))
    return undefined
  }
  await cleanUp()
  expect(server.objects.size).toBe(1)
  expect((await schedule.findState()).failure).toBe('the stored copy is damaged')
})

test('a rejected key is a sentence at the start, an unreachable storage is only logged, and no secret is shown', async () => {
  const check = (change: object) => createS3Storage({ ...settings, ...change }, log).check()
  await check({})
  await expect(check({ secretAccessKey: 'a wrong one' })).rejects.toThrow(
    /BACKUP_TO: .* \[S3: 403 SignatureDoesNotMatch\]/,
  )
  await expect(check({ bucket: 'other' })).rejects.toThrow('S3: 404 NoSuchBucket')
  await check({ endpoint: 'http://127.0.0.1:1' })
  expect(logged.at(-1)).toContain('out of reach')
  server.intercept = () => ({ status: 429, code: 'SlowDown' })
  await check({})
  expect(logged.at(-1)).toContain('S3: 429 SlowDown')
  server.intercept = () => ({ status: 403, code: 'AccessDenied' })
  now += DAY_MS
  await cleanUp()
  expect((await schedule.findState()).failure).toBe('S3: 403 AccessDenied')
  expect(logged.join()).not.toMatch(new RegExp(`${settings.secretAccessKey}|${settings.accessKeyId}`))
})

test('what is written is what is read', async () => {
  await pipeline([Buffer.from('하나'), Buffer.from('둘')], storage.create(NAME))
  expect(await text(await storage.open(NAME))).toBe('하나둘')
})

test('a storage that accepts requests and never answers fails in time, and a stop does not wait for it', async () => {
  const limits = { answerMs: 70, hurryMs: 50, partMs: 100, silenceMs: 150 }
  const slow = createS3Storage(settings, log, limits)
  await pipeline([randomBytes(MB)], storage.create(NAME))
  server.intercept = () => 'silence'
  await slow.check()
  expect(logged.at(-1)).toContain('S3: no answer within 0.05 s')
  await expect(slow.list()).rejects.toThrow('S3: no answer within 0.07 s')
  await expect(slow.remove(NAME)).rejects.toThrow('S3: no answer within 0.05 s')
  await expect(pipeline([Buffer.from('x')], slow.create('b'))).rejects.toThrow('S3: no answer within 0.1 s')
  // The first half arrives.
  await expect(text(await slow.open(NAME))).rejects.toThrow('S3: no answer within 0.15 s')

  server.intercept = null
  const target = createS3Storage(settings, log, { ...limits, answerMs: 30_000, partMs: 60_000 }).create(NAME)
  await new Promise(resolve => target.write(randomBytes(17 * MB), resolve))
  server.intercept = () => 'silence'
  const closed = once(target, 'close')
  target.destroy()
  await closed
})
