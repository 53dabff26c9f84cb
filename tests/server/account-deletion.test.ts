import { describe, expect, inject, test, vi } from 'vitest'
import { register, signIn } from '#protocol/accounts.ts'
import { answerSuggestion, getSuggestions } from '#protocol/agora.ts'
import { getSharedNotes, pinInRoom } from '#protocol/discussion.ts'
import { createHub, disjoin, getHubInfo, getHubs, getUnread } from '#protocol/hubs.ts'
import { deleteAccount, requestMyInfo, updateMyInfo } from '#protocol/myInfo.ts'
import { getNote } from '#protocol/notes.ts'
import { ko } from '#protocol/text/ko.ts'
import { createTopic, getTopics } from '#protocol/topics.ts'
import { createJobRunner } from '#server/cleanup.ts'
import type { Repositories } from '#server/repositories.ts'
import { call } from '#tests/support/call.ts'
import { picture, upload } from '#tests/support/images.ts'
import { openNodes } from '#tests/support/node.ts'
import { handshakeError } from '#tests/support/testSocket.ts'
import {
  lookUp,
  makeHub,
  newAdministrator,
  newUser,
  newUsers,
  PASSWORD,
  shareNewNote,
  signInUser,
  suggest,
  type TestUser,
} from '#tests/support/users.ts'

const redisUrl = inject('redisUrl')
const [node, otherNode, dying] = await openNodes({ redisUrl }, { redisUrl }, { redisUrl })

const OPINION = '탈퇴해도 남을지 사라질지 정하는 의견'

const mobileOf = ({ userNo }: TestUser) => `010-5${String(userNo).padStart(7, '0')}`

/** Creates a user with one of everything, and a friend at the other node who sees it. */
async function createUserWithFriend() {
  const deletedUser = await newUser(node.url, '떠나는 사람')
  const friend = await newUser(otherNode.url, '남는 사람')
  const hubNo = await makeHub(deletedUser, friend)
  const declinedHubNo = await makeHub(deletedUser, friend, await newUser(node.url))
  await deletedUser.call(disjoin, { targetHubNo: declinedHubNo, declineInvitations: true })
  const noteNo = await shareNewNote(deletedUser, hubNo, '함께 읽던 노트')
  const suggestion = await suggest(deletedUser, OPINION)
  await deletedUser.call(requestMyInfo, { email: deletedUser.email, password: PASSWORD })
  const changed = await deletedUser.call(updateMyInfo, {
    mobile: mobileOf(deletedUser),
    imagefile0: upload(await picture('jpeg')),
  })
  if (!changed.success) throw new Error(changed.message)
  return { deletedUser, friend, hubNo, declinedHubNo, noteNo, suggestion, picturePath: changed.profPicURL }
}
type UserWithFriend = Awaited<ReturnType<typeof createUserWithFriend>>

/** Checks what must hold from the first moment on, at every node. */
async function expectNothingVisible({ deletedUser, friend, hubNo, noteNo, suggestion }: UserWithFriend) {
  for (const url of [node.url, otherNode.url]) {
    expect((await call(url, getTopics, {}, deletedUser.token)).status).toBe(401)
    const again = await call(url, signIn, { email: deletedUser.email, password: PASSWORD })
    expect(again.body).toEqual({ authenticated: false })
    expect((await call(url, getNote, { noteNo }, friend.token)).status).toBe(404)
    const pin = { hubNo, noteNo, isPinned: true }
    expect((await call(url, pinInRoom, pin, friend.token)).status).toBe(404)
    const shared = await call(url, getSharedNotes, { selectedHubNo: hubNo }, friend.token)
    expect(shared.body.notes).toEqual([])
    const { participants } = (await call(url, getHubInfo, { hubNo }, friend.token)).body
    expect(participants.map(user => user.userName)).not.toContain(deletedUser.name)
    const { itemList } = (await call(url, getSuggestions, { offset: 50 })).body
    expect(itemList.map(item => item.writer)).not.toContain(deletedUser.name)
    expect(
      itemList.filter(item => item.suggestionNo === suggestion.suggestionNo).map(item => item.writer),
    ).toEqual(['탈퇴한 사용자'])
  }
}

/** Checks the database after the deletion has finished. */
async function expectNothingStored({ deletedUser, declinedHubNo, picturePath }: UserWithFriend) {
  const { repositories } = node.app.context
  const { userNo } = deletedUser
  expect(await repositories.users.findByNo(userNo)).toBeNull()
  expect(await repositories.sessions.findByUser(userNo, new Date())).toEqual([])
  expect(await repositories.devices.findByUser(userNo)).toEqual([])
  expect(await repositories.topics.findByOwner(userNo)).toEqual([])
  for await (const note of repositories.notes.streamByAuthor(userNo)) expect(note).toBe('gone')
  expect((await repositories.shares.findByAuthor(userNo)).filter(share => share.live)).toEqual([])
  expect(await repositories.hubs.findNosByMember(userNo)).toEqual([])
  expect((await repositories.hubs.findByNo(declinedHubNo))?.declinedNos).toEqual([])
  expect((await fetch(node.url + picturePath)).status).toBe(404)
}

test('all data of a user is deleted, on every node, and other users’ screens are updated', async () => {
  const created = await createUserWithFriend()
  const { deletedUser, friend, hubNo, noteNo } = created
  await call(otherNode.url, getTopics, {}, deletedUser.token)
  const deletedUsersTab = await deletedUser.openSocket(otherNode.url)
  const friendsTab = await friend.openSocket()

  expect(await deletedUser.call(deleteAccount, { password: PASSWORD })).toEqual({ success: true })

  // Before the response, at both nodes: no socket of the user is connected, so none is in a room.
  for (const { io } of [node.app, otherNode.app])
    expect(
      [...io.sockets.sockets.values()].filter(socket => socket.data.userNo === deletedUser.userNo),
    ).toEqual([])
  await deletedUsersTab.waitForEvent('session:ended')
  expect(await friendsTab.waitForEvent('note:withdrawn')).toMatchObject({ hubNo, noteNo, reason: 'left' })
  const members = await friendsTab.waitForEvent('members:changed')
  expect(members.participants.map(user => user.userNo)).toEqual([friend.userNo])
  await expectNothingVisible(created)
  await expectNothingStored(created)
  expect(await friend.call(getUnread, {})).toMatchObject({ total: 0 })
  expect(await handshakeError(otherNode.url, { token: deletedUser.token, protocol: 1 })).toBe('not-signed-in')
  for (const tab of [deletedUsersTab, friendsTab]) tab.close()

  // The same e-mail, name and number can register again immediately, as a new user.
  const { email, name: username, userNo } = deletedUser
  const registration = { email, username, mobile: mobileOf(deletedUser), password: PASSWORD }
  const again = await call(otherNode.url, register, registration)
  expect(again.body).toMatchObject({ success: true })
  if (again.body.success) expect(again.body.userNo).not.toBe(userNo)
  const { hubs } = await friend.call(getHubs, {})
  expect(hubs.flatMap(hub => hub.names)).not.toContain(deletedUser.name)
})

test('deletion requires the password, or the password step of this session', async () => {
  const user = await newUser(node.url)
  const otherSession = await signInUser(node.url, user.email)
  for (const password of ['', 'wrong password', '$argon2id$'])
    expect(await user.call(deleteAccount, { password })).toEqual({
      success: false,
      message: ko['accounts.checkPassword'],
    })
  const stepNeeded = { success: false, message: ko['accounts.passwordStepNeeded'] }
  expect(await user.call(deleteAccount, {})).toEqual(stepNeeded)

  await user.call(requestMyInfo, { email: user.email, password: PASSWORD })
  expect(await otherSession.call(deleteAccount, {})).toEqual(stepNeeded)
  expect(await user.call(deleteAccount, { password: 'wrong password' })).toMatchObject({ success: false })
  expect(await user.call(deleteAccount, {})).toEqual({ success: true })
})

test('the only administrator cannot delete their account; one of two can', async () => {
  const [first, second] = await newUsers(node.url, node.url)
  await node.app.context.repositories.users.setPrivilege(first.email, 1)
  expect(await first.call(deleteAccount, { password: PASSWORD })).toMatchObject({
    success: false,
    message: '하나뿐인 관리자는 탈퇴할 수 없어요. 먼저 다른 사람을 관리자로 정해 주세요.',
  })
  await node.app.context.repositories.users.setPrivilege(second.email, 1)
  expect(await first.call(deleteAccount, { password: PASSWORD })).toEqual({ success: true })
})

test('two administrators who delete their accounts concurrently do not leave the installation without one', async () => {
  const { users } = node.app.context.repositories
  for (const email of await users.findAdministratorEmails()) await users.setPrivilege(email, 0)
  const both = await newUsers(node.url, node.url)
  for (const { email } of both) await users.setPrivilege(email, 1)
  const ask = users.countActiveAdministrators
  let asked = 0
  users.countActiveAdministrators = async () => {
    asked += 1
    await vi.waitFor(() => expect(asked).toBe(both.length))
    return ask()
  }
  await Promise.all(both.map(one => one.call(deleteAccount, { password: PASSWORD })))
  users.countActiveAdministrators = ask
  expect(await users.countActiveAdministrators()).toBeGreaterThan(0)
})

test('the answers of an administrator stay', async () => {
  const [administrator] = [await newAdministrator(node), await newAdministrator(node)]
  const { suggestionNo } = await suggest(await newUser(node.url), '대답을 들을 수 있는 의견')
  await administrator.call(answerSuggestion, { suggestionNo, answer: '대답이에요' })
  const deletion = { password: PASSWORD, deleteContributions: true }
  expect(await administrator.call(deleteAccount, deletion)).toEqual({ success: true })
  const { itemList } = (await call(node.url, getSuggestions, { offset: 50 })).body
  const answer = itemList.find(item => item.suggestionNo === suggestionNo && item.state === 1)
  expect(answer).toMatchObject({ opinion: '대답이에요', writer: '탈퇴한 사용자' })
})

test('the next cleanup removes what a concurrent request left behind', async () => {
  const created = await createUserWithFriend()
  const { deletedUser, friend } = created
  const { context } = node.app
  await deletedUser.call(deleteAccount, { password: PASSWORD })
  // As if the request had been authorized before the deletion and had written after it.
  await context.repositories.topics.insert({
    subjectNo: await context.counters.next('topic'),
    ownerNo: deletedUser.userNo,
    title: '늦게 도착한 주제',
    createdAt: new Date(),
  })
  const members = [friend.userNo, deletedUser.userNo]
  await context.repositories.hubs.insert(await context.counters.next('hub'), members, new Date())
  await context.jobs.releaseAll()
  await node.app.cleanUp()
  await expectNothingStored(created)
})

describe('a server that crashes before', () => {
  type Parts = { [method: string]: unknown }
  const store = (name: keyof Repositories) => dying.app.context.repositories[name] as unknown as Parts
  const live = () => dying.app.context.live as unknown as Parts

  test.each<[string, () => Parts, string]>([
    ['it revoked the sessions', () => store('sessions'), 'endByUser'],
    ['it notified the other nodes', live, 'endUser'],
    ['it deleted the devices', () => store('devices'), 'deleteByUser'],
    ['it deleted the picture', () => store('pictures'), 'deleteByUser'],
    ['it looked up the hubs', () => store('hubs'), 'findMemberships'],
    ['it left a hub', () => store('hubs'), 'removeMember'],
    ['it closed the Socket.IO room', live, 'syncRooms'],
    ['it withdrew a share', () => store('shares'), 'withdraw'],
    ['it counted the withdrawal', () => store('hubs'), 'recordWithdrawal'],
    ['it deleted the declines', () => store('hubs'), 'removeFromClosedLists'],
    ['it deleted the topics', () => store('topics'), 'deleteByUser'],
    ['it deleted the notes', () => store('notes'), 'deleteByUser'],
  ])('%s leaves nothing visible, and the next start finishes', async (_, parts, method) => {
    const created = await createUserWithFriend()
    const isReached = hangOnce(parts(), method)
    void call(dying.url, deleteAccount, { password: PASSWORD }, created.deletedUser.token).catch(
      () => undefined,
    )
    await isReached
    // As if the seconds were over for which a node caches a session.
    for (const alive of [node, otherNode]) alive.app.context.gate.forgetUser(created.deletedUser.userNo)
    await expectNothingVisible(created)

    // The first step of a start.
    await node.app.context.jobs.releaseAll()
    expect(await node.app.context.jobs.resume(createJobRunner(node.app.context))).toBeGreaterThan(0)

    await expectNothingVisible(created)
    await expectNothingStored(created)
    await isAuthorized(created.friend)
  })
})

/** Makes the next call hang forever, as in a process that was killed in it. Resolves when it is reached. */
function hangOnce(parts: Record<string, unknown>, method: string): Promise<void> {
  const original = parts[method]
  return new Promise(reached => {
    parts[method] = () => {
      parts[method] = original
      reached()
      return new Promise(() => {})
    }
  })
}

async function isAuthorized(friend: TestUser): Promise<void> {
  await friend.call(createTopic, { title: '남은 사람의 주제' })
  const other = await newUser(node.url)
  await lookUp(friend, other)
  expect(
    await friend.call(createHub, { candidatesJSON: JSON.stringify([friend.userNo, other.userNo]) }),
  ).toMatchObject({ success: true })
}
