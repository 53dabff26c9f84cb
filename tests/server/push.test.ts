import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { signOut } from '#protocol/accounts.ts'
import { blockPerson } from '#protocol/blocking.ts'
import { empathize } from '#protocol/empathies.ts'
import { disjoin, muteHub } from '#protocol/hubs.ts'
import { markAllNewsSeen } from '#protocol/inbox.ts'
import { PUSH_GATHERED_MS, PUSH_LATE_MS, QUOTAS, STAY_MS } from '#protocol/limits.ts'
import {
  deleteAccount,
  endOtherSessions,
  endOwnSession,
  getSessions,
  requestMyInfo,
  updateMyInfo,
} from '#protocol/myInfo.ts'
import { getNote } from '#protocol/notes.ts'
import {
  choosePush,
  endPush,
  FIRST_CHOICES,
  getPush,
  type PushChoices,
  subscribePush,
} from '#protocol/push.ts'
import { shareNote, unshareNote } from '#protocol/shares.ts'
import { suspendPerson } from '#protocol/suspension.ts'
import { emptyDatabase, startNode, type TestNode, VAPID_KEYS } from '#tests/support/node.ts'
import {
  comment,
  makeHub,
  newAdministrator,
  newPerson,
  PASSWORD,
  type Person,
  shareNewNote,
  signedIn,
} from '#tests/support/person.ts'
import { newBrowser, type PushSubscriber } from '#tests/support/pushBrowser.ts'
import { startPushService, type TestPushService } from '#tests/support/pushService.ts'

let service: TestPushService
let node: TestNode
/** Noon in Seoul. */
const NOON = new Date('2026-05-04T03:00:00Z')
let now = NOON

beforeAll(async () => {
  service = await startPushService(VAPID_KEYS.publicKey)
  const pushHosts = [service.host]
  node = await startNode({ mongoUrl: await emptyDatabase(), clock: () => now, pushHosts })
})
afterAll(async () => {
  await node.stop()
  await service.stop()
})
beforeEach(() => {
  now = new Date(Math.max(now.getTime(), NOON.getTime()) + 24 * 60 * 60 * 1000)
  now.setUTCHours(3)
})

function later(ms: number) {
  now = new Date(now.getTime() + ms)
}

/** What was gathered is told. */
async function gathered() {
  await node.app.context.unawaited.settled()
  later(PUSH_GATHERED_MS)
  await node.app.sendPushes()
}

/** The same person on a device that stays signed in and is told of everything at any hour, unless they choose otherwise. */
async function withDevice(
  person: Person,
  chosen: Partial<PushChoices> = {},
  browser = service.newBrowser(),
): Promise<Person & { browser: PushSubscriber }> {
  const owner = await signedIn(node.url, person.email, true)
  expect(await owner.does(subscribePush, browser.subscription)).toEqual({ success: true })
  const everything = { ...FIRST_CHOICES, kinds: [...FIRST_CHOICES.kinds, 'empathy' as const], quiet: null }
  expect(await owner.does(choosePush, { ...everything, ...chosen })).toEqual({ success: true })
  // That they were invited, and signed in.
  await owner.does(markAllNewsSeen, { upTo: now.toISOString() })
  return { ...owner, browser }
}

/** A friend's room with somebody who has a device. */
async function newRoom(chosen?: Partial<PushChoices>) {
  const friend = await newPerson(node.url, '이민호')
  const person = await newPerson(node.url, '한지은')
  const hubNo = await makeHub(friend, person)
  return { friend, hubNo, owner: await withDevice(person, chosen) }
}
const toldTo = ({ browser }: { browser: PushSubscriber }) =>
  service.receivedBy(browser).map(({ message }) => message)

test('new notes of a minute are told as one, encrypted for the browser alone and with nothing private', async () => {
  const { friend, hubNo, owner } = await newRoom()
  for (const title of ['은밀한 하나', '은밀한 둘', '은밀한 셋']) {
    await shareNewNote(friend, hubNo, title)
    later(1_000)
  }
  await node.app.sendPushes()
  expect(toldTo(owner)).toEqual([])
  await gathered()
  await gathered()
  expect(service.receivedBy(owner.browser)).toEqual([
    {
      message: {
        userNo: owner.userNo,
        tag: `room:${hubNo}`,
        title: '글마루',
        body: '새 노트 3개',
        path: `/discussion?hub=${hubNo}`,
      },
      topic: expect.stringMatching(/^[\w-]{22}$/),
      ttlS: 12 * 60 * 60,
    },
  ])
})

test('names, titles and first lines are told to who wants them, and what came before is told once more with the next', async () => {
  const { friend, hubNo, owner } = await newRoom({ showsText: true })
  const noteNo = await shareNewNote(friend, hubNo, '강가에서')
  await gathered()
  await comment(friend, { hubNo, noteNo }, `@${owner.name} 같이 가요`)
  await gathered()
  expect(toldTo(owner)).toMatchObject([
    {
      title: friend.name,
      body: `${friend.name}님이 새 노트를 공유했어요\n강가에서`,
      path: `/note?no=${noteNo}&hub=${hubNo}`,
    },
    { title: friend.name, body: '새 노트 1개 · 나에게 남긴 말 1개', path: `/discussion?hub=${hubNo}` },
  ])
  const [first, second] = service.receivedBy(owner.browser)
  expect(second?.topic).toBe(first?.topic)
})

test('nothing is told that was seen, taken back or silenced meanwhile, nor to who may not know it any more', async () => {
  const seen = await newRoom()
  const noteNo = await shareNewNote(seen.friend, seen.hubNo)
  const withdrawn = await newRoom()
  const withdrawnNo = await shareNewNote(withdrawn.friend, withdrawn.hubNo)
  const muted = await newRoom()
  await shareNewNote(muted.friend, muted.hubNo)
  const left = await newRoom()
  await shareNewNote(left.friend, left.hubNo)
  const blocker = await newRoom()
  await shareNewNote(blocker.friend, blocker.hubNo)
  const blocked = await newRoom()
  await shareNewNote(blocked.friend, blocked.hubNo)
  const off = await newRoom()
  await shareNewNote(off.friend, off.hubNo)

  await seen.owner.does(getNote, { noteNo })
  await withdrawn.friend.does(unshareNote, { hubNo: withdrawn.hubNo, noteNo: withdrawnNo })
  await muted.owner.does(muteHub, { hubNo: muted.hubNo, isMuted: true })
  await left.owner.does(disjoin, { targetHubNo: left.hubNo })
  await blocker.owner.does(blockPerson, { userNo: blocker.friend.userNo })
  await blocked.friend.does(blockPerson, { userNo: blocked.owner.userNo })
  await off.owner.does(endPush, {})
  await gathered()
  const all = { seen, withdrawn, muted, left, blocker, blocked, off }
  for (const [why, { owner }] of Object.entries(all)) expect(toldTo(owner), why).toEqual([])
})

test('of a silent room, and of one that the device leaves out, calls alone are told', async () => {
  const muted = await newRoom()
  await muted.owner.does(muteHub, { hubNo: muted.hubNo, isMuted: true })
  const { friend, hubNo, owner } = await newRoom()
  await owner.does(choosePush, { ...FIRST_CHOICES, offHubNos: [hubNo] })
  for (const room of [muted, { friend, hubNo, owner }]) {
    const noteNo = await shareNewNote(room.friend, room.hubNo)
    await gathered()
    expect(toldTo(room.owner)).toEqual([])
    await comment(room.friend, { hubNo: room.hubNo, noteNo }, `@${room.owner.name} 봐 주세요`)
    await gathered()
    expect(toldTo(room.owner)).toMatchObject([{ body: '나에게 남긴 말 1개' }])
  }
})

test('what 소식 tells is told by the kinds that are chosen, and not in quiet hours', async () => {
  const { friend, hubNo, owner } = await newRoom({ kinds: ['comment'] })
  const noteNo = await shareNewNote(owner, hubNo)
  const place = { hubNo, noteNo }
  await friend.does(empathize, { ...place, isOn: true })
  await gathered()
  expect(toldTo(owner)).toEqual([])
  await comment(friend, place)
  await comment(friend, place)
  await gathered()
  expect(toldTo(owner)).toMatchObject([{ body: '새 댓글 2개' }])
  // From 22 to 8 in Seoul: now it is 23, then 7, then 8.
  await owner.does(choosePush, FIRST_CHOICES)
  now.setUTCHours(14)
  for (const hours of [0, 8]) {
    later(hours * 60 * 60 * 1000)
    await comment(friend, place)
    await gathered()
  }
  expect(toldTo(owner)).toHaveLength(1)
  later(60 * 60 * 1000)
  await comment(friend, place)
  await gathered()
  expect(toldTo(owner)).toMatchObject([{}, { body: '새 댓글 5개' }])
})

test('a room before the eyes of its owner, on whichever device, is not told', async () => {
  const { friend, hubNo, owner } = await newRoom()
  const desk = await signedIn(node.url, owner.email)
  await desk.does(markAllNewsSeen, { upTo: now.toISOString() })
  const [tab, watcher] = [await desk.listens(), await friend.listens()]
  tab.socket.emit('presence:enter', { hubNo })
  await watcher.hears('presence:changed', ({ userNos }) => userNos.includes(owner.userNo))
  await shareNewNote(friend, hubNo)
  await gathered()
  expect(toldTo(owner)).toEqual([])
  tab.socket.emit('presence:leave', { hubNo })
  await watcher.hears('presence:changed', ({ userNos }) => !userNos.includes(owner.userNo))
  await shareNewNote(friend, hubNo)
  await gathered()
  expect(toldTo(owner)).toMatchObject([{ body: '새 노트 2개' }])
})

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
  withdrawal: owner => owner.does(deleteAccount, { password: PASSWORD }),
  'not being used for long': async () => later(STAY_MS),
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

test('what could not be told in time is no news any more', async () => {
  const { friend, hubNo, owner } = await newRoom()
  await shareNewNote(friend, hubNo)
  await node.app.context.unawaited.settled()
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
  await node.app.context.unawaited.settled()
  later(10_000)
  await shareNewNote(other.friend, other.hubNo)
  await node.app.context.unawaited.settled()
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

test('nothing of a share is told to its author, nor what comes back from the trash', async () => {
  const { friend, hubNo, owner } = await newRoom()
  const noteNo = await shareNewNote(owner, hubNo)
  await friend.does(getNote, { noteNo })
  await owner.does(unshareNote, { hubNo, noteNo })
  await owner.does(shareNote, { hubNo, noteNo })
  await gathered()
  expect(toldTo(owner)).toEqual([])
})
