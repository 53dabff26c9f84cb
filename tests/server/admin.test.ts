import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { signIn } from '#protocol/accounts.ts'
import { getSessions, requestMyInfo, updateMyInfo } from '#protocol/myInfo.ts'
import { startRestore } from '#server/platform/mongo/installation.ts'
import { StartupError } from '#server/platform/startup.ts'
import { newPath, openAllCollections } from '#tests/support/backups.ts'
import { call } from '#tests/support/call.ts'
import { emptyDatabase, startNode, type TestNode } from '#tests/support/node.ts'
import { s3Settings, startS3Server } from '#tests/support/s3Server.ts'
import { newUser, newUsers, PASSWORD } from '#tests/support/users.ts'
import { administer } from '../../scripts/admin/administer.ts'

let node: TestNode
let mongoUrl: string
let dataDir: string

beforeAll(async () => {
  mongoUrl = await emptyDatabase()
  node = await startNode({ mongoUrl })
  dataDir = await mkdtemp(join(tmpdir(), 'geulmaru-admin-'))
})
afterAll(async () => {
  await node.stop()
  await rm(dataDir, { recursive: true })
})

const admin = (args: string[], variables: Record<string, string> = { MONGODB_URL: mongoUrl }) =>
  administer(args, variables)

const privilegeOf = async (email: string) => {
  const { body } = await call(node.url, signIn, { email, password: PASSWORD })
  return body.authenticated ? body.privilege : null
}

test('grants, lists and revokes privileges', async () => {
  const { email } = await newUser(node.url)
  expect(await admin(['list'])).toBe('관리자가 없어요. (no administrators)')
  await admin(['grant', email.toUpperCase()])
  expect(await privilegeOf(email)).toBe(1)
  expect(await admin(['list'])).toBe(email)

  await admin(['revoke', email])
  expect(await privilegeOf(email)).toBe(0)
})

test('sets a temporary password, which the user must replace, where no mail is configured', async () => {
  const { email, token } = await newUser(node.url)
  const [, temporary = ''] = (await admin(['reset', email])).match(/: (\w{10})\n/) ?? []
  const { body } = await call(node.url, signIn, { email, password: temporary })
  if (!body.authenticated) throw new Error('not signed in')
  expect(body.mustChangePassword).toBe(true)

  await call(node.url, requestMyInfo, { email, password: temporary }, body.authToken)
  await call(node.url, updateMyInfo, { password: '새 비밀번호 12' }, body.authToken)

  expect((await call(node.url, getSessions, {}, token)).status).toBe(401)
  expect((await call(node.url, getSessions, {}, body.authToken)).status).toBe(200)
})

test('reports what is wrong', async () => {
  const { email } = await newUser(node.url)
  for (let time = 0; time < 3; time += 1) await admin(['reset', email])
  await expect(admin(['reset', email])).rejects.toThrow('10분 뒤에')
  const withMail = { MONGODB_URL: mongoUrl, SMTP_URL: 'smtp://127.0.0.1:1' }
  await expect(admin(['reset', email], withMail)).rejects.toThrow('비밀번호 찾기')
  for (const order of ['grant', 'reset'])
    await expect(admin([order, 'nobody@example.com'])).rejects.toThrow(
      new StartupError('이 이메일로 가입한 사람이 없어요. (Nobody has signed up with this address.)'),
    )
  const nowhere = { MONGODB_URL: 'mongodb://127.0.0.1:1/?serverSelectionTimeoutMS=300' }
  await expect(admin(['list'], nowhere)).rejects.toThrow(/MONGODB_URL: .*MongoDB에 연결할 수 없어요/)
})

test('prints a message without a stack', async () => {
  const env = { PATH: process.env.PATH, HOME: process.env.HOME, MONGODB_URL: mongoUrl }
  const args = ['--import', 'tsx', 'scripts/admin.ts', 'revoke', 'nobody@example.com']
  const outcome = await new Promise(resolve => {
    execFile('node', args, { env }, (error, stdout, stderr) => resolve([error?.code, stdout + stderr]))
  })
  expect(outcome).toEqual([
    1,
    '이 이메일로 가입한 사람이 없어요. (Nobody has signed up with this address.)\n',
  ])
}, 120_000)

test('a backup with keys is restored into the embedded database, without the users of the deletion list', async () => {
  const [stays, leaves] = await newUsers(node.url, node.url)
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
  expect((await administer(['list'], to)).split('\n')).toEqual([stays.email])
  for (const key of ['jwt-secret', 'vapid-keys']) {
    expect(await readFile(join(to.DATA_DIR, key), 'utf8')).toBe(
      await readFile(join(from.DATA_DIR, key), 'utf8'),
    )
    expect((await stat(join(to.DATA_DIR, key))).mode & 0o777).toBe(0o600)
  }
  expect(await administer(['after-restore'], to)).toContain('점검했어요')
  await rm(path)
}, 60_000)

test('scheduled backups are listed, and restored from a folder and from a storage', async () => {
  const { email } = await newUser(node.url)
  await node.app.context.repositories.users.setPrivilege(email, 1)
  const server = await startS3Server()
  onTestFinished(server.stop)
  const folder = join(dataDir, 'scheduled')
  const { bucket, prefix, endpoint, accessKeyId, secretAccessKey } = s3Settings(server)
  const keys = {
    BACKUP_S3_ENDPOINT: endpoint,
    BACKUP_S3_ACCESS_KEY_ID: accessKeyId,
    BACKUP_S3_SECRET_ACCESS_KEY: secretAccessKey,
  }
  const inFolder = { BACKUP_EVERY: '24h', BACKUP_TO: folder }
  const inStorage = { BACKUP_EVERY: '24h', BACKUP_TO: `s3://${bucket}/${prefix}`, ...keys }
  await expect(administer(['backups'], {})).rejects.toThrow('BACKUP_TO')
  await expect(administer(['backups'], inFolder)).rejects.toThrow(`${folder}: 가져올 수 없어요. [ENOENT]`)
  expect(await administer(['backups'], inStorage)).toContain('아직 예약 백업이 없어요')

  const names = ['20261127T180000Z-00000001', '20261128T180000Z-00000002'].map(id => `geulmaru-${id}.backup`)
  await mkdir(folder)
  for (const name of [...names, 'other']) {
    await admin(['backup', join(folder, name)])
    server.objects.set(prefix + name, await readFile(join(folder, name)))
  }
  expect((await administer(['backups'], inFolder)).split('\n').slice(1)).toEqual([
    `2026-11-29 03:00  ${join(folder, names[1] ?? '')}`,
    `2026-11-28 03:00  ${join(folder, names[0] ?? '')}`,
  ])
  const listed = await administer(['backups'], inStorage)
  const [address = ''] = /s3:\S+/.exec(listed) ?? []
  expect(address).toBe(`s3://${bucket}/${prefix}${names[1]}`)

  // Without BACKUP_EVERY, as on a machine to try it.
  const to = { DATA_DIR: join(dataDir, 'fromStorage'), ...keys }
  await expect(administer(['restore', `${address}x`], to)).rejects.toThrow('[S3: 404 NoSuchKey]')
  await expect(administer(['restore', address], { ...to, BACKUP_S3_SECRET_ACCESS_KEY: 'x' })).rejects.toThrow(
    '[S3: 403 SignatureDoesNotMatch]',
  )
  await expect(administer(['restore', address], { DATA_DIR: to.DATA_DIR })).rejects.toThrow(
    'BACKUP_S3_ACCESS_KEY_ID',
  )
  expect(await readdir(to.DATA_DIR)).toEqual([])
  expect(await administer(['restore', address], to)).toContain('되돌렸어요')
  expect(await readdir(to.DATA_DIR)).not.toContain('downloaded.backup')
  expect(await administer(['list'], to)).toContain(email)
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
  '',
  'grant',
  'promote a@b.com',
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
  await expect(
    administer(words.split(' ').filter(Boolean), { DATA_DIR: join(dataDir, 'none') }),
  ).rejects.toThrow('쓰는 법')
})
