import { afterAll, beforeAll, beforeEach, expect, inject, test } from 'vitest'
import { addMatching, createHub, disjoin, getHubs, searchFriends } from '#protocol/hubs.ts'
import { CONTACT_MS, CONTACTS_MAX } from '#protocol/limits.ts'
import { deleteAccount } from '#protocol/myInfo.ts'
import { ko } from '#protocol/text/ko.ts'
import { call } from '#tests/support/call.ts'
import { emptyDatabase, startNode, type TestNode } from '#tests/support/node.ts'
import { find, makeContacts, makeHub, newPerson, PASSWORD, type Person } from '#tests/support/person.ts'
import { spyOnRepositories } from '#tests/support/spyOnRepositories.ts'

/** Who may be put into a room: whom one found lately, and whom one is in a room with. */
let here: TestNode
let there: TestNode
let now: number
let me: Person
let friend: Person
let stranger: Person

const NOBODY = 987_654

beforeAll(async () => {
  const parts = { mongoUrl: await emptyDatabase(), redisUrl: inject('redisUrl'), clock: () => new Date(now) }
  here = await startNode(parts)
  there = await startNode(parts)
})
afterAll(() => Promise.all([here.stop(), there.stop()]))
beforeEach(async () => {
  now = Date.now()
  ;[me, friend, stranger] = (await Promise.all([
    newPerson(here.url),
    newPerson(there.url),
    newPerson(there.url),
  ])) as [Person, Person, Person]
})

const create = (caller: Person, ...userNos: number[]) =>
  caller.asks(createHub, { candidatesJSON: JSON.stringify([caller.userNo, ...userNos]) })
const add = (caller: Person, hubNo: number, friends: number[], members: number[]) =>
  caller.asks(addMatching, {
    hubNo,
    friendsJSON: JSON.stringify(friends),
    expectedResult: JSON.stringify([...members, ...friends]),
  })
const made = { status: 200, body: { success: true } }
const notFound = { status: 200, body: { success: false, message: ko['hubs.personGone'] } }
/** The same person, signed in at the other node. */
const atTheOther = (person: Person): Person => ({
  ...person,
  url: there.url,
  asks: (called, input) => call(there.url, called, input, person.token),
})

test('who was found at one node can be put into rooms at another one right away', async () => {
  await find(me, friend, stranger)
  const answer = await create(atTheOther(me), friend.userNo)
  expect(answer).toMatchObject(made)
  const hubNo = answer.body.success ? answer.body.hubNo : 0
  expect(await add(atTheOther(me), hubNo, [stranger.userNo], [me.userNo, friend.userNo])).toMatchObject(made)
})

test('a stranger, a number that nobody has and somebody who has gone are alike, in words and in work', async () => {
  const gone = await newPerson(there.url)
  const friendGone = await newPerson(there.url)
  await find(me, friend, friendGone)
  for (const leaver of [gone, friendGone]) await leaver.does(deleteAccount, { password: PASSWORD })
  const hubNo = await makeHub(me, friend)
  const { hubs, pageIndex } = await me.does(getHubs, {})
  const asked = spyOnRepositories(here)

  for (const ask of [
    (userNo: number) => create(me, userNo),
    (userNo: number) => create(me, friend.userNo, userNo),
    (userNo: number) => add(me, hubNo, [userNo], [me.userNo, friend.userNo]),
  ]) {
    asked.since()
    const answers = []
    const works = []
    for (const userNo of [stranger.userNo, gone.userNo, friendGone.userNo, NOBODY]) {
      answers.push(await ask(userNo))
      works.push(asked.since())
    }
    for (const answer of answers)
      expect(answer).toEqual({ ...answers[0], body: { ...notFound.body, hubs, pageIndex } })
    for (const work of works) expect(work).toEqual(works[0])
  }
  expect((await me.does(getHubs, {})).hubs).toEqual(hubs)
  expect((await stranger.does(getHubs, {})).hubs).toEqual([])
})

test('finding is one’s own, and in one direction', async () => {
  await find(me, friend)
  await find(friend, stranger)
  expect(await create(friend, me.userNo)).toMatchObject(notFound)
  expect(await create(me, stranger.userNo)).toMatchObject(notFound)
  expect(await create(me, friend.userNo, stranger.userNo)).toMatchObject(notFound)
})

test('only exact search makes known: part of an address does not', async () => {
  await me.does(searchFriends, { candidatesJSON: JSON.stringify([friend.email.slice(1)]) })
  expect(await create(me, friend.userNo)).toMatchObject(notFound)
})

test('who was found is known for a day; found again, for another one', async () => {
  await find(me, friend, stranger)
  now += CONTACT_MS - 1
  expect(await create(me, friend.userNo)).toMatchObject(made)
  now += 1
  expect(await create(me, stranger.userNo)).toMatchObject(notFound)
  await find(me, stranger)
  now += CONTACT_MS - 1
  expect(await create(me, stranger.userNo)).toMatchObject(made)
})

test('who is in a room with one can be put into another one, unsought', async () => {
  const other = await newPerson(here.url)
  await makeHub(friend, me, stranger)
  await find(me, other)
  expect(await create(me, friend.userNo, stranger.userNo, other.userNo)).toMatchObject(made)
  expect(await create(stranger, friend.userNo)).toMatchObject(made)
  await find(other, me)
  const pair = await makeHub(other, me)
  expect(await add(me, pair, [friend.userNo], [me.userNo, other.userNo])).toMatchObject(made)
})

test('who has left every common room is a stranger again', async () => {
  const hubNo = await makeHub(friend, me, stranger)
  await stranger.does(disjoin, { targetHubNo: hubNo })
  expect(await create(me, stranger.userNo)).toMatchObject(notFound)
  expect(await add(me, hubNo, [stranger.userNo], [me.userNo, friend.userNo])).toMatchObject(notFound)
  expect(await create(stranger, me.userNo)).toMatchObject(notFound)
})

test('of many found the last are kept', async () => {
  const { contacts } = here.app.context.stores
  await find(me, friend)
  now += 1
  await find(me, stranger)
  const many = Array.from({ length: CONTACTS_MAX - 1 }, (_, index) => NOBODY + index)
  await contacts.record(me.userNo, many, new Date(now + 1))
  expect(await contacts.of(me.userNo, new Date(now))).toHaveLength(CONTACTS_MAX)
  expect(await create(me, friend.userNo)).toMatchObject(notFound)
  expect(await create(me, stranger.userNo)).toMatchObject(made)
})

test('searches at once at both nodes are all kept, each person once', async () => {
  const seekers = [me, atTheOther(me)]
  await Promise.all(
    Array.from({ length: 10 }, (_, index) =>
      seekers[index % 2]?.asks(searchFriends, {
        candidatesJSON: JSON.stringify([friend.email, stranger.email, me.email]),
      }),
    ),
  )
  const found = await here.app.context.stores.contacts.of(me.userNo, new Date(now))
  expect(new Set(found.map(({ foundNo }) => foundNo))).toEqual(new Set([friend.userNo, stranger.userNo]))
  expect(found).toHaveLength(2)
})

test('what is older than a day is swept, also where the database does not do it by itself', async () => {
  await find(me, friend)
  now += 1000
  await find(me, stranger)
  now += CONTACT_MS - 1
  await here.app.cleanUp()
  // As of before, so that what is left is seen, whatever its age.
  const left = await here.app.context.stores.contacts.of(me.userNo, new Date(now - CONTACT_MS))
  expect(left.map(({ foundNo }) => foundNo)).toEqual([stranger.userNo])
})

test('it goes with the account, whoever found whom', async () => {
  await makeContacts(me, friend)
  await friend.does(deleteAccount, { password: PASSWORD })
  const { contacts } = here.app.context.stores
  expect(await contacts.of(me.userNo, new Date(now))).toEqual([])
  expect(await contacts.of(friend.userNo, new Date(now))).toEqual([])
})
