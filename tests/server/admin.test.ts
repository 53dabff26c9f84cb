import { execFile } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { signIn } from '#protocol/accounts.ts'
import { getSessions, requestMyInfo, updateMyInfo } from '#protocol/myInfo.ts'
import { StartupError } from '#server/platform/startup.ts'
import { call } from '#tests/support/call.ts'
import { emptyDatabase, startNode, type TestNode } from '#tests/support/node.ts'
import { newUser, PASSWORD } from '#tests/support/users.ts'
import { administer } from '../../scripts/admin/administer.ts'

let node: TestNode
let mongoUrl: string

beforeAll(async () => {
  mongoUrl = await emptyDatabase()
  node = await startNode({ mongoUrl })
})
afterAll(() => node.stop())

const admin = (args: string[], variables: Record<string, string> = { MONGODB_URL: mongoUrl }) =>
  administer(args, variables)

interface Outcome {
  code: number
  said: string
}

/** Runs the command in its own process. */
function runTyped(args: string[], variables: Record<string, string>): Promise<Outcome> {
  const env = { PATH: process.env.PATH, HOME: process.env.HOME, ...variables }
  return new Promise(resolve => {
    execFile('node', ['--import', 'tsx', 'scripts/admin.ts', ...args], { env }, (error, stdout, stderr) =>
      resolve({ code: error ? Number(error.code) : 0, said: stdout + stderr }),
    )
  })
}

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

test('sets no temporary password when three are valid, nor when mail is configured', async () => {
  const { email } = await newUser(node.url)
  for (let time = 0; time < 3; time += 1) await admin(['reset', email])
  await expect(admin(['reset', email])).rejects.toThrow('10분 뒤에')
  const withMail = { MONGODB_URL: mongoUrl, SMTP_URL: 'smtp://127.0.0.1:1' }
  await expect(admin(['reset', email], withMail)).rejects.toThrow('비밀번호 찾기')
})

test('reports what is wrong', async () => {
  for (const order of ['grant', 'reset'])
    await expect(admin([order, 'nobody@example.com'])).rejects.toThrow(
      new StartupError('이 이메일로 가입한 사람이 없어요. (Nobody has signed up with this address.)'),
    )
  for (const args of [[], ['grant'], ['reset'], ['promote', 'a@b.com']])
    await expect(admin(args)).rejects.toThrow('npm run admin -- list')
  const nowhere = { MONGODB_URL: 'mongodb://127.0.0.1:1/?serverSelectionTimeoutMS=300' }
  await expect(admin(['list'], nowhere)).rejects.toThrow(/MONGODB_URL: .*MongoDB에 연결할 수 없어요/)
})

test('prints a message without a stack, and works on the embedded database, too', async () => {
  const { email } = await newUser(node.url)
  expect(await runTyped(['revoke', 'nobody@example.com'], { MONGODB_URL: mongoUrl })).toEqual({
    code: 1,
    said: '이 이메일로 가입한 사람이 없어요. (Nobody has signed up with this address.)\n',
  })
  expect((await runTyped(['grant', email], { MONGODB_URL: mongoUrl })).code).toBe(0)
  expect(await privilegeOf(email)).toBe(1)
  const dataDir = await mkdtemp(join(tmpdir(), 'geulmaru-admin-'))
  expect(await runTyped(['list'], { DATA_DIR: dataDir })).toEqual({
    code: 0,
    said: '관리자가 없어요. (no administrators)\n',
  })
  await rm(dataDir, { recursive: true })
}, 120_000)
