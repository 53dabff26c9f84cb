import { beforeEach, expect, test } from 'vitest'
import { createHub, disjoin, getHubInfo, getHubs } from '#protocol/hubs.ts'
import { ko } from '#protocol/text/ko.ts'
import { createCatchUp, noteTitlesOn } from '#tests/support/catchUp.ts'
import { runBefore } from '#tests/support/interleave.ts'
import { openTwoNodes } from '#tests/support/node.ts'
import {
  addToHub,
  makeContacts,
  makeHub,
  newUser,
  shareNewNote,
  type TestUser,
} from '#tests/support/users.ts'

/** Two users change the members of a hub concurrently at different nodes, or a socket connects meanwhile. */
const { firstNode, secondNode } = await openTwoNodes()
let author: TestUser
let friend: TestUser
let user: TestUser
let dora: TestUser

beforeEach(async () => {
  author = await newUser(firstNode.url)
  user = await newUser(secondNode.url)
  friend = await newUser(firstNode.url)
  dora = await newUser(secondNode.url)
  await makeContacts(author, user, friend, dora)
})

/**
 * Runs `action` while the server reads the hubs of a connecting socket: before the second lookup of its session.
 */
function whileSyncingRooms(action: () => Promise<unknown>): Promise<void> {
  const { gate } = secondNode.app.context
  return new Promise((resolve, reject) => {
    runBefore(gate, 'find', async () => {
      runBefore(gate, 'find', action).then(resolve, reject)
    }).catch(reject)
  })
}

test('a user who leaves while their socket connects is not in the hub’s Socket.IO room', async () => {
  const catchUp = await createCatchUp(author, user)
  const hubNo = await makeHub(author, friend, user)
  const race = whileSyncingRooms(() => user.call(disjoin, { targetHubNo: hubNo }))
  const tab = await user.openSocket(secondNode.url)
  await race
  await shareNewNote(author, hubNo, '나눈 노트')
  await catchUp(tab)
  expect(JSON.stringify(tab.received)).not.toContain('나눈 노트')
})

test('a user who is added while their socket connects is in the hub’s Socket.IO room', async () => {
  const catchUp = await createCatchUp(author, user)
  const hubNo = await makeHub(author, friend)
  const race = whileSyncingRooms(() => addToHub(author, hubNo, user, author, friend))
  const tab = await user.openSocket(secondNode.url)
  await race
  await shareNewNote(author, hubNo, '나눈 노트')
  await catchUp(tab)
  expect(noteTitlesOn(tab, hubNo)).toEqual(['나눈 노트'])
  // The socket may have missed the event of the new hub, so the server asks it to resync.
  expect(tab.received).toContainEqual({ name: 'sync:needed', payload: {} })
})

test('of many sockets that connect while their user leaves, none remains in the room', async () => {
  const catchUp = await createCatchUp(author, user)
  const hubNo = await makeHub(author, friend, user)
  const connecting = Array.from({ length: 6 }, (_, index) =>
    user.openSocket(index % 2 ? firstNode.url : secondNode.url),
  )
  await user.call(disjoin, { targetHubNo: hubNo })
  const tabs = await Promise.all(connecting)
  await shareNewNote(author, hubNo, '나눈 노트')
  await catchUp(...tabs)
  for (const tab of tabs) {
    expect(JSON.stringify(tab.received)).not.toContain('나눈 노트')
  }
})

test('a user who leaves immediately after being added is not in the hub’s Socket.IO room', async () => {
  const catchUp = await createCatchUp(author, user)
  const hubNo = await makeHub(author, friend)
  const tab = await user.openSocket()
  const race = runBefore(firstNode.app.context.live, 'syncRooms', () =>
    user.call(disjoin, { targetHubNo: hubNo }),
  )
  await addToHub(author, hubNo, user, author, friend)
  await race
  await shareNewNote(author, hubNo, '나눈 노트')
  await catchUp(tab)
  expect(JSON.stringify(tab.received)).not.toContain('나눈 노트')
})

test('a user who leaves immediately after the creation of a hub is not in its Socket.IO room', async () => {
  const catchUp = await createCatchUp(author, user)
  const tab = await user.openSocket()
  const race = runBefore(firstNode.app.context.live, 'syncRooms', async () => {
    const [hubNo = 0] = (
      await secondNode.app.context.repositories.hubs.findNosByMember(user.userNo)
    ).toSorted((a, b) => b - a)
    await user.call(disjoin, { targetHubNo: hubNo })
  })
  const reply = await author.call(createHub, { candidatesJSON: numbers(author, friend, user) })
  await race
  await shareNewNote(author, reply.success ? reply.hubNo : 0, '나눈 노트')
  await catchUp(tab)
  expect(JSON.stringify(tab.received)).not.toContain('나눈 노트')
})

const numbers = (...users: TestUser[]) => JSON.stringify(users.map(user => user.userNo))
const create = (caller: TestUser, ...members: TestUser[]) =>
  caller.call(createHub, { candidatesJSON: numbers(...members) })

const memberSetsOf = async (user: TestUser) =>
  (await user.call(getHubs, { hubsPerPage: 50 })).hubs.map(hub => hub.userNos.toSorted().join())

test('of many concurrent creations of a hub with the same members exactly one succeeds', async () => {
  const replies = await Promise.all(
    Array.from({ length: 12 }, (_, index) =>
      index % 2 ? create(author, author, user, friend) : create(user, friend, user, author),
    ),
  )
  expect(replies.filter(reply => reply.success)).toHaveLength(1)
  for (const reply of replies) {
    if (!reply.success) expect(reply.message).toBe(ko['hubs.sameMembers'])
    expect(reply.hubs).toHaveLength(1)
  }
  for (const each of [author, user, friend]) expect(await memberSetsOf(each)).toHaveLength(1)
})

test('of two members who add different friends exactly one succeeds, and the other sees the new members', async () => {
  const hubNo = await makeHub(author, user)
  const [byAnn, byBen] = await Promise.all([
    addToHub(author, hubNo, friend, author, user),
    addToHub(user, hubNo, dora, author, user),
  ])
  expect([byAnn.success, byBen.success].toSorted()).toEqual([false, true])
  const { participants } = await author.call(getHubInfo, { hubNo })
  expect(participants.map(user => user.userNo)).toEqual([
    author.userNo,
    user.userNo,
    (byAnn.success ? friend : dora).userNo,
  ])
  const rejected = byAnn.success ? byBen : byAnn
  expect(rejected).toMatchObject({
    message: ko['hubs.membersChanged'],
    hubs: [{ hubNo, userNos: { length: 2 } }],
  })
})

test('of two members who add the same friend exactly one succeeds', async () => {
  const hubNo = await makeHub(author, user)
  const replies = await Promise.all(
    [author, user].map(caller => addToHub(caller, hubNo, friend, author, user)),
  )
  expect(replies.filter(reply => reply.success)).toHaveLength(1)
  expect((await friend.call(getHubInfo, { hubNo })).participants).toHaveLength(3)
})

test('of two hubs that grow to the same members exactly one does', async () => {
  const first = await makeHub(author, user)
  const second = await makeHub(author, friend)
  const replies = await Promise.all([
    addToHub(author, first, friend, author, user),
    addToHub(friend, second, user, author, friend),
  ])
  expect(replies.filter(reply => reply.success)).toHaveLength(1)
  expect(new Set(await memberSetsOf(author)).size).toBe(2)
})

test('a hub that grows and a hub that is created never have the same members', async () => {
  const pair = await makeHub(author, user)
  const replies = await Promise.all([
    addToHub(author, pair, friend, author, user),
    create(friend, author, user, friend),
  ])
  expect(replies.filter(reply => reply.success)).toHaveLength(1)
  expect(await memberSetsOf(friend)).toHaveLength(1)
})

test('when all members leave concurrently the hub is removed', async () => {
  const hubNo = await makeHub(author, user, friend, dora)
  await Promise.all([author, user, friend, dora].map(user => user.call(disjoin, { targetHubNo: hubNo })))
  for (const each of [author, user, friend, dora]) expect(await memberSetsOf(each)).toEqual([])
  expect(await firstNode.app.context.repositories.hubs.findByNo(hubNo)).toBeNull()
})

test('when one member leaves while another is added, both succeed or the addition is rejected', async () => {
  const hubNo = await makeHub(author, user, friend)
  const [added] = await Promise.all([
    addToHub(author, hubNo, dora, author, user, friend),
    friend.call(disjoin, { targetHubNo: hubNo }),
  ])
  const { participants } = await author.call(getHubInfo, { hubNo })
  const expected = added.success ? [author, user, dora] : [author, user]
  expect(participants.map(user => user.userNo)).toEqual(expected.map(user => user.userNo))
})
