import { afterAll, beforeEach, expect, test } from 'vitest'
import { signOut } from '#protocol/accounts.ts'
import { suspendPerson } from '#protocol/administration.ts'
import { PUSH_GATHERED_MS, PUSH_LATE_MS, QUOTAS, REMEMBER_ME_MS } from '#protocol/limits.ts'
import {
  deleteAccount,
  endOtherSessions,
  endOwnSession,
  getSessions,
  requestMyInfo,
  updateMyInfo,
} from '#protocol/myInfo.ts'
import { choosePush, endPush, FIRST_CHOICES, getPush, subscribePush } from '#protocol/push.ts'
import { VAPID_KEYS } from '#tests/support/node.ts'
import { newBrowser } from '#tests/support/pushService.ts'
import { startPushWorld } from '#tests/support/pushWorld.ts'
import {
  newAdministrator,
  newUser,
  PASSWORD,
  shareNewNote,
  signInUser,
  type TestUser,
} from '#tests/support/users.ts'

const fixtures = await startPushWorld()
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
    for (let more = 0; more < 30; more += 1) {
      advanceClock(1)
      await signInUser(node.url, owner.email)
    }
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

test('a browser that its push service has forgotten gets no more pushes until it subscribes again', async () => {
  const { friend, hubNo, owner } = await createHubWithDevice()
  service.respondWith(owner.browser, 410)
  await shareNewNote(friend, hubNo)
  await sendBatched()
  expect(await owner.call(getPush, {})).toMatchObject({ stays: true, choices: null })
  await shareNewNote(friend, hubNo)
  await sendBatched()
  expect(service.messageCountOf(owner.browser)).toBe(1)
  await owner.call(subscribePush, service.newBrowser().subscription)
  expect(await owner.call(getPush, {})).toMatchObject({ choices: { quiet: null } })
})

test.each([302, 429, 503])(
  'redirects of a push service with %i are not followed, and the device stays',
  async status => {
    const { friend, hubNo, owner } = await createHubWithDevice()
    service.respondWith(owner.browser, status)
    await shareNewNote(friend, hubNo)
    await sendBatched()
    expect(service.messageCountOf(owner.browser)).toBe(1)
    service.respondWith(owner.browser, 201)
    advanceClock(60_000)
    await shareNewNote(friend, hubNo)
    await sendBatched()
    expect(pushesTo(owner)).toMatchObject([{ body: '새 노트 2개' }])
  },
)

test('a silent push service does not delay other pushes, and is not contacted for a while', async () => {
  const [room, other] = [await createHubWithDevice(), await createHubWithDevice()]
  const silentOwners = [room.owner, await addDevice(room.owner), await addDevice(room.owner)]
  const well = await addDevice(room.owner)
  for (const { browser } of silentOwners) service.neverRespond(browser)
  await shareNewNote(room.friend, room.hubNo)
  await node.app.context.backgroundTasks.onIdle()
  advanceClock(10_000)
  await shareNewNote(other.friend, other.hubNo)
  await node.app.context.backgroundTasks.onIdle()
  advanceClock(PUSH_GATHERED_MS - 10_000)
  await node.app.sendPushes()
  expect(silentOwners.map(({ browser }) => service.messageCountOf(browser))).toEqual([1, 1, 1])
  expect(pushesTo(well)).toMatchObject([{ body: '새 노트 1개' }])

  // Three failures in a row: the server skips the service, and sends the pending push with the next one.
  advanceClock(10_000)
  await node.app.sendPushes()
  expect(service.messageCountOf(other.owner.browser)).toBe(0)
  await shareNewNote(other.friend, other.hubNo)
  await sendBatched()
  expect(pushesTo(other.owner)).toMatchObject([{ body: '새 노트 2개' }])
})

test('a push that could not be sent in time is dropped', async () => {
  const { friend, hubNo, owner } = await createHubWithDevice()
  await shareNewNote(friend, hubNo)
  await node.app.context.backgroundTasks.onIdle()
  advanceClock(PUSH_LATE_MS + 2 * PUSH_GATHERED_MS)
  await node.app.sendPushes()
  expect(pushesTo(owner)).toEqual([])
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

test('a device that exceeds the limit of its push service does not affect others', async () => {
  const [crowded, other] = [await createHubWithDevice(), await createHubWithDevice()]
  service.respondWith(crowded.owner.browser, 429)
  await shareNewNote(crowded.friend, crowded.hubNo)
  await node.app.context.backgroundTasks.onIdle()
  advanceClock(10_000)
  await shareNewNote(other.friend, other.hubNo)
  await node.app.context.backgroundTasks.onIdle()
  advanceClock(PUSH_GATHERED_MS - 10_000)
  await node.app.sendPushes()
  advanceClock(10_000)
  await node.app.sendPushes()
  expect(pushesTo(other.owner)).toMatchObject([{ body: '새 노트 1개' }])
})

test(`a user has no more than ${QUOTAS.pushDevices} push devices`, async () => {
  const user = await newUser(node.url)
  for (let count = 0; count < QUOTAS.pushDevices; count += 1) await addDevice(user)
  const last = await signInUser(node.url, user.email, true)
  const answer = await last.request(subscribePush, newBrowser(`https://${service.host}/`).subscription)
  expect(answer.status).toBe(409)
  expect(await last.call(getPush, {})).toMatchObject({ choices: null })
})
