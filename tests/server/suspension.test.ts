import { beforeEach, expect, inject, test } from 'vitest'
import { signIn } from '#protocol/accounts.ts'
import { endSessionsOf, lookUpPeople, suspendPerson } from '#protocol/administration.ts'
import { searchSuggestions } from '#protocol/agora.ts'
import { getSharedNotes } from '#protocol/discussion.ts'
import { getInvitations, lookAtInvitation, makeInvitation } from '#protocol/invitations.ts'
import { signInByPasskey } from '#protocol/passkeys.ts'
import { ko } from '#protocol/text/ko.ts'
import { getTopics } from '#protocol/topics.ts'
import { registerPasskey, requestSignInChallenge } from '#tests/support/authenticator.ts'
import { call } from '#tests/support/call.ts'
import { newDevice } from '#tests/support/device.ts'
import { runBefore } from '#tests/support/interleave.ts'
import { openNodes } from '#tests/support/node.ts'
import { openSocket } from '#tests/support/testSocket.ts'
import {
  invite,
  makeHub,
  newAdministrator,
  newUser,
  PASSWORD,
  shareNewNote,
  signInUser,
  suggest,
  type TestUser,
} from '#tests/support/users.ts'

const redisUrl = inject('redisUrl')
const [node, otherNode] = await openNodes({ redisUrl }, { redisUrl })
let administrator = await newAdministrator(node)
let user: TestUser

beforeEach(async () => {
  user = await newUser(node.url, '멈출사람')
})

const suspend = (userNo: number, isSuspended = true) =>
  administrator.call(suspendPerson, { userNo, isSuspended })

const trySignIn = (url: string, { email }: TestUser, password = PASSWORD) =>
  call(url, signIn, { email, password })

const isToldSo = { status: 403, body: { message: ko['accounts.suspended'] } }

test('a suspended user is signed out at all nodes immediately, and is told so at sign-in only with the right password', async () => {
  const secondNode = await signInUser(otherNode.url, user.email)
  const tab = await secondNode.openSocket()
  const closed = new Promise(resolve => tab.socket.once('disconnect', resolve))
  expect(await call(node.url, getTopics, {}, secondNode.token), 'this node has the suspension').toMatchObject(
    { status: 200 },
  )

  expect(await suspend(user.userNo)).toEqual({ success: true })
  await closed
  expect(tab.received, 'the screen shows the reason').toContainEqual({
    name: 'session:ended',
    payload: { isSuspended: true },
  })
  for (const url of [node.url, otherNode.url])
    for (const token of [user.token, secondNode.token])
      expect(await call(url, getTopics, {}, token)).toMatchObject({ status: 401 })
  await expect(openSocket(node.url, user.token)).rejects.toThrow()
  expect(await trySignIn(otherNode.url, user)).toMatchObject(isToldSo)
  expect(await trySignIn(node.url, user, '다른 비밀번호 1')).toMatchObject({ body: { authenticated: false } })

  expect(await suspend(user.userNo, false)).toEqual({ success: true })
  expect(await trySignIn(node.url, user)).toMatchObject({ body: { authenticated: true } })
  expect(await call(node.url, getTopics, {}, user.token), 'ended sessions stay ended').toMatchObject({
    status: 401,
  })
})

test('neither a remembered session nor a passkey can sign in', async () => {
  const device = newDevice(node.url)
  await device.signInRemembered(user.email)
  const authenticator = await registerPasskey(user)
  await suspend(user.userNo)
  expect(await device.openPage()).toMatchObject({ body: { authenticated: false } })
  const credential = authenticator.createAssertion({ challenge: await requestSignInChallenge(node.url) })
  expect(await call(node.url, signInByPasskey, { credential })).toMatchObject(isToldSo)
  await suspend(user.userNo, false)
  expect(await device.openPage(), 'also afterwards').toMatchObject({ body: { authenticated: false } })
})

test('a suspension that was interrupted before it revoked any session applies, and its sessions stay revoked when it is lifted', async () => {
  const device = newDevice(node.url)
  await device.signInRemembered(user.email)
  await node.app.context.repositories.users.setSuspended(user.userNo, new Date())
  expect(await device.openPage()).toMatchObject({ body: { authenticated: false } })
  await suspend(user.userNo, false)
  expect(await device.openPage()).toMatchObject({ body: { authenticated: false } })
  expect(await user.request(getTopics, {})).toMatchObject({ status: 401 })
})

test('shares and comments of a suspended user stay, and their links end', async () => {
  const friend = await newUser(node.url)
  const hubNo = await makeHub(user, friend)
  const noteNo = await shareNewNote(user, hubNo)
  const { suggestionNo, opinion } = await suggest(user)
  const token = await invite(user, hubNo)
  await suspend(user.userNo)
  expect((await friend.call(getSharedNotes, { selectedHubNo: hubNo })).notes).toMatchObject([{ noteNo }])
  expect(
    (await call(node.url, searchSuggestions, { query: opinion.slice(0, 30) })).body.itemList,
  ).toMatchObject([{ suggestionNo, writer: user.name }])
  expect((await call(node.url, lookAtInvitation, { token })).body).toMatchObject({ success: false })
})

test('an administrator cannot suspend themselves, nor can two concurrently suspend each other as the last ones', async () => {
  const { userNo } = administrator
  const notOneself = { success: false, message: ko['suspension.notOneself'] }
  expect(await suspend(userNo)).toEqual(notOneself)
  expect(await administrator.call(endSessionsOf, { userNo })).toEqual(notOneself)
  const second = await newAdministrator(node)
  await Promise.all([
    administrator.request(suspendPerson, { userNo: second.userNo, isSuspended: true }),
    second.request(suspendPerson, { userNo, isSuspended: true }),
  ])
  const { users } = node.app.context.repositories
  expect(await users.countActiveAdministrators()).toBeGreaterThan(0)
  for (const no of [userNo, second.userNo]) await users.setSuspended(no, null)
  administrator = await signInUser(node.url, administrator.email)
})

test('lifting a suspension twice changes nothing the second time', async () => {
  await suspend(user.userNo)
  await suspend(user.userNo, false)
  const newSession = await signInUser(node.url, user.email)
  expect(await suspend(user.userNo, false)).toEqual({ success: true })
  expect(await newSession.request(getTopics, {})).toMatchObject({ status: 200 })
})

test('a user who is signed out everywhere can sign in again', async () => {
  const tab = await user.openSocket(otherNode.url)
  const closed = new Promise(resolve => tab.socket.once('disconnect', resolve))
  expect(await administrator.call(endSessionsOf, { userNo: user.userNo })).toEqual({ success: true })
  await closed
  expect(await user.request(getTopics, {})).toMatchObject({ status: 401 })
  expect(await trySignIn(node.url, user)).toMatchObject({ body: { authenticated: true } })
})

test('an unknown user cannot be suspended or signed out', async () => {
  for (const isSuspended of [true, false])
    expect(await administrator.request(suspendPerson, { userNo: 999_999, isSuspended })).toMatchObject({
      status: 404,
    })
  expect(await administrator.request(endSessionsOf, { userNo: 999_999 })).toMatchObject({ status: 404 })
})

test('users are found by a part of their name or e-mail, masked, newest first', async () => {
  const lookUp = async (query: string, onlySuspended = false) =>
    (await administrator.call(lookUpPeople, { query, onlySuspended })).people.map(({ userNo }) => userNo)
  expect((await lookUp(''))[0]).toBe(user.userNo)
  expect(await lookUp(user.name.slice(1).toUpperCase())).toEqual([user.userNo])
  expect(await lookUp(user.email)).toEqual([user.userNo])
  expect(await lookUp('.*')).toEqual([])
  expect(await lookUp(user.email, true)).toEqual([])
  await suspend(user.userNo)
  expect(await lookUp(user.email, true)).toEqual([user.userNo])
  const { people } = await administrator.call(lookUpPeople, { query: user.email })
  expect(people).toEqual([
    {
      userNo: user.userNo,
      userName: user.name,
      profPic: '',
      email: 'pe•••@example.com',
      isAdministrator: false,
      joinedAt: expect.any(String),
      suspendedAt: expect.any(String),
      sessions: 0,
      lastSeen: null,
    },
  ])
})

test('a link that was being created when its creator was suspended is invalid', async () => {
  const friend = await newUser(node.url)
  const hubNo = await makeHub(user, friend, await newUser(node.url))
  const race = runBefore(node.app.context.repositories.invitations, 'insert', () => suspend(user.userNo))
  expect(await user.request(makeInvitation, { hubNo })).toMatchObject({ status: 401 })
  await race
  expect((await friend.call(getInvitations, { hubNo })).invitations).toEqual([])
})
