import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { getSharedNotes } from '#protocol/discussion.ts'
import { addMatching, createHub, disjoin, getHubInfo, getHubs, markAsRead } from '#protocol/hubs.ts'
import { HUB_CREATED_MEMBERS_MAX, HUBS_PER_PAGE } from '#protocol/limits.ts'
import { en } from '#protocol/text/en.ts'
import { ko } from '#protocol/text/ko.ts'
import { emptyDatabase, startNode, type TestNode } from '#tests/support/node.ts'
import { makeContacts, makeHub, newPerson, type Person, shareNewNote } from '#tests/support/person.ts'
import { asJson, post } from '#tests/support/post.ts'

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
const hubNosOf = async (person: Person) =>
  (await person.does(getHubs, { hubsPerPage: 50 })).hubs.map(hub => hub.hubNo)
const asMe = (person: Person) => ({ userNo: person.userNo, userName: person.name, profPic: '' })
const participants = async (hubNo: number, viewer = maker) =>
  (await viewer.does(getHubInfo, { hubNo })).participants.map(person => person.userNo)

test('nobody has hubs at first', async () => {
  expect(await maker.does(getHubs, {})).toEqual({
    success: true,
    me: asMe(maker),
    hubs: [],
    pageIndex: { firstPageNum: 1, prevPageNum: 1, curPageNum: 1, nextPageNum: 1, lastPageNum: 1 },
  })
})

test('a new hub shows each member the others', async () => {
  const reply = await maker.does(createHub, { candidatesJSON: numbers(maker, second, third, second) })
  expect(reply).toMatchObject({
    success: true,
    message: '',
    hubs: [{ userNos: [second.userNo, third.userNo] }],
  })
  expect(await second.does(getHubs, {})).toMatchObject({
    me: asMe(second),
    hubs: [
      {
        userNos: [maker.userNo, third.userNo],
        names: [maker.name, third.name],
        pics: ['', ''],
        numUnreadArticles: 0,
      },
    ],
  })
  const hubNo = reply.success ? reply.hubNo : 0
  expect(await third.does(getHubInfo, { hubNo })).toMatchObject({
    hubNo,
    participants: [asMe(maker), asMe(second), asMe(third)],
  })
})

test('a hub with the same people is made once', async () => {
  const hubNo = await makeHub(maker, second)
  for (const [caller, candidatesJSON] of [
    [maker, numbers(maker, second)],
    [second, numbers(maker, second)],
    [second, numbers(second, maker, maker)],
  ] as const) {
    expect(await caller.does(createHub, { candidatesJSON })).toMatchObject({
      success: false,
      message: ko['hubs.sameMembers'],
      hubs: [{ hubNo }],
    })
  }
})

test('a hub needs somebody else, who exists, and not too many', async () => {
  const rejected = (candidatesJSON: string) => maker.does(createHub, { candidatesJSON })
  expect(await rejected(numbers(maker))).toMatchObject({ success: false, message: ko['hubs.noOneSelected'] })
  expect(await rejected(`[${maker.userNo}, 987654]`)).toMatchObject({
    success: false,
    message: ko['hubs.personGone'],
  })
  const tooMany = [
    maker.userNo,
    ...Array.from({ length: HUB_CREATED_MEMBERS_MAX }, (_, index) => 5000 + index),
  ]
  expect(await rejected(JSON.stringify(tooMany))).toMatchObject({
    success: false,
    message: ko['hubs.tooMany'].replace('{max}', String(HUB_CREATED_MEMBERS_MAX)),
  })
  expect(await maker.asks(createHub, { candidatesJSON: numbers(second, third) })).toMatchObject({
    status: 400,
    body: { field: 'candidatesJSON' },
  })
  expect(await hubNosOf(maker)).toEqual([])
  expect(await hubNosOf(second)).toEqual([])
})

test('refusals are English for who prefers it', async () => {
  const headers = { ...asJson, authData: maker.token, 'Accept-Language': 'en' }
  const body = JSON.stringify({ candidatesJSON: numbers(maker) })
  const answer = await post(node.url + createHub.path, body, headers)
  expect(answer.body.message).toBe(en['hubs.noOneSelected'])
})

test('friends join at the end, and see what was shared before', async () => {
  const hubNo = await makeHub(maker, second)
  const noteNo = await shareNewNote(maker, hubNo)
  const reply = await second.does(addMatching, {
    hubNo,
    friendsJSON: numbers(second, third),
    expectedResult: numbers(third, maker, second),
  })
  expect(reply).toMatchObject({ success: true, hubNo, message: '', hubs: [{ hubNo }] })
  expect(await participants(hubNo)).toEqual([maker.userNo, second.userNo, third.userNo])
  const { notes } = await third.does(getSharedNotes, { selectedHubNo: hubNo })
  expect(notes).toMatchObject([{ noteNo }])
})

test('nobody is added when the members are not who the caller believes', async () => {
  const hubNo = await makeHub(maker, second)
  const wrong = { hubNo, friendsJSON: numbers(third), expectedResult: numbers(maker, third) }
  expect(await maker.does(addMatching, wrong)).toMatchObject({
    success: false,
    message: ko['hubs.membersChanged'],
    hubs: [{ hubNo, userNos: [second.userNo] }],
  })
  expect(await hubNosOf(third)).toEqual([])
})

test('nobody is added twice, and nobody who does not exist', async () => {
  const hubNo = await makeHub(maker, second)
  const same = { hubNo, friendsJSON: numbers(second), expectedResult: numbers(maker, second) }
  expect(await maker.does(addMatching, same)).toMatchObject({
    success: false,
    message: ko['hubs.sameMembers'],
  })
  const unknown = {
    hubNo,
    friendsJSON: '[987654]',
    expectedResult: `[${maker.userNo}, ${second.userNo}, 987654]`,
  }
  expect(await maker.does(addMatching, unknown)).toMatchObject({
    success: false,
    message: ko['hubs.personGone'],
  })
  expect(await participants(hubNo)).toEqual([maker.userNo, second.userNo])
})

test('adding may not give a hub the members of another one', async () => {
  const all = await makeHub(maker, second, third)
  const pair = await makeHub(maker, second)
  const reply = await maker.does(addMatching, {
    hubNo: pair,
    friendsJSON: numbers(third),
    expectedResult: numbers(maker, second, third),
  })
  expect(reply).toMatchObject({ success: false, message: ko['hubs.sameMembers'] })
  expect(await hubNosOf(third)).toEqual([all])
})

test('who is not a member gets and does nothing', async () => {
  const hubNo = await makeHub(maker, second)
  await shareNewNote(maker, hubNo)
  const before = await maker.does(getHubInfo, { hubNo })
  const add = { hubNo, friendsJSON: numbers(stranger), expectedResult: numbers(maker, second, stranger) }
  for (const answer of [
    await stranger.asks(getHubInfo, { hubNo }),
    await stranger.asks(addMatching, add),
    await stranger.asks(disjoin, { targetHubNo: hubNo, declineInvitations: true }),
    await stranger.asks(markAsRead, { hubNo }),
    await stranger.asks(getSharedNotes, { selectedHubNo: hubNo }),
    await stranger.asks(getHubInfo, { hubNo: 987_654 }),
  ]) {
    expect(answer).toMatchObject({ status: 404, body: { code: 'notFound', message: ko['error.notFound'] } })
  }
  expect(await maker.does(getHubInfo, { hubNo })).toEqual(before)
  expect(await maker.does(addMatching, add), 'nor declines').toMatchObject({ success: true })
})

test('leaving shows the hub no more; the last one out removes it', async () => {
  const hubNo = await makeHub(maker, second)
  expect(await second.does(disjoin, { targetHubNo: hubNo })).toMatchObject({ success: true, hubs: [] })
  expect(await second.asks(getHubInfo, { hubNo })).toMatchObject({ status: 404 })
  expect(await maker.does(getHubs, {})).toMatchObject({ hubs: [{ hubNo, userNos: [maker.userNo] }] })
  await maker.does(disjoin, { targetHubNo: hubNo })
  expect(await hubNosOf(maker)).toEqual([])
  expect(await node.app.context.stores.hubs.byNo(hubNo)).toBeNull()
  expect(await maker.asks(disjoin, { targetHubNo: hubNo })).toMatchObject({ status: 404 })
})

test('leaving never fails, even where a hub comes to equal another one', async () => {
  const pair = await makeHub(maker, second)
  const trio = await makeHub(maker, second, third)
  expect(await third.asks(disjoin, { targetHubNo: trio })).toMatchObject({ status: 200 })
  expect(new Set(await hubNosOf(maker))).toEqual(new Set([pair, trio]))
  expect(await participants(trio)).toEqual(await participants(pair))
  const again = await maker.does(createHub, { candidatesJSON: numbers(maker, second) })
  expect(again).toMatchObject({ success: false, message: ko['hubs.sameMembers'] })
  await maker.does(disjoin, { targetHubNo: pair })
  const still = await maker.does(createHub, { candidatesJSON: numbers(maker, second) })
  expect(still, 'the other hub still has these members').toMatchObject({ success: false })
})

test('the hub of the newest share comes first, and pages are clamped', async () => {
  const hubNos: number[] = []
  for (let count = 0; count <= HUBS_PER_PAGE; count += 1) {
    hubNos.push(await makeHub(maker, await newPerson(node.url)))
  }
  const oldest = hubNos[0] ?? 0
  expect(await maker.does(getHubs, { curPageNo: 99 })).toMatchObject({
    hubs: [{ hubNo: oldest }],
    pageIndex: { prevPageNum: 1, curPageNum: 2, nextPageNum: 2, lastPageNum: 2 },
  })
  await shareNewNote(maker, oldest)
  expect((await maker.does(getHubs, {})).hubs[0]).toMatchObject({ hubNo: oldest })
  const left = await maker.does(disjoin, { targetHubNo: hubNos[1] ?? 0, curPageNo: 2 })
  expect(left).toMatchObject({
    hubs: { length: HUBS_PER_PAGE },
    pageIndex: { curPageNum: 1, lastPageNum: 1 },
  })
})
