import { afterAll, beforeAll, expect, test } from 'vitest'
import { markCommentsRead } from '#protocol/comments.ts'
import { markAsRead } from '#protocol/hubs.ts'
import { getNote } from '#protocol/notes.ts'
import { shareNote, unshareNote } from '#protocol/shares.ts'
import { catchUpWith, unreadOn } from '#tests/support/catchUp.ts'
import { comment, makeHub, newPerson, shareNewNote } from '#tests/support/person.ts'
import { startTwoNodes } from '#tests/support/twoNodes.ts'

/** Opening a note at one node clears its mark on the reader's other tabs and moves the author's count at the other. */
let nodes: Awaited<ReturnType<typeof startTwoNodes>>

beforeAll(async () => {
  nodes = await startTwoNodes()
})
afterAll(() => nodes.stop())

async function sharedNote() {
  const author = await newPerson(nodes.here.url)
  const reader = await newPerson(nodes.there.url)
  const other = await newPerson(nodes.there.url)
  const hubNo = await makeHub(author, reader, other)
  return { author, reader, other, hubNo, noteNo: await shareNewNote(author, hubNo) }
}

test("the reader's tabs and the author hear of the first opening of their own, and of no other", async () => {
  const { author, reader, other, noteNo } = await sharedNote()
  const catchUp = await catchUpWith(author, other)
  const [authorsTab, readersTab, othersTab] = [
    await author.listens(),
    await reader.listens(nodes.here.url),
    await other.listens(),
  ]
  await reader.does(getNote, { noteNo })
  await reader.does(getNote, { noteNo })
  await author.does(getNote, { noteNo })

  expect(await readersTab.receives('note:opened')).toEqual({ noteNo })
  expect(await authorsTab.receives('note:read')).toEqual({ noteNo })
  await catchUp(authorsTab, othersTab)
  const told = (tab: typeof authorsTab) =>
    tab.received.filter(({ name }) => /^note:(opened|read)$/.test(name))
  expect(told(authorsTab)).toHaveLength(1)
  expect(told(readersTab)).toHaveLength(1)
  expect(told(othersTab)).toEqual([])
  for (const tab of [authorsTab, readersTab, othersTab]) tab.close()
})

test('a note shared again raises no number and is not new for whoever had opened it', async () => {
  const { author, reader, other, hubNo, noteNo } = await sharedNote()
  await reader.does(getNote, { noteNo })
  for (const person of [reader, other]) await person.does(markAsRead, { hubNo })
  const catchUp = await catchUpWith(author, reader)
  const [readersTab, othersTab] = [await reader.listens(), await other.listens()]
  await author.does(unshareNote, { hubNo, noteNo })
  await author.does(shareNote, { hubNo, noteNo })

  await othersTab.receives(
    'note:shared',
    told => told.hubNo === hubNo && told.unread?.numUnreadArticles === 1,
  )
  expect(await readersTab.receives('note:opened')).toEqual({ noteNo })
  await catchUp(readersTab)
  expect(unreadOn(readersTab, hubNo)).toBe(0)
  expect(othersTab.received.map(({ name }) => name)).not.toContain('note:opened')
  readersTab.close()
  othersTab.close()
})

test('who reads a thread is told so on their other tabs, at the other node, and nobody else is', async () => {
  const { author, reader, other, hubNo, noteNo } = await sharedNote()
  const commentNo = await comment(author, { hubNo, noteNo })
  const catchUp = await catchUpWith(author, other)
  const tabs = [await author.listens(), await reader.listens(nodes.here.url), await other.listens()] as const
  const [authorsTab, readersTab, othersTab] = tabs
  await reader.does(markCommentsRead, { hubNo, noteNo, commentNo })
  expect(await readersTab.receives('comments:read')).toEqual({ hubNo, noteNo, commentNo })
  await catchUp(authorsTab, othersTab)
  for (const { received } of [authorsTab, othersTab])
    expect(received.map(({ name }) => name)).not.toContain('comments:read')
  for (const tab of tabs) tab.close()
})
