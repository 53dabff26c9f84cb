import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import { expect, onTestFinished, test, vi } from 'vitest'
import { getStatus } from '#protocol/administration.ts'
import { createFolderStorage } from '#server/backup/scheduled/folderStorage.ts'
import { isDiskLow } from '#server/features/administration/status.service.ts'
import { DAY_MS } from '#server/platform/durations.ts'
import { call } from '#tests/support/call.ts'
import { startMailServer } from '#tests/support/mailServer.ts'
import { emptyDatabase, startNode } from '#tests/support/node.ts'
import { startTestRedis } from '#tests/support/services.ts'
import { newAdministrator, newUser } from '#tests/support/users.ts'
import packageJson from '../../package.json' with { type: 'json' }

async function startStoppedNode(options: Parameters<typeof startNode>[0]) {
  const node = await startNode(options)
  onTestFinished(node.stop)
  return node
}

const log = pino({ level: 'silent' })
const GB = 1024 ** 3

test('a node alone, without mail server and backups', async () => {
  const node = await startStoppedNode({ mongoUrl: await emptyDatabase() })
  const administrator = await newAdministrator(node)
  const status = await administrator.call(getStatus, {})
  expect(status).toEqual({
    success: true,
    node: {
      state: 'good',
      nodeId: expect.stringMatching(/^[0-9a-f-]{36}$/),
      release: packageJson.version,
      uptimeS: expect.any(Number),
    },
    nodes: { state: 'good', others: [] },
    database: { state: 'good', isEmbedded: false, latencyMs: expect.any(Number), bytes: expect.any(Number) },
    redis: { state: 'off', latencyMs: null },
    disk: {
      state: expect.stringMatching(/good|warning/),
      freeBytes: expect.any(Number),
      totalBytes: expect.any(Number),
    },
    mail: { state: 'off' },
    push: { state: 'good' },
    backup: { state: 'off', latest: null, failure: null, isLate: false },
  })
  expect(status.database.bytes).toBeGreaterThan(0)
  expect(status.disk.freeBytes).toBeLessThanOrEqual(status.disk.totalBytes ?? 0)
})

test('nodes see each other; a Redis that stops or hangs is a warning, and the other parts still answer', async () => {
  const redis = await startTestRedis()
  onTestFinished(redis.stop)
  const mailServer = await startMailServer()
  onTestFinished(mailServer.stop)
  const options = { mongoUrl: await emptyDatabase(), redisUrl: redis.url, smtpUrl: mailServer.url }
  const [node, otherNode] = [await startStoppedNode(options), await startStoppedNode(options)]
  const administrator = await newAdministrator(node)
  const statusOf = async (url: string) => (await call(url, getStatus, {}, administrator.token)).body

  const { version: release } = packageJson
  const others = await vi.waitFor(async () => {
    const [status, otherStatus] = [await statusOf(node.url), await statusOf(otherNode.url)]
    expect(status.nodes).toEqual({ state: 'good', others: [{ nodeId: otherStatus.node.nodeId, release }] })
    expect(otherStatus.nodes).toEqual({ state: 'good', others: [{ nodeId: status.node.nodeId, release }] })
    return [{ nodeId: otherStatus.node.nodeId, release }]
  })
  expect(await statusOf(node.url)).toMatchObject({
    redis: { state: 'good', latencyMs: expect.any(Number) },
    mail: { state: 'good' },
  })

  const withoutRedis = {
    nodes: { state: 'warning', others },
    redis: { state: 'warning', latencyMs: null },
    database: { state: 'good' },
  }
  redis.pause()
  const begun = performance.now()
  expect(await statusOf(node.url)).toMatchObject(withoutRedis)
  expect(performance.now() - begun).toBeLessThan(5_000)
  redis.resume()
  await redis.kill()
  expect(await statusOf(node.url)).toMatchObject(withoutRedis)
})

test('the latest backup, its failure, and one that is late', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'geulmaru-status-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  let now = Date.parse('2026-11-28T03:00:00+09:00')
  const folderStorage = createFolderStorage(folder, log)
  let isBroken = false
  const storage: typeof folderStorage = {
    ...folderStorage,
    create(name) {
      if (isBroken) throw Object.assign(new Error('no space'), { code: 'ENOSPC' })
      return folderStorage.create(name)
    },
  }
  const node = await startStoppedNode({
    mongoUrl: await emptyDatabase(),
    clock: () => new Date(now),
    backups: { storage, everyMs: DAY_MS },
    publicUrl: 'http://192.168.0.7:3000',
  })
  const administrator = await newAdministrator(node)
  const cleanUp = async () => {
    await node.app.cleanUp()
    await node.app.context.backgroundTasks.onIdle()
  }
  const statusNow = () => administrator.call(getStatus, {})

  expect(await statusNow()).toMatchObject({
    push: { state: 'off' },
    backup: { state: 'warning', latest: null, failure: null },
  })

  await cleanUp()
  const at = '2026-11-27T18:00:00.000Z'
  const latest = { at, verifiedAt: at, place: folder, bytes: expect.any(Number) }
  expect((await statusNow()).backup).toEqual({ state: 'good', latest, failure: null, isLate: false })

  isBroken = true
  now += DAY_MS
  await cleanUp()
  const failure = { at: new Date(now).toISOString(), reason: 'ENOSPC' }
  expect((await statusNow()).backup).toEqual({ state: 'warning', latest, failure, isLate: false })

  now += DAY_MS + 1
  expect((await statusNow()).backup).toEqual({ state: 'warning', latest, failure, isLate: true })
})

test('a data directory that cannot be read is a warning', async () => {
  const node = await startStoppedNode({ mongoUrl: await emptyDatabase() })
  const administrator = await newAdministrator(node)
  node.app.context.statusParts.dataDir = '/nowhere/at/all'
  expect((await administrator.call(getStatus, {})).disk).toEqual({
    state: 'warning',
    freeBytes: null,
    totalBytes: null,
  })
})

test.each([
  [{ freeBytes: 50 * GB, totalBytes: 100 * GB }, false],
  [{ freeBytes: 9 * GB, totalBytes: 100 * GB }, true],
  [{ freeBytes: 0.9 * GB, totalBytes: 2 * GB }, true],
])('%j: the disk is low: %s', (space, isLow) => {
  expect(isDiskLow(space)).toBe(isLow)
})

test('members, visitors and former administrators are rejected', async () => {
  const node = await startStoppedNode({ mongoUrl: await emptyDatabase() })
  const member = await newUser(node.url)
  expect(await member.request(getStatus, {})).toMatchObject({ status: 403 })
  expect(await call(node.url, getStatus, {})).toMatchObject({ status: 401 })
  const former = await newAdministrator(node)
  await node.app.context.repositories.users.setPrivilege(former.email, 0)
  node.app.context.gate.clear()
  expect(await former.request(getStatus, {})).toMatchObject({ status: 403 })
})

test('a mail server that is away or silent is a warning', async () => {
  const mailServer = await startMailServer()
  const node = await startStoppedNode({ mongoUrl: await emptyDatabase(), smtpUrl: mailServer.url })
  const administrator = await newAdministrator(node)
  await mailServer.stop()
  expect((await administrator.call(getStatus, {})).mail).toEqual({ state: 'warning' })

  const silent = createServer().listen(Number(new URL(mailServer.url).port), '127.0.0.1')
  onTestFinished(() => void silent.close())
  await once(silent, 'listening')
  expect((await administrator.call(getStatus, {})).mail).toEqual({ state: 'warning' })
})
