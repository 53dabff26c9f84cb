import { afterAll, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { blockPerson } from '#protocol/blocking.ts'
import { disjoin, muteHub } from '#protocol/hubs.ts'
import { markAllNotificationsSeen } from '#protocol/inbox.ts'
import { PUSH_DELAY_MS, PUSH_LATE_MS } from '#protocol/limits.ts'
import { getNote } from '#protocol/notes.ts'
import { choosePush, endPush, FIRST_CHOICES, getPush, subscribePush } from '#protocol/push.ts'
import { setReaction } from '#protocol/reactions.ts'
import { shareNote, unshareNote } from '#protocol/shares.ts'
import { startPushNode } from '#tests/support/pushNode.ts'
import { comment, shareNewNote, signInUser } from '#tests/support/users.ts'

const fixtures = await startPushNode()
const { node, service, advanceClock, sendBatched, addDevice, createHubWithDevice, pushesTo } = fixtures

beforeEach(fixtures.nextNoon)
afterAll(fixtures.stop)

test('new notes of a minute are one push, encrypted for the browser only and without private content', async () => {
  const { friend, hubNo, owner } = await createHubWithDevice()
  for (const title of ['은밀한 하나', '은밀한 둘', '은밀한 셋']) {
    await shareNewNote(friend, hubNo, title)
    advanceClock(1_000)
  }
  await node.app.sendPushes()
  expect(pushesTo(owner)).toEqual([])
  await sendBatched()
  await sendBatched()
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

test('names, titles and first lines are included on request, and the next push repeats earlier ones', async () => {
  const { friend, hubNo, owner } = await createHubWithDevice({ showsText: true })
  const noteNo = await shareNewNote(friend, hubNo, '강가에서')
  await sendBatched()
  await comment(friend, { hubNo, noteNo }, `@${owner.name} 같이 가요`)
  await sendBatched()
  expect(pushesTo(owner)).toMatchObject([
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

test('nothing is sent that was seen, deleted or muted meanwhile, nor to users without access', async () => {
  const seen = await createHubWithDevice()
  const noteNo = await shareNewNote(seen.friend, seen.hubNo)
  const withdrawn = await createHubWithDevice()
  const withdrawnNo = await shareNewNote(withdrawn.friend, withdrawn.hubNo)
  const muted = await createHubWithDevice()
  await shareNewNote(muted.friend, muted.hubNo)
  await comment(muted.friend, { hubNo: muted.hubNo, noteNo: await shareNewNote(muted.owner, muted.hubNo) })
  const left = await createHubWithDevice()
  await shareNewNote(left.friend, left.hubNo)
  const blocker = await createHubWithDevice()
  await shareNewNote(blocker.friend, blocker.hubNo)
  const blocked = await createHubWithDevice()
  await shareNewNote(blocked.friend, blocked.hubNo)
  const off = await createHubWithDevice()
  await shareNewNote(off.friend, off.hubNo)

  await seen.owner.call(getNote, { noteNo })
  await withdrawn.friend.call(unshareNote, { hubNo: withdrawn.hubNo, noteNo: withdrawnNo })
  await muted.owner.call(muteHub, { hubNo: muted.hubNo, isMuted: true })
  await left.owner.call(disjoin, { targetHubNo: left.hubNo })
  await blocker.owner.call(blockPerson, { userNo: blocker.friend.userNo })
  await blocked.friend.call(blockPerson, { userNo: blocked.owner.userNo })
  await off.owner.call(endPush, {})
  await sendBatched()
  const all = { seen, withdrawn, muted, left, blocker, blocked, off }
  for (const [why, { owner }] of Object.entries(all)) expect(pushesTo(owner), why).toEqual([])
})

test('in a muted hub, and in one that the device excludes, only mentions are sent', async () => {
  const muted = await createHubWithDevice()
  await muted.owner.call(muteHub, { hubNo: muted.hubNo, isMuted: true })
  const { friend, hubNo, owner } = await createHubWithDevice()
  await owner.call(choosePush, { ...FIRST_CHOICES, offHubNos: [hubNo] })
  for (const room of [muted, { friend, hubNo, owner }]) {
    const noteNo = await shareNewNote(room.friend, room.hubNo)
    await sendBatched()
    expect(pushesTo(room.owner)).toEqual([])
    await comment(room.friend, { hubNo: room.hubNo, noteNo }, `@${room.owner.name} 봐 주세요`)
    await sendBatched()
    expect(pushesTo(room.owner)).toMatchObject([{ body: '나에게 남긴 말 1개' }])
  }
})

test('소식 are sent by the chosen kinds, and not in quiet hours', async () => {
  const { friend, hubNo, owner } = await createHubWithDevice({ kinds: ['comment'] })
  const noteNo = await shareNewNote(owner, hubNo)
  const place = { hubNo, noteNo }
  await friend.call(setReaction, { ...place, isOn: true })
  await sendBatched()
  expect(pushesTo(owner)).toEqual([])
  await comment(friend, place)
  await comment(friend, place)
  await sendBatched()
  expect(pushesTo(owner)).toMatchObject([{ body: '새 댓글 2개' }])
  // From 22 to 8 in Seoul: the times are 23, then 7, then 8.
  await owner.call(choosePush, FIRST_CHOICES)
  advanceClock(11 * 60 * 60 * 1000)
  for (const hours of [0, 8]) {
    advanceClock(hours * 60 * 60 * 1000)
    await comment(friend, place)
    await sendBatched()
  }
  expect(pushesTo(owner)).toHaveLength(1)
  advanceClock(60 * 60 * 1000)
  await comment(friend, place)
  await sendBatched()
  expect(pushesTo(owner)).toMatchObject([{}, { body: '새 댓글 5개' }])
})

test('no push is sent for a hub that its user is viewing on any device', async () => {
  const { friend, hubNo, owner } = await createHubWithDevice()
  const desk = await signInUser(node.url, owner.email)
  await desk.call(markAllNotificationsSeen, { upTo: fixtures.now().toISOString() })
  const [tab, watcher] = [await desk.openSocket(), await friend.openSocket()]
  tab.socket.emit('presence:enter', { hubNo })
  await watcher.waitForEvent('presence:changed', ({ userNos }) => userNos.includes(owner.userNo))
  await shareNewNote(friend, hubNo)
  await sendBatched()
  expect(pushesTo(owner)).toEqual([])
  tab.socket.emit('presence:leave', { hubNo })
  await watcher.waitForEvent('presence:changed', ({ userNos }) => !userNos.includes(owner.userNo))
  await shareNewNote(friend, hubNo)
  await sendBatched()
  expect(pushesTo(owner)).toMatchObject([{ body: '새 노트 2개' }])
})

test('nothing is sent to the author of a share, nor for shares restored from the trash', async () => {
  const { friend, hubNo, owner } = await createHubWithDevice()
  const noteNo = await shareNewNote(owner, hubNo)
  await friend.call(getNote, { noteNo })
  await owner.call(unshareNote, { hubNo, noteNo })
  await owner.call(shareNote, { hubNo, noteNo })
  await sendBatched()
  expect(pushesTo(owner)).toEqual([])
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
  const { timeout } = AbortSignal
  const shortened = vi.spyOn(AbortSignal, 'timeout').mockImplementation(ms => timeout(ms / 5))
  onTestFinished(() => shortened.mockRestore())
  const [room, other] = [await createHubWithDevice(), await createHubWithDevice()]
  const silentOwners = [room.owner, await addDevice(room.owner), await addDevice(room.owner)]
  const well = await addDevice(room.owner)
  for (const { browser } of silentOwners) service.neverRespond(browser)
  await shareNewNote(room.friend, room.hubNo)
  await node.app.context.backgroundTasks.onIdle()
  advanceClock(10_000)
  await shareNewNote(other.friend, other.hubNo)
  await node.app.context.backgroundTasks.onIdle()
  advanceClock(PUSH_DELAY_MS - 10_000)
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
  advanceClock(PUSH_LATE_MS + 2 * PUSH_DELAY_MS)
  await node.app.sendPushes()
  expect(pushesTo(owner)).toEqual([])
})

test('a device that exceeds the limit of its push service does not affect others', async () => {
  const [crowded, other] = [await createHubWithDevice(), await createHubWithDevice()]
  service.respondWith(crowded.owner.browser, 429)
  await shareNewNote(crowded.friend, crowded.hubNo)
  await node.app.context.backgroundTasks.onIdle()
  advanceClock(10_000)
  await shareNewNote(other.friend, other.hubNo)
  await node.app.context.backgroundTasks.onIdle()
  advanceClock(PUSH_DELAY_MS - 10_000)
  await node.app.sendPushes()
  advanceClock(10_000)
  await node.app.sendPushes()
  expect(pushesTo(other.owner)).toMatchObject([{ body: '새 노트 1개' }])
})
