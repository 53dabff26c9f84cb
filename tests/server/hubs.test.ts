import { beforeEach, expect, test } from 'vitest'
import { getSharedNotes } from '#protocol/discussion.ts'
import { addMatching, createHub, disjoin, getHubInfo, getHubs } from '#protocol/hubs.ts'
import { joinByInvitation, makeInvitation } from '#protocol/invitations.ts'
import { HUB_CREATED_MEMBERS_MAX, HUBS_PER_PAGE } from '#protocol/limits.ts'
import { ko } from '#protocol/text/ko.ts'
import { runBefore } from '#tests/support/interleave.ts'
import { openNodes } from '#tests/support/node.ts'
import {
  addToHub,
  makeContacts,
  makeHub,
  newUser,
  newUsers,
  shareNewNote,
  type TestUser,
} from '#tests/support/users.ts'

let maker: TestUser
let second: TestUser
let third: TestUser
let fourth: TestUser

const [node] = await openNodes({})
beforeEach(async () => {
  ;[maker, second, third, fourth] = await newUsers(node.url, node.url, node.url, node.url)
  await makeContacts(maker, second, third, fourth)
})

const numbers = (...users: { userNo: number }[]) => JSON.stringify(users.map(user => user.userNo))
const hubNosOf = async (user: TestUser) =>
  (await user.call(getHubs, { hubsPerPage: 50 })).hubs.map(hub => hub.hubNo)
const asMe = (user: TestUser) => ({ userNo: user.userNo, userName: user.name, profPic: '' })
const participants = async (hubNo: number, viewer = maker) =>
  (await viewer.call(getHubInfo, { hubNo })).participants.map(user => user.userNo)

test('a new hub shows each member the others', async () => {
  const pageIndex = { firstPageNum: 1, prevPageNum: 1, curPageNum: 1, nextPageNum: 1, lastPageNum: 1 }
  expect(await maker.call(getHubs, {})).toEqual({ success: true, me: asMe(maker), hubs: [], pageIndex })
  const reply = await maker.call(createHub, { candidatesJSON: numbers(maker, second, third, second) })
  const seenByMaker = { userNos: [second.userNo, third.userNo] }
  expect(reply).toMatchObject({ success: true, message: '', hubs: [seenByMaker] })
  const seenBySecond = {
    userNos: [maker.userNo, third.userNo],
    names: [maker.name, third.name],
    pics: ['', ''],
    numUnreadArticles: 0,
  }
  expect(await second.call(getHubs, {})).toMatchObject({ me: asMe(second), hubs: [seenBySecond] })
  const hubNo = reply.success ? reply.hubNo : 0
  const members = [asMe(maker), asMe(second), asMe(third)]
  expect(await third.call(getHubInfo, { hubNo })).toMatchObject({ hubNo, participants: members })
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

test('members of a hub exist, and are not too many', async () => {
  const crowd = Array.from({ length: HUB_CREATED_MEMBERS_MAX }, (_, index) => 5000 + index)
  for (const [others, message] of [
    [[987_654], ko['hubs.personGone']],
    [crowd, ko['hubs.tooMany'].replace('{max}', String(HUB_CREATED_MEMBERS_MAX))],
  ] as const) {
    const candidatesJSON = JSON.stringify([maker.userNo, ...others])
    expect(await maker.call(createHub, { candidatesJSON })).toMatchObject({ success: false, message })
  }
  expect(await maker.request(createHub, { candidatesJSON: numbers(second, third) })).toMatchObject({
    status: 400,
    body: { field: 'candidatesJSON' },
  })
  expect(await hubNosOf(maker)).toEqual([])
  expect(await hubNosOf(second)).toEqual([])
})

test('a user creates one hub alone, into which friends come by link', async () => {
  const candidatesJSON = JSON.stringify([maker.userNo])
  const reply = await maker.call(createHub, { candidatesJSON })
  if (!reply.success) throw new Error(reply.message)
  expect(reply.hubs).toMatchObject([{ hubNo: reply.hubNo, userNos: [maker.userNo] }])
  expect(await maker.call(createHub, { candidatesJSON })).toMatchObject({
    success: false,
    existingHubNo: reply.hubNo,
  })

  const made = await maker.call(makeInvitation, { hubNo: reply.hubNo })
  if (!made.success) throw new Error(made.message)
  await second.call(joinByInvitation, { token: made.token })
  expect(await hubNosOf(second)).toEqual([reply.hubNo])
  expect(await maker.call(createHub, { candidatesJSON })).toMatchObject({ success: true })
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

test('nobody is added if the list of members is outdated, twice, unknown, or into the members of another hub', async () => {
  const all = await makeHub(maker, second, third)
  const hubNo = await makeHub(maker, second)
  for (const [added, expected, message] of [
    [third, [maker, third], ko['hubs.membersChanged']],
    [second, [maker, second], ko['hubs.sameMembers']],
    [{ userNo: 987_654 }, [maker, second, { userNo: 987_654 }], ko['hubs.personGone']],
    [third, [maker, second, third], ko['hubs.sameMembers']],
  ] as const) {
    const add = { hubNo, friendsJSON: numbers(added), expectedResult: numbers(...expected) }
    const reply = await maker.call(addMatching, add)
    expect(reply).toMatchObject({ success: false, message })
    expect(reply.hubs).toContainEqual(expect.objectContaining({ hubNo, userNos: [second.userNo] }))
  }
  expect(await participants(hubNo)).toEqual([maker.userNo, second.userNo])
  expect(await hubNosOf(third)).toEqual([all])
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

test('a user who left can be added again', async () => {
  const hubNo = await makeHub(maker, second, third)
  await third.call(disjoin, { targetHubNo: hubNo, declineInvitations: false })
  expect(await addToHub(second, hubNo, third, maker, second)).toMatchObject({ success: true })
  expect(await hubNosOf(third)).toEqual([hubNo])
})

test('a user who declined cannot be added, alone or with others, and is named in the rejection', async () => {
  const hubNo = await makeHub(maker, second, third)
  const views = async () => [await maker.call(getHubInfo, { hubNo }), await maker.call(getHubs, {})]
  await third.call(disjoin, { targetHubNo: hubNo, declineInvitations: true })
  const before = await views()
  expect(JSON.stringify(before), 'the decline is not visible').not.toContain(third.name)
  const rejection = (...names: string[]) => ({
    success: false,
    message: ko['hubs.declined'].replace('{names}', names.join(', ')),
    hubs: [{ hubNo }],
  })
  for (const added of [[third], [fourth, third]]) {
    const add = { hubNo, friendsJSON: numbers(...added), expectedResult: numbers(maker, second, ...added) }
    expect(await maker.call(addMatching, add)).toMatchObject(rejection(third.name))
  }
  expect(await views()).toEqual(before)
  expect([...(await hubNosOf(third)), ...(await hubNosOf(fourth))]).toEqual([])
  expect(await addToHub(maker, hubNo, fourth, maker, second)).toMatchObject({ success: true })

  await second.call(disjoin, { targetHubNo: hubNo, declineInvitations: true })
  const members = numbers(maker, fourth, second, third)
  const both = { hubNo, friendsJSON: numbers(third, second), expectedResult: members }
  expect(await maker.call(addMatching, both)).toMatchObject(rejection(third.name, second.name))
})

test('declining one hub does not affect other hubs', async () => {
  const declined = await makeHub(maker, second, third)
  const other = await makeHub(maker, fourth)
  await third.call(disjoin, { targetHubNo: declined, declineInvitations: true })
  const made = await makeHub(maker, second, third)
  expect(made).not.toBe(declined)
  expect(await addToHub(maker, other, third, maker, fourth)).toMatchObject({ success: true })
  expect(new Set(await hubNosOf(third))).toEqual(new Set([made, other]))
})

test('a user who joins, leaves and declines while being added is not added', async () => {
  const hubNo = await makeHub(maker, second)
  const { repositories } = node.app.context
  // Between reading the hub and adding the user; the members are then the same as at the reading.
  const done = runBefore(repositories.hubs, 'addMembers', async () => {
    await addToHub(second, hubNo, third, maker, second)
    await third.call(disjoin, { targetHubNo: hubNo, declineInvitations: true })
  })
  expect(await addToHub(maker, hubNo, third, maker, second)).toMatchObject({
    success: false,
    message: ko['hubs.membersChanged'],
  })
  await done
  const { participants } = await maker.call(getHubInfo, { hubNo })
  expect(participants.map(({ userNo }) => userNo)).toEqual([maker.userNo, second.userNo])
})
