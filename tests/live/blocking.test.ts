import { afterAll, beforeAll, expect, test } from 'vitest'
import { blockPerson, unblockPerson } from '#protocol/blocking.ts'
import { createHub } from '#protocol/hubs.ts'
import { createCatchUp } from '#tests/support/catchUp.ts'
import { startTwoNodes } from '#tests/support/node.ts'
import { makeContacts, makeHub, newUser } from '#tests/support/users.ts'

let nodes: Awaited<ReturnType<typeof startTwoNodes>>

beforeAll(async () => {
  nodes = await startTwoNodes()
})
afterAll(() => nodes.stop())

test('blocking is published to the blocker’s own tabs at every node, and to nobody else', async () => {
  const blocker = await newUser(nodes.firstNode.url)
  const blocked = await newUser(nodes.secondNode.url)
  const friend = await newUser(nodes.firstNode.url)
  await makeHub(friend, blocker, blocked)
  const catchUp = await createCatchUp(friend, blocked)
  const own = [await blocker.openSocket(), await blocker.openSocket(nodes.secondNode.url)]
  const others = [await blocked.openSocket(), await friend.openSocket()]
  const receivedBefore = others.map(({ received }) => received.length)

  await blocker.call(blockPerson, { userNo: blocked.userNo })
  for (const tab of own) await tab.waitForEvent('blocked:changed')
  await blocker.call(unblockPerson, { userNo: blocked.userNo })
  for (const tab of own) await tab.waitForEvent('blocked:changed', () => countIn(tab) === 2)

  await catchUp(...others)
  for (const [index, { received }] of others.entries()) {
    const names = received.slice(receivedBefore[index]).map(({ name }) => name)
    // The sharer of the barrier note also receives the event of its save.
    expect(names.filter(name => name !== 'note:saved')).toEqual(['note:shared'])
  }
  for (const tab of [...own, ...others]) tab.close()
})

test('a rejected hub creation is published to nobody', async () => {
  const blocker = await newUser(nodes.firstNode.url)
  const blocked = await newUser(nodes.secondNode.url)
  const friend = await newUser(nodes.firstNode.url)
  await makeContacts(blocker, blocked, friend)
  await blocker.call(blockPerson, { userNo: blocked.userNo })
  const catchUp = await createCatchUp(friend, blocker)
  const tab = await blocker.openSocket()
  const candidatesJSON = JSON.stringify([blocked.userNo, blocker.userNo, friend.userNo])
  expect(await blocked.call(createHub, { candidatesJSON })).toMatchObject({ success: false })
  await catchUp(tab)
  expect(JSON.stringify(tab.received)).not.toContain(blocked.name)
  tab.close()
})

const countIn = (tab: { received: { name: string }[] }) =>
  tab.received.filter(({ name }) => name === 'blocked:changed').length
