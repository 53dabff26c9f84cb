import { afterAll, beforeEach, expect, test } from 'vitest'
import { signOut } from '#protocol/accounts.ts'
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
import { suspendPerson } from '#protocol/suspension.ts'
import { VAPID_KEYS } from '#tests/support/node.ts'
import {
  newAdministrator,
  newPerson,
  PASSWORD,
  type Person,
  shareNewNote,
  signedIn,
} from '#tests/support/person.ts'
import { newBrowser } from '#tests/support/pushBrowser.ts'
import { startPushWorld } from '#tests/support/pushWorld.ts'

const world = await startPushWorld()
const { node, service, later, gathered, withDevice, newRoom, toldTo } = world
beforeEach(world.nextNoon)
afterAll(world.stop)

const SESSION_ENDS: Record<string, (owner: Person) => Promise<unknown>> = {
  'signing out': owner => owner.does(signOut, { authToken: owner.token }),
  'the list of sessions, elsewhere': async owner => {
    const other = await signedIn(node.url, owner.email)
    for (const { sessionId, isCurrent } of (await other.does(getSessions, {})).sessions)
      if (!isCurrent) await other.does(endOwnSession, { sessionId })
  },
  'ending all others, elsewhere': async owner =>
    (await signedIn(node.url, owner.email)).does(endOtherSessions, {}),
  'a new password, here': async owner => {
    await owner.does(requestMyInfo, { email: owner.email, password: PASSWORD })
    await owner.does(updateMyInfo, { password: '새 비밀번호 5678' })
  },
  'a new password, elsewhere': async owner => {
    const other = await signedIn(node.url, owner.email)
    await other.does(requestMyInfo, { email: owner.email, password: PASSWORD })
    await other.does(updateMyInfo, { password: '새 비밀번호 5678' })
  },
  'being suspended': async owner => {
    const administrator = await newAdministrator(node)
    await administrator.does(suspendPerson, { userNo: owner.userNo, isSuspended: true })
  },
  accountDeletion: owner => owner.does(deleteAccount, { password: PASSWORD }),
  'not being used for long': async () => later(REMEMBER_ME_MS),
  'more than thirty sessions': async owner => {
    for (let more = 0; more < 30; more += 1) {
      later(1)
      await signedIn(node.url, owner.email)
    }
  },
}

test.each(Object.entries(SESSION_ENDS))('%s ends what its device is told', async (_, end) => {
  const { friend, hubNo, owner } = await newRoom()
  await shareNewNote(friend, hubNo)
  await end(owner)
  const again = await signedIn(node.url, friend.email)
  await shareNewNote(again, hubNo)
  await gathered()
  expect(service.broughtTo(owner.browser)).toBe(0)
})

test('a browser that its push service has forgotten is told nothing more, until it is told anew', async () => {
  const { friend, hubNo, owner } = await newRoom()
  service.answers(owner.browser, 410)
  await shareNewNote(friend, hubNo)
  await gathered()
  expect(await owner.does(getPush, {})).toMatchObject({ stays: true, choices: null })
  await shareNewNote(friend, hubNo)
  await gathered()
  expect(service.broughtTo(owner.browser)).toBe(1)
  await owner.does(subscribePush, service.newBrowser().subscription)
  expect(await owner.does(getPush, {})).toMatchObject({ choices: { quiet: null } })
})

test.each([302, 429, 503])(
  'a push service that answers %i is followed nowhere, and the device stays',
  async status => {
    const { friend, hubNo, owner } = await newRoom()
    service.answers(owner.browser, status)
    await shareNewNote(friend, hubNo)
    await gathered()
    expect(service.broughtTo(owner.browser)).toBe(1)
    service.answers(owner.browser, 201)
    later(60_000)
    await shareNewNote(friend, hubNo)
    await gathered()
    expect(toldTo(owner)).toMatchObject([{ body: '새 노트 2개' }])
  },
)

test('a push service that falls silent keeps no letter from others, and is left alone for a while', async () => {
  const [room, other] = [await newRoom(), await newRoom()]
  const silent = [room.owner, await withDevice(room.owner), await withDevice(room.owner)]
  const well = await withDevice(room.owner)
  for (const { browser } of silent) service.answersNothing(browser)
  await shareNewNote(room.friend, room.hubNo)
  await node.app.context.backgroundTasks.settled()
  later(10_000)
  await shareNewNote(other.friend, other.hubNo)
  await node.app.context.backgroundTasks.settled()
  later(PUSH_GATHERED_MS - 10_000)
  await node.app.sendPushes()
  expect(silent.map(({ browser }) => service.broughtTo(browser))).toEqual([1, 1, 1])
  expect(toldTo(well)).toMatchObject([{ body: '새 노트 1개' }])

  // Three in a row: nobody waits for it any more, and what is not told is told with the next.
  later(10_000)
  await node.app.sendPushes()
  expect(service.broughtTo(other.owner.browser)).toBe(0)
  await shareNewNote(other.friend, other.hubNo)
  await gathered()
  expect(toldTo(other.owner)).toMatchObject([{ body: '새 노트 2개' }])
})

test('what could not be told in time is no news any more', async () => {
  const { friend, hubNo, owner } = await newRoom()
  await shareNewNote(friend, hubNo)
  await node.app.context.backgroundTasks.settled()
  later(PUSH_LATE_MS + 2 * PUSH_GATHERED_MS)
  await node.app.sendPushes()
  expect(toldTo(owner)).toEqual([])
})

test('only a device that stays signed in can be told, and only by a push service that is known', async () => {
  const person = await newPerson(node.url)
  const { subscription } = service.newBrowser()
  expect(await person.does(getPush, {})).toMatchObject({ key: VAPID_KEYS.publicKey, stays: false, rooms: [] })
  expect(await person.does(subscribePush, subscription)).toMatchObject({ success: false })
  expect(await person.does(choosePush, FIRST_CHOICES)).toMatchObject({ success: false })

  const owner = await signedIn(node.url, person.email, true)
  const known = 'fcm.googleapis.com/send/1'
  for (const endpoint of [
    `http://${known}`,
    'https://example.com/send/1',
    'https://fcm.googleapis.com.example.com/send/1',
    'https://evilpush.apple.com.example.com/1',
    'https://examplepush.apple.com/1',
    'https://fcm.googleapis.com:8443/send/1',
    `https://somebody:secret@${known}`,
    `https://example.com#@${known}`,
    'https://127.0.0.1/send/1',
    'https://[::1]/send/1',
    'not an address',
  ])
    expect((await owner.misuses(subscribePush, { ...subscription, endpoint })).status, endpoint).toBe(400)
  for (const wrong of [
    { p256dh: 'BA'.padEnd(87, 'A') },
    { p256dh: 'short' },
    { auth: 'short' },
    { timeZone: 'Nowhere/Land' },
    { endpoint: undefined },
  ])
    expect((await owner.misuses(subscribePush, { ...subscription, ...wrong })).status).toBe(400)
  for (const wrong of [
    { quiet: { from: 8, to: 8 } },
    { quiet: { from: -1, to: 8 } },
    { kinds: ['everything'] },
    { offHubNos: [0] },
  ])
    expect((await owner.misuses(choosePush, { ...FIRST_CHOICES, ...wrong })).status).toBe(400)
  expect(await owner.does(getPush, {})).toMatchObject({ stays: true, choices: null })
})

test('what was chosen stays when the browser has a new address, and goes when it is turned off', async () => {
  const owner = await withDevice(await newPerson(node.url), { showsText: true })
  await owner.does(subscribePush, service.newBrowser().subscription)
  expect(await owner.does(getPush, {})).toMatchObject({ choices: { showsText: true, quiet: null } })
  await owner.does(endPush, {})
  await owner.does(subscribePush, service.newBrowser().subscription)
  expect(await owner.does(getPush, {})).toMatchObject({ choices: FIRST_CHOICES })
})

test('a browser is told of the one person who asked for it last', async () => {
  const { friend, hubNo, owner } = await newRoom()
  const other = await withDevice(await newPerson(node.url), {}, owner.browser)
  await shareNewNote(friend, hubNo)
  await gathered()
  expect(toldTo(other)).toEqual([])
  expect(await owner.does(getPush, {})).toMatchObject({ choices: null })
  const passing = await signedIn(node.url, owner.email)
  expect(await passing.does(subscribePush, owner.browser.subscription)).toMatchObject({ success: false })
  expect((await other.does(getPush, {})).choices, 'a refusal takes it from nobody').not.toBeNull()
})

test('a device that gets too much of its service keeps it from no other', async () => {
  const [crowded, other] = [await newRoom(), await newRoom()]
  service.answers(crowded.owner.browser, 429)
  await shareNewNote(crowded.friend, crowded.hubNo)
  await node.app.context.backgroundTasks.settled()
  later(10_000)
  await shareNewNote(other.friend, other.hubNo)
  await node.app.context.backgroundTasks.settled()
  later(PUSH_GATHERED_MS - 10_000)
  await node.app.sendPushes()
  later(10_000)
  await node.app.sendPushes()
  expect(toldTo(other.owner)).toMatchObject([{ body: '새 노트 1개' }])
})

test(`a person has no more than ${QUOTAS.pushDevices} devices that are told`, async () => {
  const person = await newPerson(node.url)
  for (let count = 0; count < QUOTAS.pushDevices; count += 1) await withDevice(person)
  const last = await signedIn(node.url, person.email, true)
  const answer = await last.asks(subscribePush, newBrowser(`https://${service.host}/`).subscription)
  expect(answer.status).toBe(409)
  expect(await last.does(getPush, {})).toMatchObject({ choices: null })
})
