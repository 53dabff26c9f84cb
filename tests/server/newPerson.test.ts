import { afterAll, beforeAll, expect, test } from 'vitest'
import { dumpDatabase } from '#tests/support/dumpDatabase.ts'
import { emptyDatabase, startNode, type TestNode } from '#tests/support/node.ts'
import { newPerson, type Person, signedUp } from '#tests/support/person.ts'

let node: TestNode

beforeAll(async () => {
  node = await startNode({ mongoUrl: await emptyDatabase() })
})
afterAll(() => node.stop())

/** What differs from one person to the next, by its kind alone. */
const OWN =
  /^(_id|userNo|value|username|nameKey|uniqueNameKey|email|emailKey|passwordHash|tokenId|deviceHash)$/

/** What is stored of somebody new, and may be anything where no two people have the same. */
async function storedOf(make: () => Promise<Person>) {
  const documents = async () => Object.entries(await dumpDatabase(node.mongo))
  const before = new Set((await documents()).flatMap(([, all]) => all.map(each => JSON.stringify(each))))
  const { userNo, name, email } = await make()
  const stored = (await documents()).map(([collection, all]) => {
    const added = all.filter(each => !before.has(JSON.stringify(each)))
    return [collection, added.map(each => shapeOf(each as Record<string, unknown>))] as const
  })
  expect(JSON.stringify(await node.app.context.stores.users.byNo(userNo))).toContain(email)
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

test('a person of the tests is stored as one who signs up and signs in', async () => {
  const calling = () => signedUp(node.url, { email: 'calling@example.com', username: '새사람 부름' })
  // The first of all people begins the numbers.
  await calling()
  const signingUp = () => signedUp(node.url, { email: 'signing@example.com', username: '새사람 가입' })
  const stored = await storedOf(() => newPerson(node.url))
  expect(Object.keys(stored)).toEqual(expect.arrayContaining(['devices', 'sessions', 'users']))
  expect(stored).toEqual(await storedOf(signingUp))
})
