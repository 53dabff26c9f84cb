import { afterAll, beforeAll, expect, test } from 'vitest'
import { deleteComment } from '#protocol/comments.ts'
import { getSharedNotes } from '#protocol/discussion.ts'
import { disjoin } from '#protocol/hubs.ts'
import { getNote, updateNote } from '#protocol/notes.ts'
import { shareNote } from '#protocol/shares.ts'
import { runBefore } from '#tests/support/interleave.ts'
import { comment, makeHub, newPerson, type Person, shareNewNote, writeNote } from '#tests/support/person.ts'
import { startTwoNodes } from '#tests/support/twoNodes.ts'

/** What changes on the cards of a hub is told at both nodes, to its members alone. */
let nodes: Awaited<ReturnType<typeof startTwoNodes>>
beforeAll(async () => {
  nodes = await startTwoNodes()
})
afterAll(() => nodes.stop())

async function room() {
  const author = await newPerson(nodes.here.url)
  const reader = await newPerson(nodes.there.url)
  const other = await newPerson(nodes.there.url)
  const hubNo = await makeHub(author, reader, other)
  return { author, reader, other, hubNo, noteNo: await shareNewNote(author, hubNo) }
}
const readersOf = async (person: Person, hubNo: number) =>
  (await person.does(getSharedNotes, { selectedHubNo: hubNo })).notes.map(({ readerNos }) => readerNos)

test('an opening is told at both nodes with all who have opened the note, also where it was seen before', async () => {
  const { author, reader, other, hubNo, noteNo } = await room()
  const tabs = [await author.listens(), await other.listens()]
  await reader.does(getNote, { noteNo })
  for (const tab of tabs)
    expect(await tab.receives('readers:changed', told => told.hubNo === hubNo)).toMatchObject({
      readings: [{ noteNo, readerNos: [reader.userNo] }],
    })
  await other.does(getNote, { noteNo })
  for (const tab of tabs) {
    const told = await tab.receives('readers:changed', ({ readings }) => readings[0]?.readerNos.length === 2)
    expect(told.readings[0]?.readerNos.toSorted()).toEqual([reader.userNo, other.userNo])
    tab.close()
  }
})

test('who left hears of no opening, and no hub of the readers of another', async () => {
  const { author, reader, other, hubNo, noteNo } = await room()
  const pair = await makeHub(author, other)
  await author.does(shareNote, { hubNo: pair, noteNo })
  await other.does(disjoin, { targetHubNo: hubNo })
  const [authorsTab, othersTab] = [await author.listens(), await other.listens()]
  await reader.does(getNote, { noteNo })
  await authorsTab.receives('readers:changed', told => told.hubNo === hubNo)
  const said = await shareNewNote(author, pair)
  await othersTab.receives('note:shared', ({ note }) => note.noteNo === said)
  expect(othersTab.received.filter(({ name }) => name === 'readers:changed')).toEqual([])
  expect(await readersOf(other, pair)).toEqual([[], []])
  for (const tab of [authorsTab, othersTab]) tab.close()
})

test('a note that is opened elsewhere while it is shared shows its reader', async () => {
  const { author, reader, hubNo } = await room()
  const elsewhere = await makeHub(author, reader)
  const noteNo = await writeNote(author)
  await author.does(shareNote, { hubNo: elsewhere, noteNo })
  const tab = await author.listens()
  const opened = runBefore(nodes.here.app.context.stores.sharing, 'save', async () => {
    await reader.does(getNote, { noteNo })
    await nodes.there.app.context.backgroundTasks.settled()
  })
  await author.does(shareNote, { hubNo, noteNo })
  await opened
  expect(await tab.receives('readers:changed', told => told.hubNo === hubNo)).toMatchObject({
    readings: [{ noteNo, readerNos: [reader.userNo] }],
  })
  tab.close()
})

test('a change of the text tells its first words, and the end of a comment what is the newest then', async () => {
  const { author, reader, other, hubNo, noteNo } = await room()
  const tab = await other.listens()
  await author.does(updateNote, { noteNo, title: '제목', text: '**새** 글' })
  expect(await tab.receives('note:changed')).toMatchObject({ hubNo, excerpt: '새 글' })
  const first = await comment(reader, { hubNo, noteNo }, '먼저')
  const second = await comment(author, { hubNo, noteNo }, '다음')
  await author.does(deleteComment, { commentNo: second })
  expect(await tab.receives('comment:deleted')).toMatchObject({
    last: { commentNo: first, writerNo: reader.userNo, line: '먼저' },
  })
  await reader.does(deleteComment, { commentNo: first })
  expect(await tab.receives('comment:deleted', ({ commentNo }) => commentNo === first)).toMatchObject({
    last: null,
  })
  tab.close()
})
