import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pino } from 'pino'
import { afterAll, beforeEach, expect, inject, onTestFinished, test } from 'vitest'
import { getInbox } from '#protocol/inbox.ts'
import type { BackupStorage } from '#server/backup/scheduled/backupStorage.ts'
import { createFolderStorage } from '#server/backup/scheduled/folderStorage.ts'
import { DAY_MS, HOUR_MS } from '#server/platform/durations.ts'
import { openAllCollections, restoreInto } from '#tests/support/backups.ts'
import { startMailServer } from '#tests/support/mailServer.ts'
import { openNodes, ownDatabase, type TestNode } from '#tests/support/node.ts'
import { newAdministrator, newUser, writeNote } from '#tests/support/users.ts'

const START = Date.parse('2026-11-02T03:00:00+09:00')
let now = START
const clock = () => new Date(now)
const log = pino({ level: 'silent' })
const folder = await mkdtemp(join(tmpdir(), 'geulmaru-scheduled-'))
const folderStorage = createFolderStorage(folder, log)
/** What the storage does instead; tests replace functions. */
let replaced: Partial<BackupStorage> = {}
const storage: BackupStorage = {
  ...folderStorage,
  create: name => (replaced.create ?? folderStorage.create)(name),
  open: name => (replaced.open ?? folderStorage.open)(name),
  remove: name => (replaced.remove ?? folderStorage.remove)(name),
}
const backups = { storage, everyMs: DAY_MS }
const mailServer = await startMailServer()
const METRICS_TOKEN = 'a token for these tests'
const options = {
  mongoUrl: await ownDatabase(),
  redisUrl: inject('redisUrl'),
  clock,
  backups,
  smtpUrl: mailServer.url,
  metricsToken: METRICS_TOKEN,
}
const [node, otherNode] = await openNodes(options, options)
const { backupSchedule: schedule } = node.app.context.repositories
afterAll(async () => {
  await rm(folder, { recursive: true })
  await mailServer.stop()
})

async function cleanUp({ app }: TestNode): Promise<void> {
  await app.cleanUp()
  await app.context.backgroundTasks.onIdle()
}

beforeEach(async () => {
  replaced = {}
  now = START
  for (const name of await readdir(folder)) await rm(join(folder, name))
  for (const name of ['scheduledBackups', 'backupSchedule', 'news'])
    await node.mongo.collection(name).deleteMany({})
})

async function metric(name: string): Promise<string | undefined> {
  const response = await fetch(`${node.url}/metrics`, {
    headers: { Authorization: `Bearer ${METRICS_TOKEN}` },
  })
  const line = (await response.text()).split('\n').find(each => each.startsWith(`${name} `))
  return line?.split(' ')[1]
}

test('one of two nodes makes the backup, which can be restored, once a day', async () => {
  const user = await newUser(node.url)
  const noteNo = await writeNote(user, '예약한 노트')
  await Promise.all([cleanUp(node), cleanUp(otherNode)])
  const [name = '', ...others] = await readdir(folder)
  expect(name).toMatch(/^geulmaru-20261101T180000Z-[0-9a-f]{8}\.backup$/)
  expect(others).toEqual([])
  expect((await stat(join(folder, name))).mode & 0o777).toBe(0o600)

  const { bytes, verifiedAt, documents } = (await schedule.findLatest(clock())) ?? {}
  expect(bytes).toBe((await stat(join(folder, name))).size)
  expect(verifiedAt).toEqual(clock())
  expect(documents).toBeGreaterThan(3)
  expect(await metric('geulmaru_backup_bytes')).toBe(String(bytes))
  expect(await metric('geulmaru_backup_timestamp_seconds')).toBe(String(now / 1000))

  const target = await ownDatabase()
  await restoreInto(target, join(folder, name))
  const restored = await openAllCollections(target)
  onTestFinished(() => restored.close())
  expect(await restored.collection('notes').countDocuments({ noteNo })).toBe(1)

  now += DAY_MS - HOUR_MS
  await cleanUp(node)
  expect(await readdir(folder)).toHaveLength(1)
  now += HOUR_MS
  await cleanUp(node)
  expect(await readdir(folder)).toHaveLength(2)
})

test('seven days and four weeks stay, and no file that the schedule did not make is removed', async () => {
  const own = 'geulmaru-20200101T000000Z-00000000.backup'
  await writeFile(join(folder, own), 'mine')
  for (let day = 0; day < 28; day += 1) {
    await cleanUp(node)
    now += DAY_MS
  }
  const names = await readdir(folder)
  expect(names).toContain(own)
  expect(await readFile(join(folder, own), 'utf8')).toBe('mine')
  // 2026-11-29 is the Sunday of the fourth week.
  expect(
    names
      .filter(name => name !== own)
      .map(name => name.slice(9, 17))
      .toSorted(),
  ).toEqual(['07', '14', '21', '22', '23', '24', '25', '26', '27', '28'].map(day => `202611${day}`))
  expect(await schedule.findAll()).toHaveLength(10)
})

test('a damaged copy is removed, earlier backups stay, and administrators are notified once a day', async () => {
  const administrator = await newAdministrator(node)
  await node.mongo
    .collection('users')
    .updateOne(
      { userNo: administrator.userNo },
      { $unset: { emailUnconfirmed: 1 }, $set: { emailConfirmedAt: clock() } },
    )
  const member = await newUser(node.url)
  await cleanUp(node)
  const earlier = await readdir(folder)
  const failedBefore = Number((await metric('geulmaru_backups_total{outcome="failed"}')) ?? 0)
  replaced.open = async name => {
    const content = await readFile(join(folder, name))
    return Readable.from([content.subarray(0, -20)])
  }
  now += DAY_MS
  await cleanUp(node)
  expect(await readdir(folder)).toEqual(earlier)
  expect((await schedule.findLatest(clock()))?.at.getTime()).toBe(START)
  expect(await schedule.findState()).toMatchObject({
    failure: 'the stored copy is damaged',
    failedAt: clock(),
  })
  expect(await metric('geulmaru_backups_total{outcome="failed"}')).toBe(String(failedBefore + 1))
  const kinds = async (user: typeof member) => (await user.call(getInbox, {})).news.map(({ kind }) => kind)
  expect(await kinds(administrator)).toContain('backupFailed')
  expect(await kinds(member)).not.toContain('backupFailed')
  const mailsOf = () => mailServer.mailsTo(administrator.email, /백업/)
  await expect
    .poll(mailsOf)
    .toEqual([expect.objectContaining({ subject: '[글마루] 예약 백업을 만들지 못했어요' })])

  // It is repeated after an hour, without another notification.
  await cleanUp(node)
  expect(await metric('geulmaru_backups_total{outcome="failed"}')).toBe(String(failedBefore + 1))
  now += HOUR_MS
  await cleanUp(node)
  expect(await metric('geulmaru_backups_total{outcome="failed"}')).toBe(String(failedBefore + 2))
  expect(mailsOf()).toHaveLength(1)

  replaced = {}
  now += HOUR_MS
  await cleanUp(node)
  expect(await readdir(folder)).toHaveLength(2)
  expect((await schedule.findState()).failure).toBeUndefined()
})

test('another node takes over from one that died, and removes what it left', async () => {
  const name = 'geulmaru-20261101T175900Z-11111111.backup'
  await schedule.add({ name, place: storage.place, at: clock() })
  await schedule.take('dead', clock(), new Date(now + 60_000))
  await writeFile(join(folder, `${name}.partial`), 'half')
  await cleanUp(node)
  expect(await readdir(folder)).toEqual([`${name}.partial`])
  now += 61_000
  await cleanUp(otherNode)
  expect(await readdir(folder)).toEqual([expect.stringMatching(/T180101Z-\w{8}\.backup$/)])
  expect(await schedule.findAll()).toHaveLength(1)
})

test('a write error leaves no file, and is reported by its code', async () => {
  replaced.create = name => {
    const target = folderStorage.create(name)
    target._write = (_bytes, _encoding, done) => done(Object.assign(new Error('full'), { code: 'ENOSPC' }))
    return target
  }
  await cleanUp(node)
  expect(await readdir(folder)).toEqual([])
  expect((await schedule.findState()).failure).toBe('ENOSPC')
  expect(await schedule.findAll()).toEqual([])
})

test('a node that stops ends its backup at once, and the other node makes it', async () => {
  const { backupPlan } = node.app.context
  const stopping = new AbortController()
  const plan = { ...backupPlan, stopping: stopping.signal }
  Object.assign(node.app.context, { backupPlan: plan })
  replaced.open = async () => {
    stopping.abort()
    return new Readable({ read: () => undefined })
  }
  await cleanUp(node)
  Object.assign(node.app.context, { backupPlan })
  expect(await readdir(folder)).toEqual([])
  expect((await schedule.findState()).failure).toBeUndefined()
  replaced = {}
  await cleanUp(otherNode)
  expect(await readdir(folder)).toHaveLength(1)
})

test('a folder that cannot be written to is named', async () => {
  await writeFile(join(folder, 'file'), '')
  await expect(createFolderStorage(join(folder, 'file', 'nowhere'), log).check()).rejects.toThrow(
    /BACKUP_TO: .*쓸 수 없어요/,
  )
  await createFolderStorage(join(folder, 'new'), log).check()
  expect(await readdir(join(folder, 'new'))).toEqual([])
  await rm(join(folder, 'new'), { recursive: true })
})

test('a clock that was wrong for a while stops no backups, and costs none', async () => {
  const rightTime = now
  const YEAR_DAYS = 365
  now += YEAR_DAYS * DAY_MS
  for (let day = 0; day < 8; day += 1) {
    await cleanUp(node)
    now += DAY_MS
  }
  // The node died while its clock was wrong, and had failed before.
  await schedule.setFailed(new Date(now), 'ENOSPC')
  await schedule.setNotified(new Date(now))
  await schedule.take('dead', new Date(now), new Date(now + 60_000))
  const ofWrongTime = await readdir(folder)
  expect(ofWrongTime.length).toBeGreaterThan(1)

  now = rightTime
  for (let day = 0; day < 3; day += 1) {
    await cleanUp(node)
    expect((await schedule.findLatest(clock()))?.at).toEqual(clock())
    now += DAY_MS
  }
  expect(await readdir(folder)).toHaveLength(ofWrongTime.length + 3)

  const administrator = await newAdministrator(node)
  await schedule.setNotified(new Date(now + YEAR_DAYS * DAY_MS))
  replaced.create = () => {
    throw Object.assign(new Error('full'), { code: 'ENOSPC' })
  }
  await cleanUp(node)
  const { news } = await administrator.call(getInbox, {})
  expect(news.map(({ kind }) => kind)).toContain('backupFailed')
})

test('nodes with clocks some minutes apart do not take the lease from each other', async () => {
  const minutesAhead = new Date(now + 5 * 60_000)
  expect(await schedule.take('ahead', minutesAhead, new Date(minutesAhead.getTime() + 60_000))).toBe(true)
  expect(await schedule.take('other', clock(), new Date(now + 60_000))).toBe(false)
})
