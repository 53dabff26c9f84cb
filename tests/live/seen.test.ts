import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { markCommentsRead } from '#protocol/comments.ts'
import { getUnread, markAsRead } from '#protocol/hubs.ts'
import { getNote } from '#protocol/notes.ts'
import { markSeen } from '#protocol/seen.ts'
import { shareNote, unshareNote } from '#protocol/shares.ts'
import { createCatchUp, unreadCountOn } from '#tests/support/catchUp.ts'
import { killBefore, runBefore } from '#tests/support/interleave.ts'
import { startTwoNodes } from '#tests/support/node.ts'
import {
  comment,
  makeHub,
  newUser,
  shareNewNote,
  signInUser,
  type TestUser,
  writeNote,
} from '#tests/support/users.ts'

/**
 * A share that a reader sees is no longer unread in all their tabs at both nodes, and stays unread for other members.
 */
describe('shares on screen', () => {
  let nodes: Awaited<ReturnType<typeof startTwoNodes>>
  let author: TestUser
  let reader: TestUser
  let other: TestUser
  let hubNo: number

  beforeAll(async () => {
    nodes = await startTwoNodes()
  })
  afterAll(() => nodes.stop())
  beforeEach(async () => {
    author = await newUser(nodes.firstNode.url)
    reader = await newUser(nodes.secondNode.url)
    other = await newUser(nodes.firstNode.url)
    hubNo = await makeHub(author, reader, other)
  })

  const see = (user: TestUser, ...seqs: number[]) =>
    user.call(markSeen, { hubNo, seqsJSON: JSON.stringify(seqs) })
  const unread = async (user: TestUser) => (await user.call(getUnread, {})).total

  test('the reader’s other tabs receive seen shares, also at the other node, and nobody else does', async () => {
    for (let index = 0; index < 3; index += 1) await shareNewNote(author, hubNo)
    const catchUp = await createCatchUp(author, other)
    const [tab, othersTab, authorsTab] = [
      await reader.openSocket(nodes.firstNode.url),
      await other.openSocket(),
      await author.openSocket(),
    ]
    const { revision } = await see(reader, 2)
    expect(await tab.waitForEvent('unread:changed')).toEqual({
      hubNo,
      numUnreadArticles: 2,
      isMuted: false,
      revision,
      readSeq: 0,
      seen: [{ from: 2, to: 2 }],
    })
    await catchUp(othersTab, authorsTab)
    for (const received of [othersTab, authorsTab])
      expect(received.received.filter(({ name }) => name === 'unread:changed')).toEqual([])
    for (const open of [tab, othersTab, authorsTab]) open.close()
  })

  test('concurrent seen updates at both nodes are both stored', async () => {
    for (let index = 0; index < 4; index += 1) await shareNewNote(author, hubNo)
    const otherSession = await signInUser(nodes.firstNode.url, reader.email)
    await Promise.all([see(reader, 1), see(otherSession, 3), see(other, 2, 4), see(reader, 4)])
    expect(await unread(reader)).toBe(1)
    expect(await unread(other)).toBe(2)
  })

  test('a share that is counted while a seen update is applied stays unread', async () => {
    await shareNewNote(author, hubNo)
    const noteNo = await writeNote(author)
    const tab = await reader.openSocket()
    const race = runBefore(nodes.secondNode.app.context.repositories.hubs, 'saveSeen', () =>
      author.call(shareNote, { hubNo, noteNo }),
    )
    expect(await see(reader, 1)).toMatchObject({ numUnreadArticles: 1, readSeq: 1 })
    await race
    await tab.waitForEvent('unread:changed', published => published.readSeq === 1)
    expect(unreadCountOn(tab, hubNo)).toBe(1)
    tab.close()
  })

  test('if a node dies before an opening marks the share as seen, the next opening at another node does', async () => {
    const noteNo = await shareNewNote(author, hubNo)
    killBefore(nodes.secondNode.app.context.repositories.shares, 'findLiveByNote')
    await reader.call(getNote, { noteNo })
    await nodes.secondNode.app.context.backgroundTasks.onIdle()
    expect(await unread(reader)).toBe(1)
    await (await signInUser(nodes.firstNode.url, reader.email)).call(getNote, { noteNo })
    await nodes.firstNode.app.context.backgroundTasks.onIdle()
    expect(await unread(reader)).toBe(0)
  })
})

/**
 * Opening a note at one node clears its mark in the reader’s other tabs and updates the author’s count at the other.
 */
describe('opened notes', () => {
  let nodes: Awaited<ReturnType<typeof startTwoNodes>>

  beforeAll(async () => {
    nodes = await startTwoNodes()
  })
  afterAll(() => nodes.stop())

  async function sharedNote() {
    const author = await newUser(nodes.firstNode.url)
    const reader = await newUser(nodes.secondNode.url)
    const other = await newUser(nodes.secondNode.url)
    const hubNo = await makeHub(author, reader, other)
    return { author, reader, other, hubNo, noteNo: await shareNewNote(author, hubNo) }
  }

  test('the reader’s tabs and the author receive the first opening of their own notes only', async () => {
    const { author, reader, other, noteNo } = await sharedNote()
    const catchUp = await createCatchUp(author, other)
    const [authorsTab, readersTab, othersTab] = [
      await author.openSocket(),
      await reader.openSocket(nodes.firstNode.url),
      await other.openSocket(),
    ]
    await reader.call(getNote, { noteNo })
    await reader.call(getNote, { noteNo })
    await author.call(getNote, { noteNo })

    expect(await readersTab.waitForEvent('note:opened')).toEqual({ noteNo })
    expect(await authorsTab.waitForEvent('note:read')).toEqual({ noteNo })
    await catchUp(authorsTab, othersTab)
    const published = (tab: typeof authorsTab) =>
      tab.received.filter(({ name }) => /^note:(opened|read)$/.test(name))
    expect(published(authorsTab)).toHaveLength(1)
    expect(published(readersTab)).toHaveLength(1)
    expect(published(othersTab)).toEqual([])
    for (const tab of [authorsTab, readersTab, othersTab]) tab.close()
  })

  test('sharing a note again does not raise the number of users who had already opened it', async () => {
    const { author, reader, other, hubNo, noteNo } = await sharedNote()
    await reader.call(getNote, { noteNo })
    for (const user of [reader, other]) await user.call(markAsRead, { hubNo })
    const catchUp = await createCatchUp(author, reader)
    const [readersTab, othersTab] = [await reader.openSocket(), await other.openSocket()]
    await author.call(unshareNote, { hubNo, noteNo })
    await author.call(shareNote, { hubNo, noteNo })

    await othersTab.waitForEvent(
      'note:shared',
      published => published.hubNo === hubNo && published.unread?.numUnreadArticles === 1,
    )
    expect(await readersTab.waitForEvent('note:opened')).toEqual({ noteNo })
    await catchUp(readersTab)
    expect(unreadCountOn(readersTab, hubNo)).toBe(0)
    expect(othersTab.received.map(({ name }) => name)).not.toContain('note:opened')
    readersTab.close()
    othersTab.close()
  })

  test('reading a thread is published to the reader’s other tabs at the other node, and to nobody else', async () => {
    const { author, reader, other, hubNo, noteNo } = await sharedNote()
    const commentNo = await comment(author, { hubNo, noteNo })
    const catchUp = await createCatchUp(author, other)
    const tabs = [
      await author.openSocket(),
      await reader.openSocket(nodes.firstNode.url),
      await other.openSocket(),
    ] as const
    const [authorsTab, readersTab, othersTab] = tabs
    await reader.call(markCommentsRead, { hubNo, noteNo, commentNo })
    expect(await readersTab.waitForEvent('comments:read')).toEqual({ hubNo, noteNo, commentNo })
    await catchUp(authorsTab, othersTab)
    for (const { received } of [authorsTab, othersTab])
      expect(received.map(({ name }) => name)).not.toContain('comments:read')
    for (const tab of tabs) tab.close()
  })
})
