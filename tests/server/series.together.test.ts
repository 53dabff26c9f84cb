import { expect, test } from 'vitest'
import { blockPerson } from '#protocol/blocking.ts'
import { openDocument } from '#protocol/documents.ts'
import { decodeText, encodeText } from '#protocol/encoding.ts'
import { getHistory } from '#protocol/noteHistory.ts'
import { deleteNote, getNote, updateNote } from '#protocol/notes.ts'
import { noteText } from '#protocol/noteText.ts'
import { passageAt } from '#protocol/passageAnchor.ts'
import { getPassages, highlightPassage } from '#protocol/passages.ts'
import { getSeries } from '#protocol/series.ts'
import { wholeText } from '#protocol/seriesText.ts'
import { setSharedWriting, shareNote, unshareNote } from '#protocol/shares.ts'
import { editTo, openDocument as openInTab } from '#tests/support/documents.ts'
import { runBefore } from '#tests/support/interleave.ts'
import { openNodes } from '#tests/support/node.ts'
import { textsOf, writeSeries } from '#tests/support/series.ts'
import { makeHub, newUsers, type TestUser } from '#tests/support/users.ts'

const [node] = await openNodes({})
const [author, friend, stranger] = await newUsers(node.url, node.url, node.url)
const hubNo = await makeHub(author, friend)

const open = async (user: TestUser, noteNo: number) =>
  (await user.request(openDocument, { subject: { noteNo } })).status

test('members write every part while they may write the first one, and not longer', async () => {
  const [noteNo, second = 0, third = 0] = await writeSeries(author, ['하나', '둘', '셋'])
  expect(await open(friend, second)).toBe(404)
  await author.call(shareNote, { hubNo, noteNo })
  expect(await open(friend, second)).toBe(403)
  await author.call(setSharedWriting, { hubNo, noteNo, isOn: true })
  expect(await friend.call(getNote, { noteNo: second })).toMatchObject({ canWrite: true })
  expect([await open(friend, second), await open(stranger, second)]).toEqual([200, 404])
  const { documents } = node.app.context.repositories
  const writers = async () => (await documents.findByNote(second)).document?.writers ?? []
  expect(await writers()).toEqual([friend.userNo])
  await author.call(setSharedWriting, { hubNo, noteNo, isOn: false })
  expect(await writers()).toEqual([])
  expect(await open(friend, second)).toBe(403)
  await author.call(setSharedWriting, { hubNo, noteNo, isOn: true })
  expect(await open(friend, third)).toBe(200)
  await author.call(unshareNote, { hubNo, noteNo })
  expect((await documents.findByNote(third)).document?.writers ?? []).toEqual([])
  expect(await open(friend, third)).toBe(404)
  expect((await author.call(openDocument, { subject: { noteNo: third } })).document.note?.topicNo).toBe(
    (await author.call(getNote, { noteNo })).subjectNo,
  )
})

test('a blocked member does not write a later part', async () => {
  const [other] = await newUsers(node.url)
  const room = await makeHub(author, other)
  const [noteNo, second = 0] = await writeSeries(author, ['하나', '둘'])
  await author.call(shareNote, { hubNo: room, noteNo })
  await author.call(setSharedWriting, { hubNo: room, noteNo, isOn: true })
  expect(await open(other, second)).toBe(200)
  await author.call(blockPerson, { userNo: other.userNo })
  expect(await open(other, second)).not.toBe(200)
})

test('nobody else writes a later part once it is deleted alone', async () => {
  const [noteNo, second = 0, third = 0] = await writeSeries(author, ['하나', '둘', '셋'])
  await author.call(shareNote, { hubNo, noteNo })
  await author.call(setSharedWriting, { hubNo, noteNo, isOn: true })
  const tab = await friend.openSocket()
  const opened = await openInTab(tab, { noteNo: second })
  await openInTab(tab, { noteNo: third })
  await author.call(deleteNote, { noteNo: second })
  const { documentId } = await tab.waitForEvent('document:ended')
  expect(documentId).toBe(opened.documentId)
  await expect(editTo(tab, opened, { text: '지운 뒤에 쓴 글' })).rejects.toThrow('notFound')
  const { documents } = node.app.context.repositories
  expect((await documents.findByNote(third)).document?.writers).toEqual([friend.userNo])
})

test('a later part that is deleted while a member opens it is not opened', async () => {
  const [noteNo, second = 0] = await writeSeries(author, ['하나', '둘'])
  await author.call(shareNote, { hubNo, noteNo })
  await author.call(setSharedWriting, { hubNo, noteNo, isOn: true })
  const { documents } = node.app.context.repositories
  const deletion = runBefore(documents, 'addWriter', () => author.call(deleteNote, { noteNo: second }))
  expect(await open(friend, second)).toBe(404)
  await deletion
  expect((await documents.findByNote(second)).document?.writers ?? []).toEqual([])
})

test('only the author sees the history of a part', async () => {
  const [noteNo, second = 0] = await writeSeries(author, ['하나', '둘'])
  await author.call(shareNote, { hubNo, noteNo })
  const text = encodeText('둘을 고침')
  await author.call(updateNote, { noteNo: second, title: '제목', text, keepEarlier: true })
  const { versions } = await author.call(getHistory, { noteNo: second })
  expect(versions.map(version => decodeText(version.text))).toEqual(['둘을 고침', '둘'])
  expect((await friend.request(getHistory, { noteNo: second })).status).toBe(403)
  expect((await stranger.request(getHistory, { noteNo: second })).status).toBe(404)
})

async function passageOf(reader: TestUser, noteNo: number, words: string | RegExp) {
  const { parts } = await reader.call(getSeries, { noteNo })
  const whole = noteText(wholeText(parts.map(({ text }) => ({ text: decodeText(text) }))))
  const found = whole.match(words)
  const [start, exact] = [found?.index ?? 0, found?.[0] ?? '']
  const passage = passageAt(whole, start, start + exact.length, parts[0]?.version)
  if (passage === null) throw new Error('no passage')
  return passage
}

test('a passage is highlighted in the whole text, across parts, and not with words that are not there', async () => {
  const [noteNo, second = 0] = await writeSeries(author, ['첫 편의 말', '둘째 편의 말'])
  await author.call(shareNote, { hubNo, noteNo })
  const passage = await passageOf(friend, noteNo, '둘째 편의')
  const { highlight } = await friend.call(highlightPassage, { hubNo, noteNo, passage })
  expect(highlight.passage).toMatchObject({ exact: '둘째 편의', start: passage.start })
  const again = await friend.call(highlightPassage, { hubNo, noteNo, passage })
  expect(again.highlight.highlightNo).toBe(highlight.highlightNo)
  const across = await passageOf(friend, noteNo, /말\s+둘째/)
  await friend.call(highlightPassage, { hubNo, noteNo, passage: across })
  // The same position of a changed text is another passage, although the version of the first part is the same.
  await author.call(updateNote, { noteNo: second, title: '제목', text: encodeText('셋째 편의 말') })
  expect((await friend.request(highlightPassage, { hubNo, noteNo, passage })).status).toBe(400)
  const changed = await passageOf(friend, noteNo, '셋째 편의')
  expect(changed).toMatchObject({ start: passage.start, noteVersion: passage.noteVersion ?? 0 })
  const later = await friend.call(highlightPassage, { hubNo, noteNo, passage: changed })
  expect(later.highlight.highlightNo).not.toBe(highlight.highlightNo)
  expect((await friend.call(getPassages, { hubNo, noteNo })).highlights).toHaveLength(3)
  expect((await friend.request(highlightPassage, { hubNo, noteNo: second, passage: changed })).status).toBe(
    404,
  )
  expect(await textsOf(friend, noteNo)).toEqual(['첫 편의 말', '셋째 편의 말'])
})
