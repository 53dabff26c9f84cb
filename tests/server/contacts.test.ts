import { afterAll, beforeAll, beforeEach, expect, inject, test } from 'vitest'
import { addMatching, createHub, disjoin, getHubs, searchFriends } from '#protocol/hubs.ts'
import { CONTACT_MS, CONTACTS_MAX } from '#protocol/limits.ts'
import { deleteAccount } from '#protocol/myInfo.ts'
import { ko } from '#protocol/text/ko.ts'
import { call } from '#tests/support/call.ts'
import { emptyDatabase, startNode, type TestNode } from '#tests/support/node.ts'
import { spyOnRepositories } from '#tests/support/spyOnRepositories.ts'
import { lookUp, makeContacts, makeHub, newUser, PASSWORD, type TestUser } from '#tests/support/users.ts'

/** A user can add their contacts to a hub: users they looked up recently, and users they share a hub with. */
let firstNode: TestNode
let secondNode: TestNode
let now: number
let me: TestUser
let friend: TestUser
let stranger: TestUser

const NOBODY = 987_654

beforeAll(async () => {
  const parts = { mongoUrl: await emptyDatabase(), redisUrl: inject('redisUrl'), clock: () => new Date(now) }
  firstNode = await startNode(parts)
  secondNode = await startNode(parts)
})
afterAll(() => Promise.all([firstNode.stop(), secondNode.stop()]))
beforeEach(async () => {
  now = Date.now()
  ;[me, friend, stranger] = (await Promise.all([
    newUser(firstNode.url),
    newUser(secondNode.url),
    newUser(secondNode.url),
  ])) as [TestUser, TestUser, TestUser]
})

const create = (caller: TestUser, ...userNos: number[]) =>
  caller.request(createHub, { candidatesJSON: JSON.stringify([caller.userNo, ...userNos]) })
const add = (caller: TestUser, hubNo: number, friends: number[], members: number[]) =>
  caller.request(addMatching, {
    hubNo,
    friendsJSON: JSON.stringify(friends),
    expectedResult: JSON.stringify([...members, ...friends]),
  })
const success = { status: 200, body: { success: true } }
const notFound = { status: 200, body: { success: false, message: ko['hubs.personGone'] } }
/** The same user, signed in at the other node. */
const atOtherNode = (user: TestUser): TestUser => ({
  ...user,
  url: secondNode.url,
  request: (called, input) => call(secondNode.url, called, input, user.token),
})

test('a user who was looked up at one node can be added to hubs at another immediately', async () => {
  await lookUp(me, friend, stranger)
  const answer = await create(atOtherNode(me), friend.userNo)
  expect(answer).toMatchObject(success)
  const hubNo = answer.body.success ? answer.body.hubNo : 0
  expect(await add(atOtherNode(me), hubNo, [stranger.userNo], [me.userNo, friend.userNo])).toMatchObject(
    success,
  )
})

test('a non-contact, an unknown number and a deleted user get the same response, with the same work', async () => {
  const deletedUser = await newUser(secondNode.url)
  const friendGone = await newUser(secondNode.url)
  await lookUp(me, friend, friendGone)
  for (const leaver of [deletedUser, friendGone]) await leaver.call(deleteAccount, { password: PASSWORD })
  const hubNo = await makeHub(me, friend)
  const { hubs, pageIndex } = await me.call(getHubs, {})
  const repositoryCalls = spyOnRepositories(firstNode)

  for (const ask of [
    (userNo: number) => create(me, userNo),
    (userNo: number) => create(me, friend.userNo, userNo),
    (userNo: number) => add(me, hubNo, [userNo], [me.userNo, friend.userNo]),
  ]) {
    repositoryCalls.takeCalls()
    const answers = []
    const works = []
    for (const userNo of [stranger.userNo, deletedUser.userNo, friendGone.userNo, NOBODY]) {
      answers.push(await ask(userNo))
      works.push(repositoryCalls.takeCalls())
    }
    for (const answer of answers)
      expect(answer).toEqual({ ...answers[0], body: { ...notFound.body, hubs, pageIndex } })
    for (const work of works) expect(work).toEqual(works[0])
  }
  expect((await me.call(getHubs, {})).hubs).toEqual(hubs)
  expect((await stranger.call(getHubs, {})).hubs).toEqual([])
})

test('a lookup adds a contact for the searcher only', async () => {
  await lookUp(me, friend)
  await lookUp(friend, stranger)
  expect(await create(friend, me.userNo)).toMatchObject(notFound)
  expect(await create(me, stranger.userNo)).toMatchObject(notFound)
  expect(await create(me, friend.userNo, stranger.userNo)).toMatchObject(notFound)
})

test('only an exact match adds a contact, not a part of an address', async () => {
  await me.call(searchFriends, { candidatesJSON: JSON.stringify([friend.email.slice(1)]) })
  expect(await create(me, friend.userNo)).toMatchObject(notFound)
})

test('a contact from a lookup lasts a day; another lookup renews it', async () => {
  await lookUp(me, friend, stranger)
  now += CONTACT_MS - 1
  expect(await create(me, friend.userNo)).toMatchObject(success)
  now += 1
  expect(await create(me, stranger.userNo)).toMatchObject(notFound)
  await lookUp(me, stranger)
  now += CONTACT_MS - 1
  expect(await create(me, stranger.userNo)).toMatchObject(success)
})

test('a member of a common hub can be added to another hub without a lookup', async () => {
  const other = await newUser(firstNode.url)
  await makeHub(friend, me, stranger)
  await lookUp(me, other)
  expect(await create(me, friend.userNo, stranger.userNo, other.userNo)).toMatchObject(success)
  expect(await create(stranger, friend.userNo)).toMatchObject(success)
  await lookUp(other, me)
  const pair = await makeHub(other, me)
  expect(await add(me, pair, [friend.userNo], [me.userNo, other.userNo])).toMatchObject(success)
})

test('a user who has left every common hub is no longer a contact', async () => {
  const hubNo = await makeHub(friend, me, stranger)
  await stranger.call(disjoin, { targetHubNo: hubNo })
  expect(await create(me, stranger.userNo)).toMatchObject(notFound)
  expect(await add(me, hubNo, [stranger.userNo], [me.userNo, friend.userNo])).toMatchObject(notFound)
  expect(await create(stranger, me.userNo)).toMatchObject(notFound)
})

test('of many looked-up users the last ones are kept', async () => {
  const { contacts } = firstNode.app.context.repositories
  await lookUp(me, friend)
  now += 1
  await lookUp(me, stranger)
  const many = Array.from({ length: CONTACTS_MAX - 1 }, (_, index) => NOBODY + index)
  await contacts.record(me.userNo, many, new Date(now + 1))
  expect(await contacts.findByUser(me.userNo, new Date(now))).toHaveLength(CONTACTS_MAX)
  expect(await create(me, friend.userNo)).toMatchObject(notFound)
  expect(await create(me, stranger.userNo)).toMatchObject(success)
})

test('concurrent lookups at both nodes are all stored, each user once', async () => {
  const seekers = [me, atOtherNode(me)]
  await Promise.all(
    Array.from({ length: 10 }, (_, index) =>
      seekers[index % 2]?.request(searchFriends, {
        candidatesJSON: JSON.stringify([friend.email, stranger.email, me.email]),
      }),
    ),
  )
  const found = await firstNode.app.context.repositories.contacts.findByUser(me.userNo, new Date(now))
  expect(new Set(found.map(({ foundNo }) => foundNo))).toEqual(new Set([friend.userNo, stranger.userNo]))
  expect(found).toHaveLength(2)
})

test('the cleanup removes contacts older than a day, also where the database does not expire them', async () => {
  await lookUp(me, friend)
  now += 1000
  await lookUp(me, stranger)
  now += CONTACT_MS - 1
  await firstNode.app.cleanUp()
  // Dated back, so that the remaining ones are visible whatever their age.
  const remaining = await firstNode.app.context.repositories.contacts.findByUser(
    me.userNo,
    new Date(now - CONTACT_MS),
  )
  expect(remaining.map(({ foundNo }) => foundNo)).toEqual([stranger.userNo])
})

test('contacts are deleted with either account', async () => {
  await makeContacts(me, friend)
  await friend.call(deleteAccount, { password: PASSWORD })
  const { contacts } = firstNode.app.context.repositories
  expect(await contacts.findByUser(me.userNo, new Date(now))).toEqual([])
  expect(await contacts.findByUser(friend.userNo, new Date(now))).toEqual([])
})
