import { beforeEach, expect, test } from 'vitest'
import { disjoin, getHubInfo } from '#protocol/hubs.ts'
import { joinByInvitation, lookAtInvitation, removeMember } from '#protocol/invitations.ts'
import { MEMBER_REMOVAL_MS } from '#protocol/limits.ts'
import { deleteAccount } from '#protocol/myInfo.ts'
import { getNote } from '#protocol/notes.ts'
import { ko } from '#protocol/text/ko.ts'
import { call } from '#tests/support/call.ts'
import { runBefore } from '#tests/support/interleave.ts'
import { openNodes } from '#tests/support/node.ts'
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

/**
 * Members who joined by invitation link can be removed: by whom, until when, and that they cannot rejoin by a link.
 */
let now = Date.now()
let maker: TestUser
let friend: TestUser
let newcomer: TestUser
let hubNo: number

const [node] = await openNodes({ clock: () => new Date(now) })
beforeEach(async () => {
  now = Date.now()
  ;[maker, friend, newcomer] = await newUsers(node.url, node.url, node.url)
  hubNo = await makeHub(maker, friend)
})

const repositories = () => node.app.context.repositories
const previewInvitation = (token: string, user?: TestUser) =>
  call(node.url, lookAtInvitation, { token }, user?.token)
const join = (token: string, user = newcomer) => user.call(joinByInvitation, { token })
const membersOf = async (no = hubNo) =>
  (await repositories().hubs.findByNo(no))?.members.map(({ userNo }) => userNo)
const remove = (by: TestUser, { userNo }: TestUser) => by.call(removeMember, { hubNo, userNo })
const notLately = { success: false, message: ko['invitations.notLately'] }
const endedReply = { success: false, reason: 'ended', message: ko['invitations.ended'] }

async function expectEnded(token: string, user: TestUser): Promise<void> {
  expect(await previewInvitation(token, user)).toEqual({ status: 200, body: endedReply })
  expect(await join(token, user)).toEqual(endedReply)
}

test('any member can remove a member who joined by link, who cannot rejoin by any link of the hub', async () => {
  const token = await invite(maker, hubNo)
  await joinByLink(token, newcomer)
  const noteNo = await shareNewNote(newcomer, hubNo)
  const { participants } = await friend.call(getHubInfo, { hubNo })
  expect(participants.map(({ removableUntil }) => removableUntil)).toEqual([
    undefined,
    undefined,
    new Date(now + MEMBER_REMOVAL_MS).toISOString(),
  ])
  expect(await remove(friend, newcomer)).toEqual({ success: true })
  expect((await maker.request(getNote, { noteNo })).status, 'their share ended').toBe(404)
  await expectEnded(token, newcomer)
  await expectEnded(await invite(friend, hubNo), newcomer)
  expect((await friend.request(removeMember, { hubNo, userNo: newcomer.userNo })).status, 'again').toBe(404)
  // A friend who adds them takes responsibility.
  await lookUp(maker, newcomer)
  expect(await addToHub(maker, hubNo, newcomer, maker, friend)).toMatchObject({ success: true })
  expect(await remove(friend, newcomer)).toEqual(notLately)
})

test('added members, members who joined more than 7 days ago, and the caller cannot be removed', async () => {
  expect(await remove(maker, friend)).toEqual(notLately)
  expect(await remove(friend, maker)).toEqual(notLately)
  await joinByLink(await invite(maker, hubNo), newcomer)
  expect(await newcomer.request(removeMember, { hubNo, userNo: newcomer.userNo })).toMatchObject({
    status: 400,
    body: { field: 'userNo' },
  })
  const nonMember = await newUser(node.url)
  expect((await maker.request(removeMember, { hubNo, userNo: nonMember.userNo })).status).toBe(404)
  now += MEMBER_REMOVAL_MS
  const makerAgain = await signInUser(node.url, maker.email)
  expect(await remove(makerAgain, newcomer)).toEqual(notLately)
  expect(await membersOf()).toContain(newcomer.userNo)
})

test('a user who is removed while rejoining by another link stays out', async () => {
  const token = await invite(maker, hubNo)
  await joinByLink(token, newcomer)
  await newcomer.call(disjoin, { targetHubNo: hubNo })
  const others = await invite(friend, hubNo)
  const race = runBefore(repositories().hubs, 'addMemberByLink', async () => {
    await joinByLink(others, newcomer)
    await remove(friend, newcomer)
  })
  expect(await join(token)).toEqual(endedReply)
  await race
  expect(await membersOf()).toEqual([maker.userNo, friend.userNo])
})

test('a user who has just joined cannot remove members who were there before', async () => {
  const token = await invite(maker, hubNo)
  const lateUser = await newUser(node.url)
  await joinByLink(token, newcomer)
  await joinByLink(token, lateUser)
  const notBefore = { success: false, message: ko['invitations.notBefore'] }
  expect(await remove(lateUser, newcomer)).toEqual(notBefore)
  expect(await membersOf()).toHaveLength(4)
  expect(await remove(newcomer, lateUser)).toEqual({ success: true })
  expect(await membersOf()).toEqual([maker.userNo, friend.userNo, newcomer.userNo])
})

test.each<[string, () => Promise<unknown>]>([
  ['leaves', () => newcomer.call(disjoin, { targetHubNo: hubNo })],
  [
    'leaves and comes again',
    async () => {
      await newcomer.call(disjoin, { targetHubNo: hubNo })
      now += 1
      await joinByLink(await invite(friend, hubNo), newcomer)
    },
  ],
])('a user who %s while being removed stays out', async (_, happening) => {
  const token = await invite(maker, hubNo)
  await joinByLink(token, newcomer)
  const race = runBefore(repositories().hubs, 'removeMember', happening)
  expect(await remove(maker, newcomer)).toEqual({ success: true })
  await race
  expect(await membersOf()).toEqual([maker.userNo, friend.userNo])
  await expectEnded(token, newcomer)
})

test('a user who is removed a moment after leaving stays out; one who never joined is not found', async () => {
  const token = await invite(maker, hubNo)
  const [other, nonMember] = await newUsers(node.url, node.url)
  await joinByLink(token, newcomer)
  await joinByLink(token, other)
  await newcomer.call(disjoin, { targetHubNo: hubNo })
  const removal = { hubNo, userNo: newcomer.userNo }
  for (const user of [other, nonMember]) expect((await user.request(removeMember, removal)).status).toBe(404)
  expect((await previewInvitation(token, newcomer)).body).toMatchObject({ success: true })
  expect(await friend.call(removeMember, removal)).toEqual({ success: true })
  await expectEnded(token, newcomer)
  for (const { userNo } of [newcomer, nonMember])
    expect((await friend.request(removeMember, { hubNo, userNo })).status).toBe(404)
})

test('bans are deleted with the account', async () => {
  await joinByLink(await invite(maker, hubNo), newcomer)
  await remove(maker, newcomer)
  expect((await repositories().hubs.findByNo(hubNo))?.expelledNos).toEqual([newcomer.userNo])
  await newcomer.call(deleteAccount, { password: PASSWORD })
  expect((await repositories().hubs.findByNo(hubNo))?.expelledNos).toEqual([])
})
