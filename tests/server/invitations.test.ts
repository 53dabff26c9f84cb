import { beforeEach, expect, test } from 'vitest'
import { blockPerson } from '#protocol/blocking.ts'
import { disjoin, getHubs } from '#protocol/hubs.ts'
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
import { call } from '#tests/support/call.ts'
import { dumpDatabase } from '#tests/support/dumpDatabase.ts'
import { runBefore } from '#tests/support/interleave.ts'
import { emptyDatabase, openNodes, startNode } from '#tests/support/node.ts'
import {
  addToHub,
  invite,
  joinByLink,
  lookUp,
  makeHub,
  newUser,
  newUsers,
  PASSWORD,
  shareNewNote,
  signInUser,
  type TestUser,
} from '#tests/support/users.ts'

/** Invitation links: who can create them, who can join by them, and when they become invalid. */
let now = Date.now()
let maker: TestUser
let friend: TestUser
let newcomer: TestUser
let hubNo: number

const mongoUrl = await emptyDatabase()
const [node] = await openNodes({ mongoUrl, clock: () => new Date(now) })
beforeEach(async () => {
  now = Date.now()
  ;[maker, friend, newcomer] = await newUsers(node.url, node.url, node.url)
  hubNo = await makeHub(maker, friend)
})

const repositories = () => node.app.context.repositories
const previewInvitation = (token: string, user?: TestUser) =>
  call(node.url, lookAtInvitation, { token }, user?.token)
const join = (token: string, user = newcomer) => user.call(joinByInvitation, { token })
async function rejoin(): Promise<void> {
  now += 1
  await lookUp(friend, maker)
  await addToHub(friend, hubNo, maker, friend)
}
const membersOf = async (no = hubNo) =>
  (await repositories().hubs.findByNo(no))?.members.map(({ userNo }) => userNo)
const whileJoining = (action: () => Promise<unknown>) =>
  runBefore(repositories().hubs, 'addMemberByLink', action)
const revoke = () => friend.call(endInvitation, { hubNo, makerNo: maker.userNo })
const leave = () => maker.call(disjoin, { targetHubNo: hubNo })
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
  expect(token).toMatch(/^[\w-]{22}$/)
  expect(JSON.stringify(await dumpDatabase(node.mongo)), 'the token is not stored').not.toContain(token)
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
  for (const invalid of ['', 'x'.repeat(22)]) await expectEnded(invalid, newcomer)
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

  await revoke()
  await revoke()
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

test('a link ends with its creator’s membership, also if they rejoin', async () => {
  const token = await invite(maker, hubNo)
  await leave()
  await expectEnded(token, newcomer)
  await rejoin()
  expect(await membersOf()).toEqual([friend.userNo, maker.userNo])
  await expectEnded(token, newcomer)
  expect((await friend.call(getInvitations, { hubNo })).invitations).toEqual([])
  expect((await previewInvitation(await invite(maker, hubNo))).body).toMatchObject({ success: true })
})

test('a link that was created while its creator left is invalid, and does not block another link', async () => {
  const race = runBefore(repositories().invitations, 'insert', leave)
  const token = await invite(maker, hubNo)
  await race
  await expectEnded(token, newcomer)
  expect((await friend.call(getInvitations, { hubNo })).invitations).toEqual([])
  await rejoin()
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
  const warned = { success: true, isWithBlocked: true }
  expect((await previewInvitation(token, newcomer)).body).toMatchObject(warned)
  const others = (await previewInvitation(token, await newUser(node.url))).body
  expect(others).toMatchObject({ isWithBlocked: false })
  expect(await join(token)).toEqual({ success: true, hubNo })
})

test('joining by a link undoes an earlier decline', async () => {
  await joinByLink(await invite(maker, hubNo), newcomer)
  await newcomer.call(disjoin, { targetHubNo: hubNo, declineInvitations: true })
  const add = () => addToHub(maker, hubNo, newcomer, maker, friend)
  await lookUp(maker, newcomer)
  expect(await add()).toMatchObject({ success: false })
  const token = await invite(friend, hubNo)
  expect(await join(token)).toEqual({ success: true, hubNo })
  await newcomer.call(disjoin, { targetHubNo: hubNo })
  expect(await add()).toMatchObject({ success: true })
})

test('joining is rejected if it would duplicate another hub, and the response names that hub', async () => {
  const existingHubNo = await makeHub(newcomer, maker, friend)
  const message = ko['hubs.sameMembers']
  const token = await invite(maker, hubNo)
  expect(await join(token)).toEqual({ success: false, reason: 'sameMembers', message, existingHubNo })
  expect(await membersOf()).toEqual([maker.userNo, friend.userNo])
  expect((await maker.call(getInvitations, { hubNo })).invitations).toMatchObject([{ people: 0 }])
})

test('concurrent joins and leaves do not prevent a join', async () => {
  const token = await invite(maker, hubNo)
  const other = await newUser(node.url)
  await lookUp(friend, other)
  const race = whileJoining(() => addToHub(friend, hubNo, other, maker, friend))
  expect(await join(token)).toEqual({ success: true, hubNo })
  await race
  expect(await membersOf()).toEqual([maker, friend, other, newcomer].map(({ userNo }) => userNo))
})

test.each<[string, () => Promise<void>]>([
  ['its creator leaves', () => whileJoining(leave)],
  ['its creator leaves and is added again', () => whileJoining(() => leave().then(rejoin))],
  ['it is revoked', () => runBefore(repositories().invitations, 'reservePlace', revoke)],
])('a user cannot join by a link while %s', async (_, begin) => {
  const token = await invite(maker, hubNo)
  const race = begin()
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

/** Reserves a place of the link for each of these users. */
async function reservePlaces(...userNos: number[]): Promise<void> {
  const [invitation] = await repositories().invitations.findByHub(hubNo, new Date(now))
  const { tokenHash = '' } = invitation ?? {}
  const reserve = (userNo: number) =>
    repositories().invitations.reservePlace(tokenHash, userNo, new Date(now))
  await Promise.all(userNos.map(reserve))
}
const OTHER_USERS = Array.from({ length: INVITED_BY_LINK_MAX - 1 }, (_, place) => 2_000_000 + place)

test('50 users can join by a link and no more; a user who joined before can join again', async () => {
  const token = await invite(maker, hubNo)
  await reservePlaces(...OTHER_USERS)
  expect(await join(token)).toEqual({ success: true, hubNo })
  const late = await newUser(node.url)
  expect((await previewInvitation(token, late)).body).toEqual(full)
  expect(await join(token, late)).toEqual(full)
  await newcomer.call(disjoin, { targetHubNo: hubNo })
  expect(await join(token)).toEqual({ success: true, hubNo })
  const people = INVITED_BY_LINK_MAX
  expect((await maker.call(getInvitations, { hubNo })).invitations).toMatchObject([{ people }])
})

test('of two concurrent joins for the last place one succeeds', async () => {
  const token = await invite(maker, hubNo)
  await reservePlaces(...OTHER_USERS)
  const race = runBefore(repositories().invitations, 'reservePlace', () => reservePlaces(3_000_000))
  expect(await join(token)).toEqual(full)
  await race
  expect(await membersOf()).toEqual([maker.userNo, friend.userNo])
})
