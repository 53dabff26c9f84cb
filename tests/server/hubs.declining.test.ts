import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { addMatching, disjoin, getHubInfo, getHubs } from '#protocol/hubs.ts'
import { ko } from '#protocol/text/ko.ts'
import { runBefore } from '#tests/support/interleave.ts'
import { emptyDatabase, startNode, type TestNode } from '#tests/support/node.ts'
import { makeContacts, makeHub, newPerson, type Person } from '#tests/support/person.ts'

/** Who leaves a hub may be added again, unless they declined. */
let node: TestNode
let maker: Person
let second: Person
let third: Person
let stranger: Person

beforeAll(async () => {
  node = await startNode({ mongoUrl: await emptyDatabase() })
})
afterAll(() => node.stop())
beforeEach(async () => {
  const people = await Promise.all(Array.from({ length: 4 }, () => newPerson(node.url)))
  ;[maker, second, third, stranger] = people as [Person, Person, Person, Person]
  await makeContacts(...people)
})

const numbers = (...people: Person[]) => JSON.stringify(people.map(person => person.userNo))
const hubNosOf = async (person: Person) => (await person.does(getHubs, {})).hubs.map(hub => hub.hubNo)
const participants = async (hubNo: number) =>
  (await maker.does(getHubInfo, { hubNo })).participants.map(person => person.userNo)
const adding = (hubNo: number, friends: Person[], expected: Person[]) => ({
  hubNo,
  friendsJSON: numbers(...friends),
  expectedResult: numbers(...expected),
})

test('who has left can be added again', async () => {
  const hubNo = await makeHub(maker, second, third)
  await third.does(disjoin, { targetHubNo: hubNo, declineInvitations: false })
  const again = adding(hubNo, [third], [maker, second, third])
  expect(await second.does(addMatching, again)).toMatchObject({ success: true })
  expect(await hubNosOf(third)).toEqual([hubNo])
})

test('who declines to be invited again is added by nobody, alone or among others, and is named', async () => {
  const hubNo = await makeHub(maker, second, third)
  const views = async () => [await second.does(getHubInfo, { hubNo }), await second.does(getHubs, {})]
  await third.does(disjoin, { targetHubNo: hubNo, declineInvitations: true })
  const before = await views()
  expect(JSON.stringify(before), 'who declined is shown to nobody').not.toContain(third.name)
  const message = ko['hubs.declined'].replace('{names}', third.name)

  for (const add of [
    adding(hubNo, [third], [maker, second, third]),
    adding(hubNo, [stranger, third], [maker, second, third, stranger]),
  ])
    expect(await second.does(addMatching, add)).toMatchObject({ success: false, message, hubs: [{ hubNo }] })

  expect(await views()).toEqual(before)
  expect(await hubNosOf(third)).toEqual([])
  expect(await hubNosOf(stranger)).toEqual([])
  const alone = adding(hubNo, [stranger], [maker, second, stranger])
  expect(await second.does(addMatching, alone)).toMatchObject({ success: true })
})

test('all who declined are named', async () => {
  const hubNo = await makeHub(maker, second, third)
  for (const leaver of [second, third])
    await leaver.does(disjoin, { targetHubNo: hubNo, declineInvitations: true })
  const add = adding(hubNo, [third, second], [maker, second, third])
  expect(await maker.does(addMatching, add)).toMatchObject({
    success: false,
    message: ko['hubs.declined'].replace('{names}', `${third.name}, ${second.name}`),
  })
})

test('declining one hub leaves every other one open', async () => {
  const declined = await makeHub(maker, second, third)
  const other = await makeHub(maker, stranger)
  await third.does(disjoin, { targetHubNo: declined, declineInvitations: true })
  const made = await makeHub(maker, second, third)
  expect(made).not.toBe(declined)
  const add = adding(other, [third], [maker, stranger, third])
  expect(await maker.does(addMatching, add)).toMatchObject({ success: true })
  expect(new Set(await hubNosOf(third))).toEqual(new Set([made, other]))
})

test('who comes, goes and declines while being added is not added', async () => {
  const hubNo = await makeHub(maker, second)
  const { stores } = node.app.context
  const add = adding(hubNo, [third], [maker, second, third])
  // Between the look at the hub and the adding; the members are then who they were.
  const done = runBefore(stores.hubs, 'grow', async () => {
    await second.does(addMatching, add)
    await third.does(disjoin, { targetHubNo: hubNo, declineInvitations: true })
  })
  expect(await maker.does(addMatching, add)).toMatchObject({
    success: false,
    message: ko['hubs.membersChanged'],
  })
  await done
  expect(await participants(hubNo)).toEqual([maker.userNo, second.userNo])
})
