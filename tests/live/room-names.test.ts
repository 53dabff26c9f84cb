import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createHub, disjoin, getHubInfo, getHubs, nameHub } from '#protocol/hubs.ts'
import { HUB_NAME_MAX } from '#protocol/limits.ts'
import { ko } from '#protocol/text/ko.ts'
import type { Listener } from '#tests/support/listener.ts'
import { makeHub, newPerson, type Person } from '#tests/support/person.ts'
import { startTwoNodes } from '#tests/support/twoNodes.ts'

/** A room is called what its members call it; they sit at two nodes. */
let nodes: Awaited<ReturnType<typeof startTwoNodes>>
let maker: Person
let friend: Person
let hubNo: number
let tab: Listener

beforeAll(async () => {
  nodes = await startTwoNodes()
})
afterAll(() => nodes.stop())
beforeEach(async () => {
  maker = await newPerson(nodes.here.url)
  friend = await newPerson(nodes.there.url)
  hubNo = await makeHub(maker, friend)
  tab = await maker.listens()
  return () => tab.close()
})

const nameSeen = async (person: Person) => (await person.does(getHubs, {})).hubs[0]?.name

test('whoever is in a room names it, everybody hears who did, and it may be without a name again', async () => {
  expect(await nameSeen(maker)).toBe('')
  await friend.does(nameHub, { hubNo, name: ' 목요  책방 📚 ' })
  const told = await tab.receives('hub:named')
  expect(told).toMatchObject({ hubNo, name: '목요 책방 📚', userNo: friend.userNo, userName: friend.name })
  expect(await nameSeen(maker)).toBe('목요 책방 📚')
  expect(await friend.does(getHubInfo, { hubNo })).toMatchObject({
    name: '목요 책방 📚',
    version: told.version,
  })
  await maker.does(nameHub, { hubNo, name: '' })
  await tab.receives('hub:named', ({ name }) => name === '')
  expect(await nameSeen(friend)).toBe('')
})

test('the same name again is told to nobody', async () => {
  await friend.does(nameHub, { hubNo, name: '책방' })
  await friend.does(nameHub, { hubNo, name: '책방' })
  await friend.does(nameHub, { hubNo, name: '서점' })
  await tab.receives('hub:named', ({ name }) => name === '서점')
  expect(tab.received.filter(({ name }) => name === 'hub:named')).toHaveLength(2)
})

test('who has left neither names it nor hears its name', async () => {
  await maker.does(disjoin, { targetHubNo: hubNo })
  expect((await maker.asks(nameHub, { hubNo, name: '몰래' })).status).toBe(404)
  await friend.does(nameHub, { hubNo, name: '둘이서' })
  expect(JSON.stringify(tab.received)).not.toContain('둘이서')
})

test('a longer name is refused and changes nothing', async () => {
  const answer = await friend.asks(nameHub, { hubNo, name: '가'.repeat(HUB_NAME_MAX + 1) })
  expect(answer).toMatchObject({ status: 400, body: { message: ko['hubs.nameTooLong'] } })
  expect(await nameSeen(maker)).toBe('')
})

test.each(['\u202e다읽힌 방', '\u200b'])(
  'a name with a sign that cannot be seen is refused, too: %j',
  async name => {
    const answer = await friend.asks(nameHub, { hubNo, name })
    expect(answer).toMatchObject({ status: 400, body: { message: ko['accounts.usernameHidden'] } })
    expect(await nameSeen(maker)).toBe('')
  },
)

test('a room may be made with a name; the same people have one room, whatever it is called', async () => {
  const other = await newPerson(nodes.here.url)
  const otherNo = await makeHub(maker, other)
  const candidatesJSON = JSON.stringify([maker.userNo, other.userNo])
  expect(await maker.does(createHub, { candidatesJSON, name: '다른 이름' })).toMatchObject({
    success: false,
    message: ko['hubs.sameMembers'],
    existingHubNo: otherNo,
  })
  const third = await newPerson(nodes.there.url)
  await makeHub(third, maker)
  const made = await maker.does(createHub, {
    candidatesJSON: JSON.stringify([maker.userNo, other.userNo, third.userNo]),
    name: '셋이서',
  })
  expect(made.hubs[0]).toMatchObject({ name: '셋이서', names: [other.name, third.name] })
})
