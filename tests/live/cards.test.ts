import { afterAll, beforeAll, expect, test } from 'vitest'
import { deleteComment } from '#protocol/comments.ts'
import { getSharedNotes } from '#protocol/discussion.ts'
import { disjoin } from '#protocol/hubs.ts'
import { getNote, updateNote } from '#protocol/notes.ts'
import { shareNote } from '#protocol/shares.ts'
import { runBefore } from '#tests/support/interleave.ts'
import { startTwoNodes } from '#tests/support/node.ts'
import { comment, makeHub, newUser, shareNewNote, type TestUser, writeNote } from '#tests/support/users.ts'

/** Changes on the cards of a hub are published at both nodes, to its members only. */
let nodes: Awaited<ReturnType<typeof startTwoNodes>>
beforeAll(async () => {
  nodes = await startTwoNodes()
})
afterAll(() => nodes.stop())

async function room() {
  const author = await newUser(nodes.firstNode.url)
  const reader = await newUser(nodes.secondNode.url)
  const other = await newUser(nodes.secondNode.url)
  const hubNo = await makeHub(author, reader, other)
  return { author, reader, other, hubNo, noteNo: await shareNewNote(author, hubNo) }
}
const readersOf = async (user: TestUser, hubNo: number) =>
  (await user.call(getSharedNotes, { selectedHubNo: hubNo })).notes.map(({ readerNos }) => readerNos)

test('opening a note is published at both nodes with all users who have opened the note, also after its share was seen', async () => {
  const { author, reader, other, hubNo, noteNo } = await room()
  const tabs = [await author.openSocket(), await other.openSocket()]
  await reader.call(getNote, { noteNo })
  for (const tab of tabs)
    expect(await tab.waitForEvent('readers:changed', published => published.hubNo === hubNo)).toMatchObject({
      readings: [{ noteNo, readerNos: [reader.userNo] }],
    })
  await other.call(getNote, { noteNo })
  for (const tab of tabs) {
    const published = await tab.waitForEvent(
      'readers:changed',
      ({ readings }) => readings[0]?.readerNos.length === 2,
    )
    expect(published.readings[0]?.readerNos.toSorted()).toEqual([reader.userNo, other.userNo])
    tab.close()
  }
})

test('a user who left receives no openings, and a hub does not receive the readers of another hub', async () => {
  const { author, reader, other, hubNo, noteNo } = await room()
  const pair = await makeHub(author, other)
  await author.call(shareNote, { hubNo: pair, noteNo })
  await other.call(disjoin, { targetHubNo: hubNo })
  const [authorsTab, othersTab] = [await author.openSocket(), await other.openSocket()]
  await reader.call(getNote, { noteNo })
  await authorsTab.waitForEvent('readers:changed', published => published.hubNo === hubNo)
  const said = await shareNewNote(author, pair)
  await othersTab.waitForEvent('note:shared', ({ note }) => note.noteNo === said)
  expect(othersTab.received.filter(({ name }) => name === 'readers:changed')).toEqual([])
  expect(await readersOf(other, pair)).toEqual([[], []])
  for (const tab of [authorsTab, othersTab]) tab.close()
})

test('a note that is opened at the other node while it is being shared shows its reader', async () => {
  const { author, reader, hubNo } = await room()
  const otherHubNo = await makeHub(author, reader)
  const noteNo = await writeNote(author)
  await author.call(shareNote, { hubNo: otherHubNo, noteNo })
  const tab = await author.openSocket()
  const opened = runBefore(nodes.firstNode.app.context.repositories.createShare, 'save', async () => {
    await reader.call(getNote, { noteNo })
    await nodes.secondNode.app.context.backgroundTasks.onIdle()
  })
  await author.call(shareNote, { hubNo, noteNo })
  await opened
  expect(await tab.waitForEvent('readers:changed', published => published.hubNo === hubNo)).toMatchObject({
    readings: [{ noteNo, readerNos: [reader.userNo] }],
  })
  tab.close()
})

test('a text change publishes the new excerpt, and the deletion of a comment publishes the newest remaining one', async () => {
  const { author, reader, other, hubNo, noteNo } = await room()
  const tab = await other.openSocket()
  await author.call(updateNote, { noteNo, title: '제목', text: '**새** 글' })
  expect(await tab.waitForEvent('note:changed')).toMatchObject({ hubNo, excerpt: '새 글' })
  const first = await comment(reader, { hubNo, noteNo }, '먼저')
  const second = await comment(author, { hubNo, noteNo }, '다음')
  await author.call(deleteComment, { commentNo: second })
  expect(await tab.waitForEvent('comment:deleted')).toMatchObject({
    last: { commentNo: first, writerNo: reader.userNo, line: '먼저' },
  })
  await reader.call(deleteComment, { commentNo: first })
  expect(await tab.waitForEvent('comment:deleted', ({ commentNo }) => commentNo === first)).toMatchObject({
    last: null,
  })
  tab.close()
})
