import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { addMatching, createHub, disjoin, getHubInfo, getHubs } from '#protocol/hubs.ts'
import { ko } from '#protocol/text/ko.ts'
import { makeContacts, makeHub, newPerson, type Person } from '#tests/support/person.ts'
import { startTwoNodes } from '#tests/support/twoNodes.ts'

/** Two people change who is in a hub in the same moment, each at a node of their own. */
let nodes: Awaited<ReturnType<typeof startTwoNodes>>
let ann: Person
let ben: Person
let carl: Person
let dora: Person

beforeAll(async () => {
  nodes = await startTwoNodes()
})
afterAll(() => nodes.stop())
beforeEach(async () => {
  ;[ann, ben, carl, dora] = (await Promise.all([
    newPerson(nodes.here.url),
    newPerson(nodes.there.url),
    newPerson(nodes.here.url),
    newPerson(nodes.there.url),
  ])) as [Person, Person, Person, Person]
  await makeContacts(ann, ben, carl, dora)
})

const numbers = (...people: Person[]) => JSON.stringify(people.map(person => person.userNo))
const create = (caller: Person, ...members: Person[]) =>
  caller.does(createHub, { candidatesJSON: numbers(...members) })
const add = (caller: Person, hubNo: number, friend: Person, ...expected: Person[]) =>
  caller.does(addMatching, { hubNo, friendsJSON: numbers(friend), expectedResult: numbers(...expected) })
const memberSetsOf = async (person: Person) =>
  (await person.does(getHubs, { hubsPerPage: 50 })).hubs.map(hub => hub.userNos.toSorted().join())

test('of many who make a hub of the same people exactly one does', async () => {
  const replies = await Promise.all(
    Array.from({ length: 12 }, (_, index) =>
      index % 2 ? create(ann, ann, ben, carl) : create(ben, carl, ben, ann),
    ),
  )
  expect(replies.filter(reply => reply.success)).toHaveLength(1)
  for (const reply of replies) {
    if (!reply.success) expect(reply.message).toBe(ko['hubs.sameMembers'])
    expect(reply.hubs).toHaveLength(1)
  }
  for (const person of [ann, ben, carl]) expect(await memberSetsOf(person)).toHaveLength(1)
})

test('of two who add different friends to a hub exactly one does, and the other sees the new members', async () => {
  const hubNo = await makeHub(ann, ben)
  const [byAnn, byBen] = await Promise.all([
    add(ann, hubNo, carl, ann, ben, carl),
    add(ben, hubNo, dora, ann, ben, dora),
  ])
  expect([byAnn.success, byBen.success].toSorted()).toEqual([false, true])
  const { participants } = await ann.does(getHubInfo, { hubNo })
  expect(participants.map(person => person.userNo)).toEqual([
    ann.userNo,
    ben.userNo,
    (byAnn.success ? carl : dora).userNo,
  ])
  const rejected = byAnn.success ? byBen : byAnn
  expect(rejected).toMatchObject({
    message: ko['hubs.membersChanged'],
    hubs: [{ hubNo, userNos: { length: 2 } }],
  })
})

test('of two who add the same friend exactly one does', async () => {
  const hubNo = await makeHub(ann, ben)
  const replies = await Promise.all([ann, ben].map(caller => add(caller, hubNo, carl, ann, ben, carl)))
  expect(replies.filter(reply => reply.success)).toHaveLength(1)
  expect((await carl.does(getHubInfo, { hubNo })).participants).toHaveLength(3)
})

test('of two hubs that grow to the same people exactly one does', async () => {
  const first = await makeHub(ann, ben)
  const second = await makeHub(ann, carl)
  const replies = await Promise.all([
    add(ann, first, carl, ann, ben, carl),
    add(carl, second, ben, ann, ben, carl),
  ])
  expect(replies.filter(reply => reply.success)).toHaveLength(1)
  expect(new Set(await memberSetsOf(ann)).size).toBe(2)
})

test('a hub that grows and one that is made never have the same people', async () => {
  const pair = await makeHub(ann, ben)
  const replies = await Promise.all([add(ann, pair, carl, ann, ben, carl), create(carl, ann, ben, carl)])
  expect(replies.filter(reply => reply.success)).toHaveLength(1)
  expect(await memberSetsOf(carl)).toHaveLength(1)
})

test('all leave in the same moment, and the hub is gone', async () => {
  const hubNo = await makeHub(ann, ben, carl, dora)
  await Promise.all([ann, ben, carl, dora].map(person => person.does(disjoin, { targetHubNo: hubNo })))
  for (const person of [ann, ben, carl, dora]) expect(await memberSetsOf(person)).toEqual([])
  expect(await nodes.here.app.context.stores.hubs.byNo(hubNo)).toBeNull()
})

test('one leaves while another is added: both happen, or the addition is refused', async () => {
  const hubNo = await makeHub(ann, ben, carl)
  const [added] = await Promise.all([
    add(ann, hubNo, dora, ann, ben, carl, dora),
    carl.does(disjoin, { targetHubNo: hubNo }),
  ])
  const { participants } = await ann.does(getHubInfo, { hubNo })
  const expected = added.success ? [ann, ben, dora] : [ann, ben]
  expect(participants.map(person => person.userNo)).toEqual(expected.map(person => person.userNo))
})
