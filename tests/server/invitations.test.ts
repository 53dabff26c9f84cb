import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { blockPerson } from '#protocol/blocking.ts'
import { addMatching, createHub, disjoin, getHubs } from '#protocol/hubs.ts'
import {
  endInvitation,
  getInvitations,
  joinByInvitation,
  lookAtInvitation,
  makeInvitation,
} from '#protocol/invitations.ts'
import { HUB_MEMBERS_MAX, INVITATION_MS, INVITED_BY_LINK_MAX } from '#protocol/limits.ts'
import { deleteAccount } from '#protocol/myInfo.ts'
import { getNote } from '#protocol/notes.ts'
import { ko } from '#protocol/text/ko.ts'
import { getTopics } from '#protocol/topics.ts'
import { connectMongo } from '#server/platform/mongo/connect.ts'
import { call } from '#tests/support/call.ts'
import { dumpDatabase } from '#tests/support/dumpDatabase.ts'
import { runBefore } from '#tests/support/interleave.ts'
import { emptyDatabase, startNode, type TestNode } from '#tests/support/node.ts'
import {
  invite,
  joinByLink,
  lookUp,
  makeHub,
  newUser,
  PASSWORD,
  shareNewNote,
  signInUser,
  type TestUser,
} from '#tests/support/users.ts'

/** Invitation links: who can create them, who can join by them, and when they become invalid. */
let now = Date.now()
let node: TestNode
let mongoUrl: string
let maker: TestUser
let friend: TestUser
let newcomer: TestUser
let hubNo: number

beforeAll(async () => {
  mongoUrl = await emptyDatabase()
  node = await startNode({ mongoUrl, clock: () => new Date(now) })
})
afterAll(() => node.stop())
beforeEach(async () => {
  now = Date.now()
  const users = await Promise.all(Array.from({ length: 3 }, () => newUser(node.url)))
  ;[maker, friend, newcomer] = users as [TestUser, TestUser, TestUser]
  hubNo = await makeHub(maker, friend)
})

const repositories = () => node.app.context.repositories
const previewInvitation = (token: string, user?: TestUser) =>
  call(node.url, lookAtInvitation, { token }, user?.token)
const join = (token: string, user = newcomer) => user.call(joinByInvitation, { token })
const numbers = (...users: { userNo: number }[]) => JSON.stringify(users.map(({ userNo }) => userNo))
const rejoin = () => ({ hubNo, friendsJSON: numbers(maker), expectedResult: numbers(maker, friend) })
const membersOf = async (no = hubNo) =>
  (await repositories().hubs.findByNo(no))?.members.map(({ userNo }) => userNo)
const endedReply = { success: false, reason: 'ended', message: ko['invitations.ended'] }
const full = { success: false, reason: 'full', message: ko['invitations.full'] }

/** Every user gets the same response as if the link had never existed. */
async function expectEnded(token: string, ...users: TestUser[]): Promise<void> {
  const endedResponse = { status: 200, body: endedReply }
  for (const user of users) {
    expect(await previewInvitation(token, user)).toEqual(endedResponse)
    expect(await join(token, user)).toEqual(endedReply)
  }
}

test('a link shows who invites and the number of members, and nothing else of the hub', async () => {
  await shareNewNote(maker, hubNo, '은밀한 제목')
  const token = await invite(maker, hubNo)
  const open = {
    success: true,
    inviter: { userNo: maker.userNo, userName: maker.name, profPic: '' },
    memberCount: 2,
    expiresAt: new Date(now + INVITATION_MS).toISOString(),
    hubNo: null,
    isWithBlocked: false,
  }
  for (const user of [undefined, newcomer])
    expect(await previewInvitation(token, user)).toEqual({ status: 200, body: open })
  expect((await previewInvitation(token, friend)).body).toEqual({ ...open, hubNo })
  expect(await membersOf(), 'a preview changes nothing').toEqual([maker.userNo, friend.userNo])
})

test('a token has 128 random bits and is not stored', async () => {
  const token = await invite(maker, hubNo)
  expect(token).toMatch(/^[\w-]{22}$/)
  const mongo = await connectMongo(mongoUrl)
  expect(JSON.stringify(await dumpDatabase(mongo))).not.toContain(token)
  await mongo.close()
})

test('a user who joins by a link is a member, can read all notes and has nothing unread', async () => {
  const noteNo = await shareNewNote(maker, hubNo)
  const token = await invite(maker, hubNo)
  expect(await join(token)).toEqual({ success: true, hubNo })
  expect((await newcomer.call(getHubs, {})).hubs).toMatchObject([{ hubNo, numUnreadArticles: 0 }])
  await newcomer.call(getNote, { noteNo })
  expect(await join(token), 'again').toEqual({ success: true, hubNo })
  expect(await membersOf()).toEqual([maker.userNo, friend.userNo, newcomer.userNo])
  expect((await maker.call(getInvitations, { hubNo })).invitations).toMatchObject([{ people: 1 }])
})

test('each member has one link per hub; all members see all links and can revoke any', async () => {
  const makers = await invite(maker, hubNo)
  expect(await maker.call(makeInvitation, { hubNo })).toEqual({
    success: false,
    message: ko['invitations.hasOne'],
  })
  now += 1
  const friends = await invite(friend, hubNo)
  const view = ({ userNo, name: userName }: TestUser, madeAt: number) => ({
    maker: { userNo, userName, profPic: '' },
    madeAt: new Date(madeAt).toISOString(),
    expiresAt: new Date(madeAt + INVITATION_MS).toISOString(),
    people: 0,
  })
  const { invitations } = await friend.call(getInvitations, { hubNo })
  expect(invitations).toEqual([view(maker, now - 1), view(friend, now)])
  for (const token of [makers, friends]) expect(JSON.stringify(invitations)).not.toContain(token)

  await friend.call(endInvitation, { hubNo, makerNo: maker.userNo })
  await friend.call(endInvitation, { hubNo, makerNo: maker.userNo })
  await expectEnded(makers, newcomer, friend)
  expect((await previewInvitation(friends, newcomer)).body).toMatchObject({ success: true })
  expect(await invite(maker, hubNo), 'a new one').not.toBe(makers)
})

test('a link expires after 7 days, is cleaned up, and can be replaced', async () => {
  const token = await invite(maker, hubNo)
  now += INVITATION_MS - 1
  expect((await previewInvitation(token)).body).toMatchObject({ success: true })
  now += 1
  // So does every session.
  const [late, makerAgain] = [await newUser(node.url), await signInUser(node.url, maker.email)]
  await expectEnded(token, late)
  expect((await makerAgain.call(getInvitations, { hubNo })).invitations).toEqual([])
  expect((await previewInvitation(await invite(makerAgain, hubNo))).body).toMatchObject({ success: true })
  await expectEnded(token, late)
  now += INVITATION_MS
  await node.app.cleanUp()
  expect(await repositories().invitations.findByHub(hubNo, new Date(0))).toEqual([])
})

test('an invalid token leads nowhere', async () => {
  await expectEnded('', newcomer)
  await expectEnded('x'.repeat(22), newcomer)
})

test('a link ends with its creator’s membership, also if they rejoin', async () => {
  const token = await invite(maker, hubNo)
  await maker.call(disjoin, { targetHubNo: hubNo })
  await expectEnded(token, newcomer)
  now += 1
  await lookUp(friend, maker)
  await friend.call(addMatching, rejoin())
  expect(await membersOf()).toEqual([friend.userNo, maker.userNo])
  await expectEnded(token, newcomer)
  expect((await friend.call(getInvitations, { hubNo })).invitations).toEqual([])
  expect((await previewInvitation(await invite(maker, hubNo))).body).toMatchObject({ success: true })
})

test('a link that was created while its creator left is invalid, and does not block another link', async () => {
  const race = runBefore(repositories().invitations, 'insert', () =>
    maker.call(disjoin, { targetHubNo: hubNo }),
  )
  const token = await invite(maker, hubNo)
  await race
  await expectEnded(token, newcomer)
  expect((await friend.call(getInvitations, { hubNo })).invitations).toEqual([])
  now += 1
  await lookUp(friend, maker)
  await friend.call(addMatching, rejoin())
  expect((await previewInvitation(await invite(maker, hubNo))).body).toMatchObject({ success: true })
})

test('a link is deleted with its creator’s account; data of users who joined by it is deleted with theirs', async () => {
  const token = await invite(maker, hubNo)
  const others = await invite(friend, hubNo)
  await joinByLink(others, newcomer)
  await newcomer.call(deleteAccount, { password: PASSWORD })
  expect(
    (await repositories().invitations.findByHub(hubNo, new Date(now))).map(each => each.invitedNos ?? []),
  ).toEqual([[], []])
  await maker.call(deleteAccount, { password: PASSWORD })
  await expectEnded(token, friend)
  expect(await repositories().invitations.findByMaker(maker.userNo, new Date(0))).toEqual([])
})

test('a user blocked by a member sees the same as everybody, signed in or not, but cannot join', async () => {
  await makeHub(newcomer, maker, friend)
  const token = await invite(maker, hubNo)
  await lookUp(friend, newcomer)
  await friend.call(blockPerson, { userNo: newcomer.userNo })
  expect((await previewInvitation(token, newcomer)).body).toEqual((await previewInvitation(token)).body)
  expect(await join(token)).toEqual(endedReply)
  expect(await membersOf()).toEqual([maker.userNo, friend.userNo])
  expect((await maker.call(getInvitations, { hubNo })).invitations).toMatchObject([{ people: 0 }])
})

test('a user who has blocked a member is warned before, and can join', async () => {
  const token = await invite(maker, hubNo)
  await lookUp(newcomer, friend)
  await newcomer.call(blockPerson, { userNo: friend.userNo })
  expect((await previewInvitation(token, newcomer)).body).toMatchObject({
    success: true,
    isWithBlocked: true,
  })
  expect((await previewInvitation(token, await newUser(node.url))).body).toMatchObject({
    isWithBlocked: false,
  })
  expect(await join(token)).toEqual({ success: true, hubNo })
})

test('joining by a link undoes an earlier decline', async () => {
  await joinByLink(await invite(maker, hubNo), newcomer)
  await newcomer.call(disjoin, { targetHubNo: hubNo, declineInvitations: true })
  const growth = {
    hubNo,
    friendsJSON: numbers(newcomer),
    expectedResult: numbers(maker, friend, newcomer),
  }
  await lookUp(maker, newcomer)
  expect(await maker.call(addMatching, growth)).toMatchObject({ success: false })
  const token = await invite(friend, hubNo)
  expect(await join(token)).toEqual({ success: true, hubNo })
  await newcomer.call(disjoin, { targetHubNo: hubNo })
  expect(await maker.call(addMatching, growth)).toMatchObject({ success: true })
})

test('joining is rejected if it would duplicate another hub, and the response names that hub', async () => {
  const existingHubNo = await makeHub(newcomer, maker, friend)
  const token = await invite(maker, hubNo)
  expect(await join(token)).toEqual({
    success: false,
    reason: 'sameMembers',
    message: ko['hubs.sameMembers'],
    existingHubNo,
  })
  expect(await membersOf()).toEqual([maker.userNo, friend.userNo])
  expect((await maker.call(getInvitations, { hubNo })).invitations).toMatchObject([{ people: 0 }])
})

test('if another hub gets the same members concurrently, the response names that hub', async () => {
  const token = await invite(maker, hubNo)
  await lookUp(newcomer, maker, friend)
  const race = runBefore(repositories().hubs, 'addMemberByLink', () =>
    newcomer.call(createHub, { candidatesJSON: numbers(newcomer, maker, friend) }),
  )
  const reply = await join(token)
  await race
  const existingHubNo = (await newcomer.call(getHubs, {})).hubs[0]?.hubNo
  expect(reply).toMatchObject({ success: false, reason: 'sameMembers', existingHubNo })
})

test('concurrent joins and leaves do not prevent a join', async () => {
  const token = await invite(maker, hubNo)
  const other = await newUser(node.url)
  await lookUp(friend, other)
  const race = runBefore(repositories().hubs, 'addMemberByLink', () =>
    friend.call(addMatching, {
      hubNo,
      friendsJSON: numbers(other),
      expectedResult: numbers(maker, friend, other),
    }),
  )
  expect(await join(token)).toEqual({ success: true, hubNo })
  await race
  expect(await membersOf()).toEqual([maker, friend, other, newcomer].map(({ userNo }) => userNo))
})

test.each<[string, () => Promise<unknown>]>([
  ['its creator leaves', () => maker.call(disjoin, { targetHubNo: hubNo })],
  [
    'its creator leaves and is added again',
    async () => {
      await maker.call(disjoin, { targetHubNo: hubNo })
      await lookUp(friend, maker)
      now += 1
      await friend.call(addMatching, rejoin())
    },
  ],
])('a user cannot join while %s', async (_, happening) => {
  const token = await invite(maker, hubNo)
  const race = runBefore(repositories().hubs, 'addMemberByLink', happening)
  expect(await join(token)).toEqual(endedReply)
  await race
  expect(await membersOf()).not.toContain(newcomer.userNo)
})

test('a deleted user cannot join, even while a node still caches their session', async () => {
  const other = await startNode({ mongoUrl, clock: () => new Date(now) })
  const token = await invite(maker, hubNo)
  const ask = () => call(other.url, joinByInvitation, { token }, newcomer.token)
  // Makes the node cache the session.
  expect(await call(other.url, getTopics, {}, newcomer.token)).toMatchObject({ status: 200 })
  await newcomer.call(deleteAccount, { password: PASSWORD })
  expect(await ask()).toMatchObject({ status: 401 })
  expect(await membersOf()).toEqual([maker.userNo, friend.userNo])
  await other.stop()
})

test('a place is reserved before the hub changes, so a concurrently revoked link adds nobody', async () => {
  const token = await invite(maker, hubNo)
  const race = runBefore(repositories().invitations, 'reservePlace', () =>
    friend.call(endInvitation, { hubNo, makerNo: maker.userNo }),
  )
  expect(await join(token)).toEqual(endedReply)
  await race
  expect(await membersOf()).toEqual([maker.userNo, friend.userNo])
})

test('nobody can join a full hub, and no link can be created for it', async () => {
  const token = await invite(maker, hubNo)
  const hub = await repositories().hubs.findByNo(hubNo)
  const crowd = Array.from({ length: HUB_MEMBERS_MAX - 2 }, (_, place) => 1_000_000 + place)
  await repositories().hubs.addMembers(hubNo, hub?.memberKey ?? '', crowd, new Date(now))
  expect((await previewInvitation(token)).body).toEqual(full)
  expect(await join(token)).toEqual(full)
  expect(await friend.call(makeInvitation, { hubNo })).toEqual({
    success: false,
    message: ko['invitations.roomFull'],
  })
})

test('50 users can join by a link and no more; a user who joined before can join again', async () => {
  const token = await invite(maker, hubNo)
  const [invitation] = await repositories().invitations.findByHub(hubNo, new Date(now))
  for (let place = 1; place < INVITED_BY_LINK_MAX; place += 1)
    await repositories().invitations.reservePlace(
      invitation?.tokenHash ?? '',
      2_000_000 + place,
      new Date(now),
    )
  expect(await join(token)).toEqual({ success: true, hubNo })
  const late = await newUser(node.url)
  expect((await previewInvitation(token, late)).body).toEqual(full)
  expect(await join(token, late)).toEqual(full)
  await newcomer.call(disjoin, { targetHubNo: hubNo })
  expect(await join(token)).toEqual({ success: true, hubNo })
  expect((await maker.call(getInvitations, { hubNo })).invitations).toMatchObject([
    { people: INVITED_BY_LINK_MAX },
  ])
})

test('of two concurrent joins for the last place one succeeds', async () => {
  const token = await invite(maker, hubNo)
  const [invitation] = await repositories().invitations.findByHub(hubNo, new Date(now))
  const take = (userNo: number) =>
    repositories().invitations.reservePlace(invitation?.tokenHash ?? '', userNo, new Date(now))
  for (let place = 1; place < INVITED_BY_LINK_MAX; place += 1) await take(3_000_000 + place)
  const race = runBefore(repositories().invitations, 'reservePlace', () => take(3_000_000))
  expect(await join(token)).toEqual(full)
  await race
  expect(await membersOf()).toEqual([maker.userNo, friend.userNo])
})
