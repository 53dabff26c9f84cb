import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { getSharedNotes } from '#protocol/discussion.ts'
import { disjoin, getUnread } from '#protocol/hubs.ts'
import { getNote } from '#protocol/notes.ts'
import { shareNote } from '#protocol/shares.ts'
import { catchUpWith, titlesOn, unreadOn } from '#tests/support/catchUp.ts'
import { runBefore } from '#tests/support/interleave.ts'
import type { Listener } from '#tests/support/listener.ts'
import { makeHub, newPerson, type Person, signedIn, writeNote } from '#tests/support/person.ts'
import { SHARING_MOMENTS, shareInTurn } from '#tests/support/shareRaceSteps.ts'
import { startTwoNodes } from '#tests/support/twoNodes.ts'

/** Somebody leaves a hub, at the other node, while a note is shared in it. */
let nodes: Awaited<ReturnType<typeof startTwoNodes>>
let author: Person
let rememberedDevice: Person
let leaver: Person
let catchUp: (...tabs: Listener[]) => Promise<void>
let catchUpLeaver: (...tabs: Listener[]) => Promise<void>
let hubNo: number
let noteNo: number
let stayersTab: Listener
let leaversTab: Listener

beforeAll(async () => {
  nodes = await startTwoNodes()
})
afterAll(() => nodes.stop())
beforeEach(async () => {
  author = await newPerson(nodes.here.url)
  rememberedDevice = await newPerson(nodes.there.url)
  leaver = await newPerson(nodes.there.url)
  catchUp = await catchUpWith(author, rememberedDevice)
  catchUpLeaver = await catchUpWith(author, leaver)
  hubNo = await makeHub(author, rememberedDevice, leaver)
  noteNo = await writeNote(author, '나눈 노트')
  stayersTab = await rememberedDevice.listens()
  leaversTab = await leaver.listens()
  return () => {
    stayersTab.close()
    leaversTab.close()
  }
})

test.each(SHARING_MOMENTS)('who leaves $when neither hears of it nor reads it', async ({ at }) => {
  const raced = at({ stores: nodes.here.app.context.stores, hubNo, author }, () =>
    leaver.does(disjoin, { targetHubNo: hubNo }),
  )
  await author.does(shareNote, { hubNo, noteNo })
  await raced
  await catchUp(stayersTab)
  await catchUpLeaver(leaversTab)

  expect(titlesOn(stayersTab, hubNo)).toEqual(['나눈 노트'])
  expect(unreadOn(stayersTab, hubNo)).toBe(1)
  expect(await leaversTab.receives('hub:removed')).toMatchObject({ hubNo })
  expect(titlesOn(leaversTab, hubNo)).toEqual([])
  expect(JSON.stringify(leaversTab.received)).not.toContain('나눈 노트')
  expect(await leaver.asks(getNote, { noteNo })).toMatchObject({ status: 404 })
})

test.each(SHARING_MOMENTS)('a note of an author who leaves $when is on nobody’s screen', async ({ at }) => {
  const otherTab = await signedIn(nodes.there.url, author.email)
  const raced = at({ stores: nodes.here.app.context.stores, hubNo, author }, () =>
    otherTab.does(disjoin, { targetHubNo: hubNo }),
  )
  await author.asks(shareNote, { hubNo, noteNo })
  await raced
  await catchUp(stayersTab)

  expect(titlesOn(stayersTab, hubNo)).toEqual([])
  expect(unreadOn(stayersTab, hubNo) ?? 0).toBe(0)
  expect(await rememberedDevice.does(getSharedNotes, { selectedHubNo: hubNo })).toMatchObject({
    total: 0,
    notes: [],
  })
  expect(await rememberedDevice.does(getUnread, {})).toMatchObject({
    hubs: expect.arrayContaining([expect.objectContaining({ hubNo, numUnreadArticles: 0 })]),
  })
  expect(await rememberedDevice.asks(getNote, { noteNo })).toMatchObject({ status: 404 })
})

test('what was shared by an author who had just left stays in nobody’s unread number', async () => {
  const otherTab = await signedIn(nodes.there.url, author.email)
  const kept = await writeNote(rememberedDevice, '남는 노트')
  let noteEnd = () => {}
  const membershipEnded = new Promise<void>(resolve => {
    noteEnd = resolve
  })
  let leaving: Promise<unknown> = Promise.resolve()

  const { stores } = nodes.here.app.context
  shareInTurn({ stores, hubNo, author })
  const raced = runBefore(stores.hubs, 'countShare', async () => {
    // Its event counts the other share, too, which is saved already.
    await rememberedDevice.does(shareNote, { hubNo, noteNo: kept })
    void runBefore(nodes.there.app.context.stores.shares, 'liveOfAuthor', () => {
      noteEnd()
      return sharing
    })
    leaving = otherTab.does(disjoin, { targetHubNo: hubNo })
    await membershipEnded
  })
  const sharing = author.asks(shareNote, { hubNo, noteNo })
  expect(await sharing).toMatchObject({ status: 404 })
  await raced
  await leaving
  await catchUpLeaver(leaversTab)

  expect(titlesOn(leaversTab, hubNo)).toEqual(['남는 노트'])
  expect(unreadOn(leaversTab, hubNo)).toBe(1)
})
