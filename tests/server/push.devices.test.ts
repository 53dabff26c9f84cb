import { afterAll, beforeEach, expect, test } from 'vitest'
import { signOut } from '#protocol/accounts.ts'
import { suspendPerson } from '#protocol/administration.ts'
import { getHubs, getUnread } from '#protocol/hubs.ts'
import { QUOTAS, REMEMBER_ME_MS, SEEN_RANGES_MAX, SESSION_MS, SESSIONS_MAX } from '#protocol/limits.ts'
import {
  deleteAccount,
  endOtherSessions,
  endOwnSession,
  getSessions,
  requestMyInfo,
  updateMyInfo,
} from '#protocol/myInfo.ts'
import { postNote } from '#protocol/notes.ts'
import { choosePush, endPush, FIRST_CHOICES, getPush, subscribePush } from '#protocol/push.ts'
import { markSeen } from '#protocol/seen.ts'
import type { HubRecord } from '#server/features/hubs/hubs.record.ts'
import type { ShareRecord } from '#server/features/shares/shares.record.ts'
import { VAPID_KEYS } from '#tests/support/node.ts'
import { startPushNode } from '#tests/support/pushNode.ts'
import { newBrowser } from '#tests/support/pushService.ts'
import {
  newAdministrator,
  newTopic,
  newUser,
  PASSWORD,
  shareNewNote,
  signInUser,
  type TestUser,
} from '#tests/support/users.ts'

const fixtures = await startPushNode()
const { node, service, advanceClock, sendBatched, addDevice, createHubWithDevice, pushesTo } = fixtures

beforeEach(fixtures.nextNoon)
afterAll(fixtures.stop)

const SESSION_ENDS: Record<string, (owner: TestUser) => Promise<unknown>> = {
  'signing out': owner => owner.call(signOut, { authToken: owner.token }),
  'ending the session from another device': async owner => {
    const other = await signInUser(node.url, owner.email)
    for (const { sessionId, isCurrent } of (await other.call(getSessions, {})).sessions)
      if (!isCurrent) await other.call(endOwnSession, { sessionId })
  },
  'ending all other sessions from another device': async owner =>
    (await signInUser(node.url, owner.email)).call(endOtherSessions, {}),
  'a new password on this device': async owner => {
    await owner.call(requestMyInfo, { email: owner.email, password: PASSWORD })
    await owner.call(updateMyInfo, { password: '새 비밀번호 5678' })
  },
  'a new password on another device': async owner => {
    const other = await signInUser(node.url, owner.email)
    await other.call(requestMyInfo, { email: owner.email, password: PASSWORD })
    await other.call(updateMyInfo, { password: '새 비밀번호 5678' })
  },
  'a suspension': async owner => {
    const administrator = await newAdministrator(node)
    await administrator.call(suspendPerson, { userNo: owner.userNo, isSuspended: true })
  },
  accountDeletion: owner => owner.call(deleteAccount, { password: PASSWORD }),
  'a long inactivity': async () => advanceClock(REMEMBER_ME_MS),
  'more than thirty sessions': async owner => {
    const { sessions } = node.app.context.repositories
    for (let more = 0; more < SESSIONS_MAX - 1; more += 1) {
      advanceClock(1)
      const seen = { createdAt: fixtures.now(), lastSeen: fixtures.now() }
      const expiresAt = new Date(fixtures.now().getTime() + SESSION_MS)
      await sessions.insert({
        tokenId: `${owner.userNo} ${more}`,
        userNo: owner.userNo,
        device: '',
        ...seen,
        expiresAt,
      })
    }
    advanceClock(1)
    await signInUser(node.url, owner.email)
  },
}

test.each(Object.entries(SESSION_ENDS))('%s ends the pushes to the device', async (_, end) => {
  const { friend, hubNo, owner } = await createHubWithDevice()
  await shareNewNote(friend, hubNo)
  await end(owner)
  const newSession = await signInUser(node.url, friend.email)
  await shareNewNote(newSession, hubNo)
  await sendBatched()
  expect(service.messageCountOf(owner.browser)).toBe(0)
})

test('only a remembered session can subscribe, and only with a known push service', async () => {
  const user = await newUser(node.url)
  const { subscription } = service.newBrowser()
  expect(await user.call(getPush, {})).toMatchObject({ key: VAPID_KEYS.publicKey, stays: false, rooms: [] })
  expect(await user.call(subscribePush, subscription)).toMatchObject({ success: false })
  expect(await user.call(choosePush, FIRST_CHOICES)).toMatchObject({ success: false })

  const owner = await signInUser(node.url, user.email, true)
  const allowedUrl = 'fcm.googleapis.com/send/1'
  for (const endpoint of [
    `http://${allowedUrl}`,
    'https://example.com/send/1',
    'https://fcm.googleapis.com.example.com/send/1',
    'https://evilpush.apple.com.example.com/1',
    'https://examplepush.apple.com/1',
    'https://fcm.googleapis.com:8443/send/1',
    `https://somebody:secret@${allowedUrl}`,
    `https://example.com#@${allowedUrl}`,
    'https://127.0.0.1/send/1',
    'https://[::1]/send/1',
    'not an address',
  ])
    expect(
      (await owner.callWithInvalidInput(subscribePush, { ...subscription, endpoint })).status,
      endpoint,
    ).toBe(400)
  for (const wrong of [
    { p256dh: 'BA'.padEnd(87, 'A') },
    { p256dh: 'short' },
    { auth: 'short' },
    { timeZone: 'Nowhere/Land' },
    { endpoint: undefined },
  ])
    expect((await owner.callWithInvalidInput(subscribePush, { ...subscription, ...wrong })).status).toBe(400)
  for (const wrong of [
    { quiet: { from: 8, to: 8 } },
    { quiet: { from: -1, to: 8 } },
    { kinds: ['everything'] },
    { offHubNos: [0] },
  ])
    expect((await owner.callWithInvalidInput(choosePush, { ...FIRST_CHOICES, ...wrong })).status).toBe(400)
  expect(await owner.call(getPush, {})).toMatchObject({ stays: true, choices: null })
})

test('settings survive a new address of the browser, and are deleted when pushes are turned off', async () => {
  const owner = await addDevice(await newUser(node.url), { showsText: true })
  await owner.call(subscribePush, service.newBrowser().subscription)
  expect(await owner.call(getPush, {})).toMatchObject({ choices: { showsText: true, quiet: null } })
  await owner.call(endPush, {})
  await owner.call(subscribePush, service.newBrowser().subscription)
  expect(await owner.call(getPush, {})).toMatchObject({ choices: FIRST_CHOICES })
})

test('a browser gets pushes only for the user who subscribed last', async () => {
  const { friend, hubNo, owner } = await createHubWithDevice()
  const other = await addDevice(await newUser(node.url), {}, owner.browser)
  await shareNewNote(friend, hubNo)
  await sendBatched()
  expect(pushesTo(other)).toEqual([])
  expect(await owner.call(getPush, {})).toMatchObject({ choices: null })
  const passing = await signInUser(node.url, owner.email)
  expect(await passing.call(subscribePush, owner.browser.subscription)).toMatchObject({ success: false })
  expect(
    (await other.call(getPush, {})).choices,
    'a rejected subscription leaves the existing one',
  ).not.toBeNull()
})

test(`a user has no more than ${QUOTAS.pushDevices} push devices`, async () => {
  const user = await newUser(node.url)
  for (let count = 0; count < QUOTAS.pushDevices; count += 1) await addDevice(user)
  const last = await signInUser(node.url, user.email, true)
  const answer = await last.request(subscribePush, newBrowser(`https://${service.host}/`).subscription)
  expect(answer.status).toBe(409)
  expect(await last.call(getPush, {})).toMatchObject({ choices: null })
})

const ROOMS = 100
const FIRST_NO = 1_000_000

/** Every other share was seen. */
const SEEN = Array.from({ length: SEEN_RANGES_MAX }, (_, place) => ({
  from: 2 * place + 2,
  to: 2 * place + 2,
}))

const SHARES = 2 * SEEN_RANGES_MAX + 1
const UNREAD = SHARES - SEEN_RANGES_MAX

/** Stores hubs with all these notes, in which the reader has seen scattered shares. */
async function storeRooms(reader: TestUser, author: TestUser, noteNos: readonly number[]): Promise<void> {
  const sharedAt = fixtures.now()
  const rooms = Array.from({ length: ROOMS }, (_, place): HubRecord => {
    const key = `${FIRST_NO + place}`
    return {
      ...{ hubNo: FIRST_NO + place, memberKey: key, uniqueKey: key },
      members: [
        { userNo: author.userNo, readSeq: 0, joinedAt: sharedAt },
        { userNo: reader.userNo, readSeq: 0, seen: SEEN, joinedAt: sharedAt },
      ],
      ...{ version: 1, revision: 1, lastSeq: SHARES, lastActivity: sharedAt },
    }
  })
  const shares = rooms.flatMap(({ hubNo }) =>
    noteNos.map((noteNo, place): ShareRecord => {
      return { hubNo, seq: place + 1, noteNo, authorNo: author.userNo, sharedAt, live: true }
    }),
  )
  await node.mongo.collection<HubRecord>('hubs').insertMany(rooms)
  await node.mongo.collection<ShareRecord>('shares').insertMany(shares)
}

test('unread numbers of many hubs with scattered seen shares are counted, and pushed to devices, in time', async () => {
  const { friend, owner, hubNo } = await fixtures.createHubWithDevice()
  const topicNo = await newTopic(friend)
  const write = async () => (await friend.call(postNote, { topicNo, title: '노트', text: '' })).noteNo
  const noteNos = await Promise.all(Array.from({ length: SHARES }, write))
  await storeRooms(owner, friend, noteNos)
  expect(await owner.call(getUnread, {})).toMatchObject({ total: ROOMS * UNREAD })
  const { hubs } = await owner.call(getHubs, {})
  expect(hubs.slice(1).map(hub => hub.numUnreadArticles)).toEqual(hubs.slice(1).map(() => UNREAD))

  advanceClock(60_000)
  const noteNo = await shareNewNote(friend, hubNo)
  await shareNewNote(friend, hubNo)
  await owner.call(markSeen, { hubNo, seqsJSON: '[2]' })
  await sendBatched()
  expect(pushesTo(owner)).toMatchObject([{ path: `/note?no=${noteNo}&hub=${hubNo}` }])
})
