import { afterAll, beforeEach, expect, test } from 'vitest'
import { blockPerson } from '#protocol/blocking.ts'
import { disjoin, muteHub } from '#protocol/hubs.ts'
import { markAllNotificationsSeen } from '#protocol/inbox.ts'
import { getNote } from '#protocol/notes.ts'
import { choosePush, endPush, FIRST_CHOICES } from '#protocol/push.ts'
import { setReaction } from '#protocol/reactions.ts'
import { shareNote, unshareNote } from '#protocol/shares.ts'
import { comment, shareNewNote, signedIn } from '#tests/support/person.ts'
import { startPushWorld } from '#tests/support/pushWorld.ts'

const world = await startPushWorld()
const { node, service, later, gathered, newRoom, toldTo } = world
beforeEach(world.nextNoon)
afterAll(world.stop)

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
  await comment(muted.friend, { hubNo: muted.hubNo, noteNo: await shareNewNote(muted.owner, muted.hubNo) })
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
  await friend.does(setReaction, { ...place, isOn: true })
  await gathered()
  expect(toldTo(owner)).toEqual([])
  await comment(friend, place)
  await comment(friend, place)
  await gathered()
  expect(toldTo(owner)).toMatchObject([{ body: '새 댓글 2개' }])
  // From 22 to 8 in Seoul: now it is 23, then 7, then 8.
  await owner.does(choosePush, FIRST_CHOICES)
  later(11 * 60 * 60 * 1000)
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
  await desk.does(markAllNotificationsSeen, { upTo: world.now().toISOString() })
  const [tab, watcher] = [await desk.listens(), await friend.listens()]
  tab.socket.emit('presence:enter', { hubNo })
  await watcher.receives('presence:changed', ({ userNos }) => userNos.includes(owner.userNo))
  await shareNewNote(friend, hubNo)
  await gathered()
  expect(toldTo(owner)).toEqual([])
  tab.socket.emit('presence:leave', { hubNo })
  await watcher.receives('presence:changed', ({ userNos }) => !userNos.includes(owner.userNo))
  await shareNewNote(friend, hubNo)
  await gathered()
  expect(toldTo(owner)).toMatchObject([{ body: '새 노트 2개' }])
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
