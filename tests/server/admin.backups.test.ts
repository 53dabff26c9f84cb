import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startRestore } from '#server/platform/mongo/installation.ts'
import { newPath, openAllCollections } from '#tests/support/backups.ts'
import { emptyDatabase, startNode, type TestNode } from '#tests/support/node.ts'
import { newUser } from '#tests/support/users.ts'
import { administer } from '../../scripts/admin/administer.ts'

let node: TestNode
let mongoUrl: string
let dataDir: string
beforeAll(async () => {
  mongoUrl = await emptyDatabase()
  node = await startNode({ mongoUrl })
  dataDir = await mkdtemp(join(tmpdir(), 'geulmaru-backups-'))
})
afterAll(async () => {
  await node.stop()
  await rm(dataDir, { recursive: true })
})

test('a backup with keys is restored once into an empty directory, without the users of the deletion list', async () => {
  const [stays, leaves] = [await newUser(node.url), await newUser(node.url)]
  for (const { email } of [stays, leaves]) await node.app.context.repositories.users.setPrivilege(email, 1)
  const path = newPath()
  const from = { MONGODB_URL: mongoUrl, DATA_DIR: join(dataDir, 'from') }
  expect(await administer(['backup', path, '--with-keys'], from)).toContain('아무에게도')
  await expect(administer(['backup', path], from)).rejects.toThrow('이미 있어요')

  const list = join(dataDir, 'list')
  const entry = { userNo: leaves.userNo, deleteContributions: false, at: new Date().toISOString() }
  // A crash cut off the last line.
  await writeFile(list, `${JSON.stringify(entry)}\n{"userNo":`)
  const to = { DATA_DIR: join(dataDir, 'to') }
  expect(await administer(['restore', path, '--withdrawn', list], to)).toContain('되돌렸어요')
  expect(await administer(['list'], to)).toBe(stays.email)
  for (const key of ['jwt-secret', 'vapid-keys']) {
    expect(await readFile(join(to.DATA_DIR, key), 'utf8')).toBe(
      await readFile(join(from.DATA_DIR, key), 'utf8'),
    )
    expect((await stat(join(to.DATA_DIR, key))).mode & 0o777).toBe(0o600)
  }
  await expect(administer(['restore', path], to)).rejects.toThrow('비어 있는 글마루에만')
  expect(await administer(['after-restore'], to)).toContain('점검했어요')
  await rm(path)
}, 60_000)

test('problems with a list or a key are reported before anything is changed', async () => {
  const path = newPath()
  const from = { MONGODB_URL: mongoUrl, DATA_DIR: join(dataDir, 'from') }
  await administer(['backup', path, '--with-keys'], from)
  const list = join(dataDir, 'no-list')
  await writeFile(list, '아무나\n')
  const to = { DATA_DIR: await mkdtemp(join(dataDir, 'other-')) }
  await expect(administer(['restore', path, '--withdrawn', list], to)).rejects.toThrow('1번째 줄')
  await expect(administer(['restore', path, '--withdrawn', '/nowhere'], to)).rejects.toThrow('읽을 수 없어요')
  await writeFile(join(to.DATA_DIR, 'jwt-secret'), 'another')
  await expect(administer(['restore', path], to)).rejects.toThrow('다른 키가')
  await expect(stat(join(to.DATA_DIR, 'mongo'))).rejects.toThrow('ENOENT')
  expect(await administer(['help'], {})).toContain('after-restore')
  await rm(path)
})

test('a database that another release uses is not changed, and that release can back it up', async () => {
  const before = { MONGODB_URL: await emptyDatabase(), DATA_DIR: join(dataDir, 'before') }
  const path = newPath()
  await expect(administer(['backup', path], before)).rejects.toThrow('쓰던 버전으로')
  await expect(stat(path)).rejects.toThrow('ENOENT')
  await administer(['list'], before)
  expect(await administer(['backup', path], before)).toContain('담았어요')
  await rm(path)
})

test('an incomplete restore is neither backed up nor treated as restored', async () => {
  const half = { MONGODB_URL: await emptyDatabase(), DATA_DIR: join(dataDir, 'half') }
  await administer(['list'], half)
  const mongo = await openAllCollections(half.MONGODB_URL)
  await startRestore(mongo, new Date())
  await mongo.close()
  await expect(administer(['backup', newPath()], half)).rejects.toThrow('되돌리다가 멈춘')
  await expect(administer(['after-restore'], half)).rejects.toThrow('되돌리다가 멈춘')
})

test.each([
  'backup',
  'backup one two',
  'backup -- --with-keys',
  'backup one --withdrawn list',
  'restore',
  'restore one list',
  'restore one --with-keys',
  'after-restore list',
  'list --withdrawn list',
])('a command with missing or extra arguments is rejected: %s', async words => {
  await expect(administer(words.split(' '), { DATA_DIR: join(dataDir, 'none') })).rejects.toThrow('쓰는 법')
})
