import { afterAll, beforeAll, expect, test } from 'vitest'
import { blockPerson, unblockPerson } from '#protocol/blocking.ts'
import { createHub } from '#protocol/hubs.ts'
import { catchUpWith } from '#tests/support/catchUp.ts'
import { makeContacts, makeHub, newPerson } from '#tests/support/person.ts'
import { startTwoNodes } from '#tests/support/twoNodes.ts'

let nodes: Awaited<ReturnType<typeof startTwoNodes>>

beforeAll(async () => {
  nodes = await startTwoNodes()
})
afterAll(() => nodes.stop())

test('blocking is told to the blocker’s own tabs, at every node, and to nobody else', async () => {
  const blocker = await newPerson(nodes.here.url)
  const blocked = await newPerson(nodes.there.url)
  const friend = await newPerson(nodes.here.url)
  await makeHub(friend, blocker, blocked)
  const catchUp = await catchUpWith(friend, blocked)
  const own = [await blocker.listens(), await blocker.listens(nodes.there.url)]
  const others = [await blocked.listens(), await friend.listens()]
  const receivedBefore = others.map(({ received }) => received.length)

  await blocker.does(blockPerson, { userNo: blocked.userNo })
  for (const tab of own) await tab.receives('blocked:changed')
  await blocker.does(unblockPerson, { userNo: blocked.userNo })
  for (const tab of own) await tab.receives('blocked:changed', () => countIn(tab) === 2)

  await catchUp(...others)
  for (const [index, { received }] of others.entries()) {
    const names = received.slice(receivedBefore[index]).map(({ name }) => name)
    // Of what they catch up with, its writer hears as well that it was saved.
    expect(names.filter(name => name !== 'note:saved')).toEqual(['note:shared'])
  }
  for (const tab of [...own, ...others]) tab.close()
})

test('a refused room is told to nobody', async () => {
  const blocker = await newPerson(nodes.here.url)
  const blocked = await newPerson(nodes.there.url)
  const friend = await newPerson(nodes.here.url)
  await makeContacts(blocker, blocked, friend)
  await blocker.does(blockPerson, { userNo: blocked.userNo })
  const catchUp = await catchUpWith(friend, blocker)
  const tab = await blocker.listens()
  const candidatesJSON = JSON.stringify([blocked.userNo, blocker.userNo, friend.userNo])
  expect(await blocked.does(createHub, { candidatesJSON })).toMatchObject({ success: false })
  await catchUp(tab)
  expect(JSON.stringify(tab.received)).not.toContain(blocked.name)
  tab.close()
})

const countIn = (tab: { received: { name: string }[] }) =>
  tab.received.filter(({ name }) => name === 'blocked:changed').length
