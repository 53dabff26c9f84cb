import { afterAll, beforeAll, beforeEach, expect, inject, test } from 'vitest'
import { signIn } from '#protocol/accounts.ts'
import { searchSuggestions } from '#protocol/agora.ts'
import { getSharedNotes } from '#protocol/discussion.ts'
import { getInvitations, lookAtInvitation, makeInvitation } from '#protocol/invitations.ts'
import { signInByPasskey } from '#protocol/passkeys.ts'
import { endSessionsOf, lookUpPeople, suspendPerson } from '#protocol/suspension.ts'
import { ko } from '#protocol/text/ko.ts'
import { getTopics } from '#protocol/topics.ts'
import { addsPasskey, challengeFrom } from '#tests/support/authenticator.ts'
import { call } from '#tests/support/call.ts'
import { newDevice } from '#tests/support/device.ts'
import { runBefore } from '#tests/support/interleave.ts'
import { invite } from '#tests/support/invitations.ts'
import { listen } from '#tests/support/listener.ts'
import { emptyDatabase, startNode, type TestNode } from '#tests/support/node.ts'
import {
  makeHub,
  newAdministrator,
  newPerson,
  PASSWORD,
  type Person,
  shareNewNote,
  signedIn,
  suggest,
} from '#tests/support/person.ts'

let node: TestNode
let otherNode: TestNode
let administrator: Person
let person: Person

beforeAll(async () => {
  const line = { mongoUrl: await emptyDatabase(), redisUrl: inject('redisUrl') }
  node = await startNode(line)
  otherNode = await startNode(line)
  administrator = await newAdministrator(node)
})
afterAll(() => Promise.all([node.stop(), otherNode.stop()]))
beforeEach(async () => {
  person = await newPerson(node.url, '멈출사람')
})

const suspend = (userNo: number, isSuspended = true) =>
  administrator.does(suspendPerson, { userNo, isSuspended })
const tries = (url: string, { email }: Person, password = PASSWORD) => call(url, signIn, { email, password })
const isToldSo = { status: 403, body: { message: ko['accounts.suspended'] } }

test('who is suspended is out at all nodes at once, and is told so at the way in, by who has the password alone', async () => {
  const there = await signedIn(otherNode.url, person.email)
  const tab = await there.listens()
  const closed = new Promise(resolve => tab.socket.once('disconnect', resolve))
  expect(await call(node.url, getTopics, {}, there.token), 'this node knows it, too').toMatchObject({
    status: 200,
  })

  expect(await suspend(person.userNo)).toEqual({ success: true })
  await closed
  expect(tab.received, 'its screen says why').toContainEqual({
    name: 'session:ended',
    payload: { isSuspended: true },
  })
  for (const url of [node.url, otherNode.url])
    for (const token of [person.token, there.token])
      expect(await call(url, getTopics, {}, token)).toMatchObject({ status: 401 })
  await expect(listen(node.url, person.token)).rejects.toThrow()
  expect(await tries(otherNode.url, person)).toMatchObject(isToldSo)
  expect(await tries(node.url, person, '다른 비밀번호 1')).toMatchObject({ body: { authenticated: false } })

  expect(await suspend(person.userNo, false)).toEqual({ success: true })
  expect(await tries(node.url, person)).toMatchObject({ body: { authenticated: true } })
  expect(await call(node.url, getTopics, {}, person.token), 'what ended stays so').toMatchObject({
    status: 401,
  })
})

test('neither a device that stays signed in nor a passkey leads in', async () => {
  const device = newDevice(node.url)
  await device.stays(person.email)
  const authenticator = await addsPasskey(person)
  await suspend(person.userNo)
  expect(await device.opens()).toMatchObject({ body: { authenticated: false } })
  const credential = authenticator.shows({ challenge: await challengeFrom(node.url) })
  expect(await call(node.url, signInByPasskey, { credential })).toMatchObject(isToldSo)
  await suspend(person.userNo, false)
  expect(await device.opens(), 'also afterwards').toMatchObject({ body: { authenticated: false } })
})

test('a suspension that was cut off before it ended any session keeps out all the same, and so they stay when it is lifted', async () => {
  const device = newDevice(node.url)
  await device.stays(person.email)
  await node.app.context.stores.users.setSuspended(person.userNo, new Date())
  expect(await device.opens()).toMatchObject({ body: { authenticated: false } })
  await suspend(person.userNo, false)
  expect(await device.opens()).toMatchObject({ body: { authenticated: false } })
  expect(await person.asks(getTopics, {})).toMatchObject({ status: 401 })
})

test('what they shared and said stays, and their links end', async () => {
  const friend = await newPerson(node.url)
  const hubNo = await makeHub(person, friend)
  const noteNo = await shareNewNote(person, hubNo)
  const { suggestionNo, opinion } = await suggest(person)
  const token = await invite(person, hubNo)
  await suspend(person.userNo)
  expect((await friend.does(getSharedNotes, { selectedHubNo: hubNo })).notes).toMatchObject([{ noteNo }])
  expect(
    (await call(node.url, searchSuggestions, { query: opinion.slice(0, 30) })).body.itemList,
  ).toMatchObject([{ suggestionNo, writer: person.name }])
  expect((await call(node.url, lookAtInvitation, { token })).body).toMatchObject({ success: false })
})

test('an administrator suspends neither themselves nor, each other in one moment, the last ones', async () => {
  const { userNo } = administrator
  const notOneself = { success: false, message: ko['suspension.notOneself'] }
  expect(await suspend(userNo)).toEqual(notOneself)
  expect(await administrator.does(endSessionsOf, { userNo })).toEqual(notOneself)
  const second = await newAdministrator(node)
  await Promise.all([
    administrator.asks(suspendPerson, { userNo: second.userNo, isSuspended: true }),
    second.asks(suspendPerson, { userNo, isSuspended: true }),
  ])
  const { users } = node.app.context.stores
  expect(await users.activeAdministrators()).toBeGreaterThan(0)
  for (const no of [userNo, second.userNo]) await users.setSuspended(no, null)
  administrator = await signedIn(node.url, administrator.email)
})

test('who is not suspended notices nothing of a second one who lifts it', async () => {
  await suspend(person.userNo)
  await suspend(person.userNo, false)
  const again = await signedIn(node.url, person.email)
  expect(await suspend(person.userNo, false)).toEqual({ success: true })
  expect(await again.asks(getTopics, {})).toMatchObject({ status: 200 })
})

test('who is signed out everywhere may sign in again', async () => {
  const tab = await person.listens(otherNode.url)
  const closed = new Promise(resolve => tab.socket.once('disconnect', resolve))
  expect(await administrator.does(endSessionsOf, { userNo: person.userNo })).toEqual({ success: true })
  await closed
  expect(await person.asks(getTopics, {})).toMatchObject({ status: 401 })
  expect(await tries(node.url, person)).toMatchObject({ body: { authenticated: true } })
})

test('of nobody nothing is suspended or ended', async () => {
  for (const isSuspended of [true, false])
    expect(await administrator.asks(suspendPerson, { userNo: 999_999, isSuspended })).toMatchObject({
      status: 404,
    })
  expect(await administrator.asks(endSessionsOf, { userNo: 999_999 })).toMatchObject({ status: 404 })
})

test('people are found by a part of their name or e-mail, masked, who came last first', async () => {
  const found = async (query: string, onlySuspended = false) =>
    (await administrator.does(lookUpPeople, { query, onlySuspended })).people.map(({ userNo }) => userNo)
  expect((await found(''))[0]).toBe(person.userNo)
  expect(await found(person.name.slice(1).toUpperCase())).toEqual([person.userNo])
  expect(await found(person.email)).toEqual([person.userNo])
  expect(await found('.*')).toEqual([])
  expect(await found(person.email, true)).toEqual([])
  await suspend(person.userNo)
  expect(await found(person.email, true)).toEqual([person.userNo])
  const { people } = await administrator.does(lookUpPeople, { query: person.email })
  expect(people).toEqual([
    {
      userNo: person.userNo,
      userName: person.name,
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

test('a link that was on its way when its maker was suspended leads nowhere', async () => {
  const friend = await newPerson(node.url)
  const hubNo = await makeHub(person, friend, await newPerson(node.url))
  const raced = runBefore(node.app.context.stores.invitations, 'make', () => suspend(person.userNo))
  expect(await person.asks(makeInvitation, { hubNo })).toMatchObject({ status: 401 })
  await raced
  expect((await friend.does(getInvitations, { hubNo })).invitations).toEqual([])
})
