import { execFile } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { signIn } from '#protocol/accounts.ts'
import { call } from '#tests/support/call.ts'
import { emptyDatabase, startNode, type TestNode } from '#tests/support/node.ts'
import { newPerson, PASSWORD } from '#tests/support/person.ts'

let node: TestNode
let mongoUrl: string

beforeAll(async () => {
  mongoUrl = await emptyDatabase()
  node = await startNode({ mongoUrl })
})
afterAll(() => node.stop())

interface Outcome {
  code: number
  said: string
}

function admin(
  words: string[],
  variables: Record<string, string> = { MONGODB_URL: mongoUrl },
): Promise<Outcome> {
  const env = { PATH: process.env.PATH, HOME: process.env.HOME, ...variables }
  return new Promise(resolve => {
    execFile('node', ['--import', 'tsx', 'scripts/admin.ts', ...words], { env }, (error, stdout, stderr) =>
      resolve({ code: error ? Number(error.code) : 0, said: stdout + stderr }),
    )
  })
}

const privilegeOf = async (email: string) => {
  const { body } = await call(node.url, signIn, { email, password: PASSWORD })
  return body.authenticated ? body.privilege : null
}

test('grants, lists and revokes', async () => {
  const { email } = await newPerson(node.url)
  expect(await admin(['list'])).toEqual({ code: 0, said: '관리자가 없어요. (no administrators)\n' })

  expect(await admin(['grant', email.toUpperCase()])).toMatchObject({ code: 0 })
  expect(await privilegeOf(email)).toBe(1)
  expect(await admin(['list'])).toEqual({ code: 0, said: `${email}\n` })

  expect(await admin(['revoke', email])).toMatchObject({ code: 0 })
  expect(await privilegeOf(email)).toBe(0)
}, 30_000)

test('says what is wrong in a sentence, without a stack', async () => {
  const unknown = await admin(['grant', 'nobody@example.com'])
  expect(unknown).toEqual({
    code: 1,
    said: '이 이메일로 가입한 사람이 없어요. (Nobody has signed up with this address.)\n',
  })
  for (const words of [[], ['grant'], ['promote', 'a@b.com']])
    expect(await admin(words)).toMatchObject({
      code: 1,
      said: expect.stringContaining('npm run admin -- list'),
    })
  const elsewhere = await admin(['list'], {
    MONGODB_URL: 'mongodb://127.0.0.1:1/?serverSelectionTimeoutMS=300',
  })
  expect(elsewhere.code).toBe(1)
  expect(elsewhere.said).toMatch(/^MongoDB에 연결할 수 없어요/)
}, 30_000)

test('works on the embedded database, too', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'geulmaru-admin-'))
  expect(await admin(['list'], { DATA_DIR: dataDir })).toEqual({
    code: 0,
    said: '관리자가 없어요. (no administrators)\n',
  })
  await rm(dataDir, { recursive: true })
}, 30_000)
