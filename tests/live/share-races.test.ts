import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { getSharedNotes } from '#protocol/discussion.ts'
import { addMatching, disjoin, getUnread } from '#protocol/hubs.ts'
import { getNote } from '#protocol/notes.ts'
import { shareNote } from '#protocol/shares.ts'
import { createCatchUp, noteTitlesOn, unreadCountOn } from '#tests/support/catchUp.ts'
import { runBefore } from '#tests/support/interleave.ts'
import { startTwoNodes } from '#tests/support/node.ts'
import { SHARE_RACE_STEPS, shareInTurn } from '#tests/support/shareRaceSteps.ts'
import type { TestSocket } from '#tests/support/testSocket.ts'
import { lookUp, makeHub, newUser, signInUser, type TestUser, writeNote } from '#tests/support/users.ts'

/** A user is added to a hub at the other node while a note is being shared in it. */
describe('a user is added during a share', () => {
  let nodes: Awaited<ReturnType<typeof startTwoNodes>>
  let author: TestUser
  let friend: TestUser
  let added: TestUser
  let catchUp: (...tabs: TestSocket[]) => Promise<void>
  let hubNo: number
  let noteNo: number
  let screen: TestSocket

  beforeAll(async () => {
    nodes = await startTwoNodes()
  })
  afterAll(() => nodes.stop())
  beforeEach(async () => {
    author = await newUser(nodes.firstNode.url)
    friend = await newUser(nodes.secondNode.url)
    added = await newUser(nodes.secondNode.url)
    catchUp = await createCatchUp(author, added)
    hubNo = await makeHub(author, friend)
    await lookUp(friend, added)
    noteNo = await writeNote(author, '나눈 노트')
    screen = await added.openSocket()
    return () => screen.close()
  })

  const addThem = () =>
    friend.call(addMatching, {
      hubNo,
      friendsJSON: JSON.stringify([added.userNo]),
      expectedResult: JSON.stringify([author.userNo, friend.userNo, added.userNo]),
    })

  test.each(SHARE_RACE_STEPS)(
    'a user who is added $when has the note on the screen',
    async ({ runAt, isCounted }) => {
      // A new member starts with every share read that was counted before they joined.
      const unread = isCounted ? 0 : 1
      const race = runAt({ repositories: nodes.firstNode.app.context.repositories, hubNo, author }, addThem)
      await author.call(shareNote, { hubNo, noteNo })
      await race
      await catchUp(screen)

      expect(noteTitlesOn(screen, hubNo)).toEqual(['나눈 노트'])
      expect(unreadCountOn(screen, hubNo)).toBe(unread)
      const { hubs } = await added.call(getUnread, {})
      expect(hubs.find(hub => hub.hubNo === hubNo)).toMatchObject({ numUnreadArticles: unread })
      expect(await added.call(getSharedNotes, { selectedHubNo: hubNo })).toMatchObject({
        notes: [{ noteNo }],
      })
      expect(await added.request(getNote, { noteNo })).toMatchObject({ status: 200 })
    },
  )

  test('after concurrent shares and additions every screen shows what the server returns', async () => {
    const notes = await Promise.all([1, 2, 3, 4].map(number => writeNote(author, `노트 ${number}`)))
    await Promise.all([addThem(), ...notes.map(note => author.call(shareNote, { hubNo, noteNo: note }))])
    await catchUp(screen)
    const { hubs } = await added.call(getUnread, {})
    expect(unreadCountOn(screen, hubNo)).toBe(hubs.find(hub => hub.hubNo === hubNo)?.numUnreadArticles)
    const page = await added.call(getSharedNotes, { selectedHubNo: hubNo })
    expect(page.notes.map(note => note.seq)).toEqual([4, 3, 2, 1])
  })
})

/** A user leaves a hub at the other node while a note is being shared in it. */
describe('a user leaves during a share', () => {
  let nodes: Awaited<ReturnType<typeof startTwoNodes>>
  let author: TestUser
  let rememberedDevice: TestUser
  let leaver: TestUser
  let catchUp: (...tabs: TestSocket[]) => Promise<void>
  let catchUpLeaver: (...tabs: TestSocket[]) => Promise<void>
  let hubNo: number
  let noteNo: number
  let stayersTab: TestSocket
  let leaversTab: TestSocket

  beforeAll(async () => {
    nodes = await startTwoNodes()
  })
  afterAll(() => nodes.stop())
  beforeEach(async () => {
    author = await newUser(nodes.firstNode.url)
    rememberedDevice = await newUser(nodes.secondNode.url)
    leaver = await newUser(nodes.secondNode.url)
    catchUp = await createCatchUp(author, rememberedDevice)
    catchUpLeaver = await createCatchUp(author, leaver)
    hubNo = await makeHub(author, rememberedDevice, leaver)
    noteNo = await writeNote(author, '나눈 노트')
    stayersTab = await rememberedDevice.openSocket()
    leaversTab = await leaver.openSocket()
    return () => {
      stayersTab.close()
      leaversTab.close()
    }
  })

  test.each(SHARE_RACE_STEPS)(
    'a user who leaves $when neither receives the share nor can read it',
    async ({ runAt }) => {
      const race = runAt({ repositories: nodes.firstNode.app.context.repositories, hubNo, author }, () =>
        leaver.call(disjoin, { targetHubNo: hubNo }),
      )
      await author.call(shareNote, { hubNo, noteNo })
      await race
      await catchUp(stayersTab)
      await catchUpLeaver(leaversTab)

      expect(noteTitlesOn(stayersTab, hubNo)).toEqual(['나눈 노트'])
      expect(unreadCountOn(stayersTab, hubNo)).toBe(1)
      expect(await leaversTab.waitForEvent('hub:removed')).toMatchObject({ hubNo })
      expect(noteTitlesOn(leaversTab, hubNo)).toEqual([])
      expect(JSON.stringify(leaversTab.received)).not.toContain('나눈 노트')
      expect(await leaver.request(getNote, { noteNo })).toMatchObject({ status: 404 })
    },
  )

  test.each(SHARE_RACE_STEPS)('a note whose author leaves $when is on no screen', async ({ runAt }) => {
    const otherTab = await signInUser(nodes.secondNode.url, author.email)
    const race = runAt({ repositories: nodes.firstNode.app.context.repositories, hubNo, author }, () =>
      otherTab.call(disjoin, { targetHubNo: hubNo }),
    )
    await author.request(shareNote, { hubNo, noteNo })
    await race
    await catchUp(stayersTab)

    expect(noteTitlesOn(stayersTab, hubNo)).toEqual([])
    expect(unreadCountOn(stayersTab, hubNo) ?? 0).toBe(0)
    expect(await rememberedDevice.call(getSharedNotes, { selectedHubNo: hubNo })).toMatchObject({
      total: 0,
      notes: [],
    })
    expect(await rememberedDevice.call(getUnread, {})).toMatchObject({
      hubs: expect.arrayContaining([expect.objectContaining({ hubNo, numUnreadArticles: 0 })]),
    })
    expect(await rememberedDevice.request(getNote, { noteNo })).toMatchObject({ status: 404 })
  })

  test('a share by an author who had just left is in no unread number', async () => {
    const otherTab = await signInUser(nodes.secondNode.url, author.email)
    const keptNoteNo = await writeNote(rememberedDevice, '남는 노트')
    let noteEnd = () => {}
    const membershipEnded = new Promise<void>(resolve => {
      noteEnd = resolve
    })
    let leaving: Promise<unknown> = Promise.resolve()

    const { repositories } = nodes.firstNode.app.context
    shareInTurn({ repositories, hubNo, author })
    const race = runBefore(repositories.hubs, 'recordShare', async () => {
      // The event counts the other share as well, which is already saved.
      await rememberedDevice.call(shareNote, { hubNo, noteNo: keptNoteNo })
      void runBefore(nodes.secondNode.app.context.repositories.shares, 'findLiveByAuthor', () => {
        noteEnd()
        return sharing
      })
      leaving = otherTab.call(disjoin, { targetHubNo: hubNo })
      await membershipEnded
    })
    const sharing = author.request(shareNote, { hubNo, noteNo })
    expect(await sharing).toMatchObject({ status: 404 })
    await race
    await leaving
    await catchUpLeaver(leaversTab)

    expect(noteTitlesOn(leaversTab, hubNo)).toEqual(['남는 노트'])
    expect(unreadCountOn(leaversTab, hubNo)).toBe(1)
  })
})
