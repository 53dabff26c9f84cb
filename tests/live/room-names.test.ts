import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createHub, disjoin, getHubInfo, getHubs, nameHub } from '#protocol/hubs.ts'
import { HUB_NAME_MAX } from '#protocol/limits.ts'
import { ko } from '#protocol/text/ko.ts'
import { startTwoNodes } from '#tests/support/node.ts'
import type { TestSocket } from '#tests/support/testSocket.ts'
import { makeHub, newUser, type TestUser } from '#tests/support/users.ts'

/** The members of a hub, who are at two nodes, can name it. */
let nodes: Awaited<ReturnType<typeof startTwoNodes>>
let maker: TestUser
let friend: TestUser
let hubNo: number
let tab: TestSocket

beforeAll(async () => {
  nodes = await startTwoNodes()
})
afterAll(() => nodes.stop())
beforeEach(async () => {
  maker = await newUser(nodes.firstNode.url)
  friend = await newUser(nodes.secondNode.url)
  hubNo = await makeHub(maker, friend)
  tab = await maker.openSocket()
  return () => tab.close()
})

const nameSeen = async (user: TestUser) => (await user.call(getHubs, {})).hubs[0]?.name

test('any member can set and remove the name of a hub, and every member receives who did it', async () => {
  expect(await nameSeen(maker)).toBe('')
  await friend.call(nameHub, { hubNo, name: ' 목요  책방 📚 ' })
  const published = await tab.waitForEvent('hub:named')
  expect(published).toMatchObject({
    hubNo,
    name: '목요 책방 📚',
    userNo: friend.userNo,
    userName: friend.name,
  })
  expect(await nameSeen(maker)).toBe('목요 책방 📚')
  expect(await friend.call(getHubInfo, { hubNo })).toMatchObject({
    name: '목요 책방 📚',
    version: published.version,
  })
  await maker.call(nameHub, { hubNo, name: '' })
  await tab.waitForEvent('hub:named', ({ name }) => name === '')
  expect(await nameSeen(friend)).toBe('')
})

test('setting the same name again publishes nothing', async () => {
  await friend.call(nameHub, { hubNo, name: '책방' })
  await friend.call(nameHub, { hubNo, name: '책방' })
  await friend.call(nameHub, { hubNo, name: '서점' })
  await tab.waitForEvent('hub:named', ({ name }) => name === '서점')
  expect(tab.received.filter(({ name }) => name === 'hub:named')).toHaveLength(2)
})

test('a user who has left neither sets the name nor receives it', async () => {
  await maker.call(disjoin, { targetHubNo: hubNo })
  expect((await maker.request(nameHub, { hubNo, name: '몰래' })).status).toBe(404)
  await friend.call(nameHub, { hubNo, name: '둘이서' })
  expect(JSON.stringify(tab.received)).not.toContain('둘이서')
})

test('a name that is too long is rejected and changes nothing', async () => {
  const answer = await friend.request(nameHub, { hubNo, name: '가'.repeat(HUB_NAME_MAX + 1) })
  expect(answer).toMatchObject({ status: 400, body: { message: ko['hubs.nameTooLong'] } })
  expect(await nameSeen(maker)).toBe('')
})

test.each(['\u202e다읽힌 방', '\u200b'])(
  'a name with an invisible character is rejected, too: %j',
  async name => {
    const answer = await friend.request(nameHub, { hubNo, name })
    expect(answer).toMatchObject({ status: 400, body: { message: ko['accounts.usernameHidden'] } })
    expect(await nameSeen(maker)).toBe('')
  },
)

test('a hub can be created with a name, but the same members still have only one hub', async () => {
  const other = await newUser(nodes.firstNode.url)
  const otherNo = await makeHub(maker, other)
  const candidatesJSON = JSON.stringify([maker.userNo, other.userNo])
  expect(await maker.call(createHub, { candidatesJSON, name: '다른 이름' })).toMatchObject({
    success: false,
    message: ko['hubs.sameMembers'],
    existingHubNo: otherNo,
  })
  const third = await newUser(nodes.secondNode.url)
  await makeHub(third, maker)
  const created = await maker.call(createHub, {
    candidatesJSON: JSON.stringify([maker.userNo, other.userNo, third.userNo]),
    name: '셋이서',
  })
  expect(created.hubs[0]).toMatchObject({ name: '셋이서', names: [other.name, third.name] })
})
