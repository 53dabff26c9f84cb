import { afterAll, beforeAll, expect, test } from 'vitest'
import { dumpDatabase } from '#tests/support/dumpDatabase.ts'
import { emptyDatabase, startNode, type TestNode } from '#tests/support/node.ts'
import { newUser, signUpUser, type TestUser } from '#tests/support/users.ts'

let node: TestNode

beforeAll(async () => {
  node = await startNode({ mongoUrl: await emptyDatabase() })
})
afterAll(() => node.stop())

/** Values that differ from one user to the next, by type. */
const OWN =
  /^(_id|userNo|value|username|nameKey|uniqueNameKey|email|emailKey|passwordHash|tokenId|deviceHash)$/

/** The stored documents of a new user, with values replaced where no two users have the same. */
async function readStored(make: () => Promise<TestUser>) {
  const documents = async () => Object.entries(await dumpDatabase(node.mongo))
  const before = new Set((await documents()).flatMap(([, all]) => all.map(each => JSON.stringify(each))))
  const { userNo, name, email } = await make()
  const stored = (await documents()).map(([collection, all]) => {
    const added = all.filter(each => !before.has(JSON.stringify(each)))
    return [collection, added.map(each => shapeOf(each as Record<string, unknown>))] as const
  })
  expect(JSON.stringify(await node.app.context.repositories.users.findByNo(userNo))).toContain(email)
  expect(name).toContain('새사람')
  return Object.fromEntries(stored.filter(([, added]) => added.length > 0))
}

function shapeOf(document: Record<string, unknown>) {
  return Object.fromEntries(
    Object.entries(document).map(([field, value]) => {
      if (OWN.test(field)) return [field, `any ${typeof value}`]
      return [field, value instanceof Date ? 'any time' : value]
    }),
  )
}

test('newUser stores the same documents as signing up and signing in', async () => {
  const createByCalls = () => signUpUser(node.url, { email: 'calling@example.com', username: '새사람 부름' })
  // The first user creates the counters.
  await createByCalls()
  const signUpByCalls = () => signUpUser(node.url, { email: 'signing@example.com', username: '새사람 가입' })
  const stored = await readStored(() => newUser(node.url))
  expect(Object.keys(stored)).toEqual(expect.arrayContaining(['devices', 'sessions', 'users']))
  expect(stored).toEqual(await readStored(signUpByCalls))
})
