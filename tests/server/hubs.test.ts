import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { getSharedNotes } from '#protocol/discussion.ts'
import { addMatching, createHub, disjoin, getHubInfo, getHubs, markAsRead } from '#protocol/hubs.ts'
import { HUB_CREATED_MEMBERS_MAX, HUBS_PER_PAGE } from '#protocol/limits.ts'
import { en } from '#protocol/text/en.ts'
import { ko } from '#protocol/text/ko.ts'
import { asJson, post } from '#tests/support/call.ts'
import { emptyDatabase, startNode, type TestNode } from '#tests/support/node.ts'
import { makeContacts, makeHub, newUser, shareNewNote, type TestUser } from '#tests/support/users.ts'

let node: TestNode
let maker: TestUser
let second: TestUser
let third: TestUser
let stranger: TestUser

beforeAll(async () => {
  node = await startNode({ mongoUrl: await emptyDatabase() })
})
afterAll(() => node.stop())
beforeEach(async () => {
  const users = await Promise.all(Array.from({ length: 4 }, () => newUser(node.url)))
  ;[maker, second, third, stranger] = users as [TestUser, TestUser, TestUser, TestUser]
  await makeContacts(...users)
})

const numbers = (...users: TestUser[]) => JSON.stringify(users.map(user => user.userNo))
const hubNosOf = async (user: TestUser) =>
  (await user.call(getHubs, { hubsPerPage: 50 })).hubs.map(hub => hub.hubNo)
const asMe = (user: TestUser) => ({ userNo: user.userNo, userName: user.name, profPic: '' })
const participants = async (hubNo: number, viewer = maker) =>
  (await viewer.call(getHubInfo, { hubNo })).participants.map(user => user.userNo)

test('a new user has no hubs', async () => {
  expect(await maker.call(getHubs, {})).toEqual({
    success: true,
    me: asMe(maker),
    hubs: [],
    pageIndex: { firstPageNum: 1, prevPageNum: 1, curPageNum: 1, nextPageNum: 1, lastPageNum: 1 },
  })
})

test('a new hub shows each member the others', async () => {
  const reply = await maker.call(createHub, { candidatesJSON: numbers(maker, second, third, second) })
  expect(reply).toMatchObject({
    success: true,
    message: '',
    hubs: [{ userNos: [second.userNo, third.userNo] }],
  })
  expect(await second.call(getHubs, {})).toMatchObject({
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
  expect(await third.call(getHubInfo, { hubNo })).toMatchObject({
    hubNo,
    participants: [asMe(maker), asMe(second), asMe(third)],
  })
})

test('a hub with the same members is created once', async () => {
  const hubNo = await makeHub(maker, second)
  for (const [caller, candidatesJSON] of [
    [maker, numbers(maker, second)],
    [second, numbers(maker, second)],
    [second, numbers(second, maker, maker)],
  ] as const) {
    expect(await caller.call(createHub, { candidatesJSON })).toMatchObject({
      success: false,
      message: ko['hubs.sameMembers'],
      hubs: [{ hubNo }],
    })
  }
})

test('a hub needs another member, who exists, and not too many', async () => {
  const requestCreation = (candidatesJSON: string) => maker.call(createHub, { candidatesJSON })
  expect(await requestCreation(numbers(maker))).toMatchObject({
    success: false,
    message: ko['hubs.noOneSelected'],
  })
  expect(await requestCreation(`[${maker.userNo}, 987654]`)).toMatchObject({
    success: false,
    message: ko['hubs.personGone'],
  })
  const tooMany = [
    maker.userNo,
    ...Array.from({ length: HUB_CREATED_MEMBERS_MAX }, (_, index) => 5000 + index),
  ]
  expect(await requestCreation(JSON.stringify(tooMany))).toMatchObject({
    success: false,
    message: ko['hubs.tooMany'].replace('{max}', String(HUB_CREATED_MEMBERS_MAX)),
  })
  expect(await maker.request(createHub, { candidatesJSON: numbers(second, third) })).toMatchObject({
    status: 400,
    body: { field: 'candidatesJSON' },
  })
  expect(await hubNosOf(maker)).toEqual([])
  expect(await hubNosOf(second)).toEqual([])
})

test('rejections are in English for users who prefer it', async () => {
  const headers = { ...asJson, authData: maker.token, 'Accept-Language': 'en' }
  const body = JSON.stringify({ candidatesJSON: numbers(maker) })
  const answer = await post(node.url + createHub.path, body, headers)
  expect(answer.body.message).toBe(en['hubs.noOneSelected'])
})

test('added friends are appended, and see earlier shares', async () => {
  const hubNo = await makeHub(maker, second)
  const noteNo = await shareNewNote(maker, hubNo)
  const reply = await second.call(addMatching, {
    hubNo,
    friendsJSON: numbers(second, third),
    expectedResult: numbers(third, maker, second),
  })
  expect(reply).toMatchObject({ success: true, hubNo, message: '', hubs: [{ hubNo }] })
  expect(await participants(hubNo)).toEqual([maker.userNo, second.userNo, third.userNo])
  const { notes } = await third.call(getSharedNotes, { selectedHubNo: hubNo })
  expect(notes).toMatchObject([{ noteNo }])
})

test('nobody is added when the caller’s list of members is outdated', async () => {
  const hubNo = await makeHub(maker, second)
  const wrong = { hubNo, friendsJSON: numbers(third), expectedResult: numbers(maker, third) }
  expect(await maker.call(addMatching, wrong)).toMatchObject({
    success: false,
    message: ko['hubs.membersChanged'],
    hubs: [{ hubNo, userNos: [second.userNo] }],
  })
  expect(await hubNosOf(third)).toEqual([])
})

test('adding a member twice, or an unknown user, is rejected', async () => {
  const hubNo = await makeHub(maker, second)
  const additionOfSecond = { hubNo, friendsJSON: numbers(second), expectedResult: numbers(maker, second) }
  expect(await maker.call(addMatching, additionOfSecond)).toMatchObject({
    success: false,
    message: ko['hubs.sameMembers'],
  })
  const unknown = {
    hubNo,
    friendsJSON: '[987654]',
    expectedResult: `[${maker.userNo}, ${second.userNo}, 987654]`,
  }
  expect(await maker.call(addMatching, unknown)).toMatchObject({
    success: false,
    message: ko['hubs.personGone'],
  })
  expect(await participants(hubNo)).toEqual([maker.userNo, second.userNo])
})

test('adding members must not make the members equal to those of another hub', async () => {
  const all = await makeHub(maker, second, third)
  const pair = await makeHub(maker, second)
  const reply = await maker.call(addMatching, {
    hubNo: pair,
    friendsJSON: numbers(third),
    expectedResult: numbers(maker, second, third),
  })
  expect(reply).toMatchObject({ success: false, message: ko['hubs.sameMembers'] })
  expect(await hubNosOf(third)).toEqual([all])
})

test('a non-member cannot read or change a hub', async () => {
  const hubNo = await makeHub(maker, second)
  await shareNewNote(maker, hubNo)
  const before = await maker.call(getHubInfo, { hubNo })
  const add = { hubNo, friendsJSON: numbers(stranger), expectedResult: numbers(maker, second, stranger) }
  for (const answer of [
    await stranger.request(getHubInfo, { hubNo }),
    await stranger.request(addMatching, add),
    await stranger.request(disjoin, { targetHubNo: hubNo, declineInvitations: true }),
    await stranger.request(markAsRead, { hubNo }),
    await stranger.request(getSharedNotes, { selectedHubNo: hubNo }),
    await stranger.request(getHubInfo, { hubNo: 987_654 }),
  ]) {
    expect(answer).toMatchObject({ status: 404, body: { code: 'notFound', message: ko['error.notFound'] } })
  }
  expect(await maker.call(getHubInfo, { hubNo })).toEqual(before)
  expect(await maker.call(addMatching, add), 'nor declines').toMatchObject({ success: true })
})

test('leaving removes the hub from the user’s list; the last member who leaves removes the hub', async () => {
  const hubNo = await makeHub(maker, second)
  expect(await second.call(disjoin, { targetHubNo: hubNo })).toMatchObject({ success: true, hubs: [] })
  expect(await second.request(getHubInfo, { hubNo })).toMatchObject({ status: 404 })
  expect(await maker.call(getHubs, {})).toMatchObject({ hubs: [{ hubNo, userNos: [maker.userNo] }] })
  await maker.call(disjoin, { targetHubNo: hubNo })
  expect(await hubNosOf(maker)).toEqual([])
  expect(await node.app.context.repositories.hubs.findByNo(hubNo)).toBeNull()
  expect(await maker.request(disjoin, { targetHubNo: hubNo })).toMatchObject({ status: 404 })
})

test('leaving never fails, even if the hub becomes equal to another one', async () => {
  const pair = await makeHub(maker, second)
  const trio = await makeHub(maker, second, third)
  expect(await third.request(disjoin, { targetHubNo: trio })).toMatchObject({ status: 200 })
  expect(new Set(await hubNosOf(maker))).toEqual(new Set([pair, trio]))
  expect(await participants(trio)).toEqual(await participants(pair))
  const secondResponse = await maker.call(createHub, { candidatesJSON: numbers(maker, second) })
  expect(secondResponse).toMatchObject({ success: false, message: ko['hubs.sameMembers'] })
  await maker.call(disjoin, { targetHubNo: pair })
  const still = await maker.call(createHub, { candidatesJSON: numbers(maker, second) })
  expect(still, 'the other hub still has these members').toMatchObject({ success: false })
})

test('the hub with the newest share is first, and pages are clamped', async () => {
  const hubNos: number[] = []
  for (let count = 0; count <= HUBS_PER_PAGE; count += 1) {
    hubNos.push(await makeHub(maker, await newUser(node.url)))
  }
  const oldest = hubNos[0] ?? 0
  expect(await maker.call(getHubs, { curPageNo: 99 })).toMatchObject({
    hubs: [{ hubNo: oldest }],
    pageIndex: { prevPageNum: 1, curPageNum: 2, nextPageNum: 2, lastPageNum: 2 },
  })
  await shareNewNote(maker, oldest)
  expect((await maker.call(getHubs, {})).hubs[0]).toMatchObject({ hubNo: oldest })
  const left = await maker.call(disjoin, { targetHubNo: hubNos[1] ?? 0, curPageNo: 2 })
  expect(left).toMatchObject({
    hubs: { length: HUBS_PER_PAGE },
    pageIndex: { curPageNum: 1, lastPageNum: 1 },
  })
})
