import { afterAll, beforeAll, beforeEach, expect, inject, test } from 'vitest'
import { blockPerson, getBlocked, unblockPerson } from '#protocol/blocking.ts'
import { addMatching, createHub, disjoin, getHubInfo, getHubs, searchFriends } from '#protocol/hubs.ts'
import { CONTACT_MS } from '#protocol/limits.ts'
import { deleteAccount, requestMyInfo, updateMyInfo } from '#protocol/myInfo.ts'
import { ko } from '#protocol/text/ko.ts'
import { call } from '#tests/support/call.ts'
import { runBefore } from '#tests/support/interleave.ts'
import { emptyDatabase, startNode, type TestNode } from '#tests/support/node.ts'
import { find, makeContacts, makeHub, newPerson, PASSWORD, type Person } from '#tests/support/person.ts'
import { spyOnRepositories } from '#tests/support/spyOnRepositories.ts'

/** The blocker and whom they blocked, each at a node of their own, and a friend of both. */
let here: TestNode
let there: TestNode
let now: number
let blocker: Person
let blocked: Person
let friend: Person

const NOBODY = 987_654

beforeAll(async () => {
  const parts = { mongoUrl: await emptyDatabase(), redisUrl: inject('redisUrl'), clock: () => new Date(now) }
  here = await startNode(parts)
  there = await startNode(parts)
})
afterAll(() => Promise.all([here.stop(), there.stop()]))
beforeEach(async () => {
  now = Date.now()
  ;[blocker, blocked, friend] = (await Promise.all([
    newPerson(here.url),
    newPerson(there.url),
    newPerson(here.url),
  ])) as [Person, Person, Person]
  await makeContacts(blocker, blocked, friend)
})

const create = (caller: Person, ...people: { userNo: number }[]) =>
  caller.does(createHub, { candidatesJSON: JSON.stringify([caller, ...people].map(({ userNo }) => userNo)) })
const add = (caller: Person, hubNo: number, newcomer: { userNo: number }, ...members: Person[]) =>
  caller.does(addMatching, {
    hubNo,
    friendsJSON: JSON.stringify([newcomer.userNo]),
    expectedResult: JSON.stringify([...members, newcomer].map(({ userNo }) => userNo)),
  })
const search = (seeker: Person, ...candidates: string[]) =>
  seeker.does(searchFriends, { candidatesJSON: JSON.stringify(candidates) })
const block = (person: Person, { userNo }: { userNo: number }) => person.does(blockPerson, { userNo })
const unblock = (person: Person, { userNo }: { userNo: number }) => person.does(unblockPerson, { userNo })
const blockedBy = async (person: Person) =>
  (await person.does(getBlocked, {})).people.map(({ userNo }) => userNo)

test('who is blocked does not find the blocker, as if there were nobody, until it is undone', async () => {
  await blocker.does(requestMyInfo, { email: blocker.email, password: PASSWORD })
  const mobile = `010-7${String(blocker.userNo).padStart(7, '0')}`
  await blocker.does(updateMyInfo, { mobile })
  await block(blocker, blocked)
  const asked = spyOnRepositories(there)
  const nobody = [await search(blocked, 'nobody@example.com'), asked.since()]
  expect(nobody[0]).toMatchObject({ searchResults: [], searchResultUserNos: [] })
  for (const candidate of [blocker.email, mobile])
    expect([await search(blocked, candidate), asked.since()]).toEqual(nobody)
  const among = await search(blocked, blocker.email, friend.email, mobile)
  expect(among.searchResultUserNos).toEqual([friend.userNo])
  expect((await search(friend, blocker.email)).searchResultUserNos, 'others do').toEqual([blocker.userNo])
  expect((await search(blocker, blocked.email)).searchResultUserNos, 'the blocker does').toEqual([
    blocked.userNo,
  ])

  await unblock(blocker, blocked)
  expect((await search(blocked, blocker.email)).searchResultUserNos).toEqual([blocker.userNo])
  expect(await create(blocked, blocker)).toMatchObject({ success: true })
})

test('who is blocked puts the blocker into no room, as if there were nobody, although they found them before', async () => {
  const hubNo = await makeHub(blocked, friend)
  await block(blocker, blocked)
  const { hubs, pageIndex } = await blocked.does(getHubs, {})
  const rejected = { success: false, message: ko['hubs.personGone'], hubs, pageIndex }
  const asked = spyOnRepositories(there)
  for (const ask of [
    (person: { userNo: number }) => create(blocked, person),
    (person: { userNo: number }) => create(blocked, person, friend),
    (person: { userNo: number }) => add(blocked, hubNo, person, blocked, friend),
  ]) {
    asked.since()
    const nobody = [await ask({ userNo: NOBODY }), asked.since()]
    expect(nobody[0]).toEqual(rejected)
    expect([await ask(blocker), asked.since()]).toEqual(nobody)
  }
  expect((await blocker.does(getHubs, {})).hubs).toEqual([])
})

test('who sees the blocker in a room reads a neutral sentence, but only when everybody else is known', async () => {
  await makeHub(friend, blocker, blocked)
  const pair = await makeHub(blocked, friend)
  await block(blocker, blocked)
  const neutral = { success: false, message: ko['hubs.cannotBeTogether'] }
  expect(await create(blocked, blocker)).toMatchObject(neutral)
  expect(await add(blocked, pair, blocker, blocked, friend)).toMatchObject(neutral)
  expect(await create(blocked, blocker, { userNo: NOBODY })).toMatchObject({
    message: ko['hubs.personGone'],
  })
  expect((await blocker.does(getHubs, {})).hubs).toHaveLength(1)
})

test('a blocker gathers those they blocked only after undoing it', async () => {
  const hubNo = await makeHub(blocker, friend)
  await block(blocker, blocked)
  const rejected = { success: false, message: ko['hubs.blockedByYou'] }
  expect(await create(blocker, blocked)).toMatchObject(rejected)
  expect(await add(blocker, hubNo, blocked, blocker, friend)).toMatchObject(rejected)
  await unblock(blocker, blocked)
  expect(await create(blocker, blocked)).toMatchObject({ success: true })
})

test('a common friend may put both into a room, before and after', async () => {
  await block(blocker, blocked)
  expect(await create(friend, blocker, blocked)).toMatchObject({ success: true })
  const pair = await makeHub(friend, blocker)
  expect(await add(blocker, pair, await contactOf(blocker), friend, blocker)).toMatchObject({
    success: true,
  })
  expect(await makeHub(friend, blocked)).toBeGreaterThan(0)
})

async function contactOf(seeker: Person): Promise<Person> {
  const person = await newPerson(there.url)
  await find(seeker, person)
  return person
}

test('rooms stay as they are, and nothing in them tells of it', async () => {
  const hubNo = await makeHub(friend, blocker, blocked)
  const everybody = [blocker, blocked, friend]
  const views = () =>
    Promise.all(everybody.flatMap(person => [person.does(getHubInfo, { hubNo }), person.does(getHubs, {})]))
  const before = await views()
  await block(blocker, blocked)
  expect(await views()).toEqual(before)
  await unblock(blocker, blocked)
  expect(await views()).toEqual(before)
})

test('one’s own list, the last first, is one’s own alone', async () => {
  await block(blocker, friend)
  now += 1
  await block(blocker, blocked)
  now += 1
  await block(blocker, friend)
  expect(await blocker.does(getBlocked, {})).toEqual({
    success: true,
    people: [
      { userNo: blocked.userNo, userName: blocked.name, profPic: '' },
      { userNo: friend.userNo, userName: friend.name, profPic: '' },
    ],
  })
  expect(await blockedBy(blocked)).toEqual([])
  await unblock(blocked, friend)
  await unblock(friend, blocker)
  expect(await blockedBy(blocker), 'nobody else undoes it').toEqual([blocked.userNo, friend.userNo])
  await unblock(blocker, blocked)
  await unblock(blocker, blocked)
  expect(await blockedBy(blocker)).toEqual([friend.userNo])
})

test('a visitor blocks nobody and sees no list', async () => {
  for (const [called, input] of [
    [blockPerson, { userNo: blocked.userNo }],
    [unblockPerson, { userNo: blocked.userNo }],
    [getBlocked, {}],
  ] as const)
    expect(await call(here.url, called, input as never)).toMatchObject({ status: 401 })
})

test('who is not known cannot be blocked, as if there were nobody; oneself neither', async () => {
  const stranger = await newPerson(there.url)
  const gone = await contactOf(blocker)
  await gone.does(deleteAccount, { password: PASSWORD })
  await block(friend, blocker)
  const asked = spyOnRepositories(here)
  const outcomes = []
  for (const { userNo } of [{ userNo: NOBODY }, stranger, gone, friend])
    outcomes.push([await blocker.asks(blockPerson, { userNo }), asked.since()])
  expect(outcomes[0]?.[0]).toMatchObject({ status: 404, body: { message: ko['error.notFound'] } })
  for (const outcome of outcomes) expect(outcome).toEqual(outcomes[0])
  expect(await blocker.asks(blockPerson, { userNo: blocker.userNo })).toMatchObject({
    status: 400,
    body: { field: 'userNo' },
  })
  expect(await blockedBy(blocker)).toEqual([])
})

test('companions can be blocked whoever found whom, and a block lasts longer than what it came from', async () => {
  const hubNo = await makeHub(friend, blocker, blocked)
  now += CONTACT_MS + 1
  await block(blocked, blocker)
  await block(blocker, blocked)
  await blocker.does(disjoin, { targetHubNo: hubNo })
  expect(await block(blocker, blocked), 'again').toEqual({ success: true })
  expect(await blockedBy(blocker)).toEqual([blocked.userNo])
  expect(await search(blocker, blocked.email)).toMatchObject({ searchResults: [] })
})

test('a block that comes while a room is made leaves the room as one made before', async () => {
  const raced = runBefore(there.app.context.stores.hubs, 'insert', () => block(blocker, blocked))
  expect(await create(blocked, blocker)).toMatchObject({ success: true })
  await raced
  const again = await create(blocked, blocker, friend)
  expect(again).toMatchObject({ success: false, message: ko['hubs.cannotBeTogether'] })
})

test('it goes with the account, whoever blocked whom', async () => {
  await block(blocker, blocked)
  await block(blocked, friend)
  await blocked.does(deleteAccount, { password: PASSWORD })
  const { personBlocks } = here.app.context.stores
  for (const { userNo } of [blocker, blocked]) expect(await personBlocks.of(userNo)).toEqual([])
})
