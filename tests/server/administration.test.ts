import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { getCounts } from '#protocol/administration.ts'
import { call } from '#tests/support/call.ts'
import { visit } from '#tests/support/listener.ts'
import { emptyDatabase, startNode, type TestNode } from '#tests/support/node.ts'
import { makeHub, newAdministrator, newPerson, type Person, writeNote } from '#tests/support/person.ts'

let node: TestNode
let otherNode: TestNode
let administrator: Person
let member: Person

beforeAll(async () => {
  const line = { mongoUrl: await emptyDatabase(), redisUrl: inject('redisUrl') }
  node = await startNode(line)
  otherNode = await startNode(line)
  administrator = await newAdministrator(node)
  member = await newPerson(node.url)
})
afterAll(() => Promise.all([node.stop(), otherNode.stop()]))

test('only administrators hear the counts', async () => {
  expect(await call(node.url, getCounts, {})).toMatchObject({ status: 401, body: { success: false } })
  expect(await member.asks(getCounts, {})).toMatchObject({ status: 403, body: { success: false } })
  expect(await administrator.asks(getCounts, {})).toMatchObject({ status: 200 })
})

test('people, notes, hubs and open sockets are counted', async () => {
  expect(await administrator.does(getCounts, {})).toEqual({
    success: true,
    people: 2,
    notes: 0,
    hubs: 0,
    sockets: 0,
  })
  await writeNote(member)
  await writeNote(member)
  await makeHub(member, administrator)
  const tabs = [
    await member.listens(),
    await administrator.listens(otherNode.url),
    await visit(otherNode.url),
  ]
  expect(await administrator.does(getCounts, {})).toMatchObject({ people: 2, notes: 2, hubs: 1, sockets: 3 })
  // Asked at the other node, the answer is the same.
  expect((await call(otherNode.url, getCounts, {}, administrator.token)).body).toMatchObject({ sockets: 3 })
  for (const tab of tabs) tab.close()
})

test('who is no administrator any more is refused', async () => {
  const former = await newAdministrator(node)
  await node.app.context.stores.users.setPrivilege(former.email, 0)
  node.app.context.gate.forgetAll()
  expect(await former.asks(getCounts, {})).toMatchObject({ status: 403 })
})
