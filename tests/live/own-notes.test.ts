import { expect, test } from 'vitest'
import { decodeText, encodeText } from '#protocol/encoding.ts'
import { getHistory, getVersion } from '#protocol/noteHistory.ts'
import { deleteNote, getNote, moveNotes, pinNote, updateNote } from '#protocol/notes.ts'
import { shareNote } from '#protocol/shares.ts'
import { createTopic } from '#protocol/topics.ts'
import { createCatchUp } from '#tests/support/catchUp.ts'
import { openTwoNodes } from '#tests/support/node.ts'
import type { TestSocket } from '#tests/support/testSocket.ts'
import { makeHub, newUser, signInUser, writeNote } from '#tests/support/users.ts'

/**
 * What an author does to a note on one device is published to their other devices at any node, and to nobody else.
 */
const { firstNode, secondNode } = await openTwoNodes()

const countSaves = (tab: TestSocket) => tab.received.filter(({ name }) => name === 'note:saved').length

test('an author receives at both nodes that a note was saved, pinned and deleted, and its readers do not', async () => {
  const author = await newUser(firstNode.url)
  const otherSession = await signInUser(secondNode.url, author.email)
  const reader = await newUser(secondNode.url)
  const hubNo = await makeHub(author, reader, await newUser(firstNode.url))
  const catchUp = await createCatchUp(author, reader)
  const noteNo = await writeNote(author, '장보기', '우유')
  await author.call(shareNote, { hubNo, noteNo })
  const tabs = [await author.openSocket(), await otherSession.openSocket()]
  const readers = await reader.openSocket()

  await author.call(updateNote, { noteNo, title: '장보기', text: encodeText('우유, 빵') })
  const { version } = await author.call(getNote, { noteNo })
  for (const tab of tabs)
    expect(await tab.waitForEvent('note:saved')).toEqual({ noteNo, noteVersion: version })
  for (const [pins, isPinned] of [true, false].entries()) {
    await author.call(pinNote, { noteNo, isPinned })
    for (const tab of tabs) await tab.waitForEvent('note:saved', () => countSaves(tab) === 2 + pins)
  }
  await otherSession.call(deleteNote, { noteNo })
  for (const tab of tabs) expect(await tab.waitForEvent('note:deleted')).toEqual({ noteNo })

  await catchUp(readers)
  const published = readers.received.map(({ name }) => name)
  expect(published).toContain('note:withdrawn')
  expect(published).not.toContain('note:saved')
  expect(published).not.toContain('note:deleted')
})

/** A node bases a save on its cached copy of the note. */
test('a concurrent save at the other node is preserved, or is a conflict', async () => {
  const author = await newUser(firstNode.url)
  const otherSession = await signInUser(secondNode.url, author.email)
  const noteNo = await writeNote(author, '회의록', '가')
  const write = (text: string) => ({ noteNo, title: '회의록', text: encodeText(text) })
  expect(await author.call(updateNote, write('가나'))).toMatchObject({ version: 2 })
  expect(await otherSession.call(updateNote, write('저기서'))).toMatchObject({ version: 3 })
  expect(await author.call(updateNote, { ...write('여기서'), version: 2 })).toMatchObject({
    conflict: true,
    text: encodeText('저기서'),
    version: 3,
  })
  expect(await author.call(updateNote, write('여기서'))).toMatchObject({ version: 4 })
  expect(await otherSession.call(updateNote, write('다시 저기서'))).toMatchObject({ version: 5 })

  const { versions } = await author.call(getHistory, { noteNo })
  const texts = await Promise.all(versions.map(({ version }) => author.call(getVersion, { noteNo, version })))
  expect(texts.map(({ text }) => decodeText(text))).toEqual(['다시 저기서', '여기서', '저기서', '가나'])
})

test('of concurrent saves none mistakes the other node’s save for its predecessor', async () => {
  const author = await newUser(firstNode.url)
  const otherSession = await signInUser(secondNode.url, author.email)
  const noteNo = await writeNote(author, '회의록', '가')
  const write = (text: string) => ({ noteNo, title: '회의록', text: encodeText(text) })
  await author.call(updateNote, write('가나'))
  await otherSession.call(updateNote, write('저기서'))
  await Promise.all(['여기서', '여기서도'].map(text => author.call(updateNote, write(text))))
  const { versions } = await author.call(getHistory, { noteNo })
  const texts = await Promise.all(versions.map(({ version }) => author.call(getVersion, { noteNo, version })))
  expect(texts.map(({ text }) => decodeText(text))).toContain('저기서')
})

test('a note that was shared and moved at the other node is published to its readers as it is', async () => {
  const author = await newUser(firstNode.url)
  const otherSession = await signInUser(secondNode.url, author.email)
  const reader = await newUser(secondNode.url)
  const hubNo = await makeHub(author, reader)
  const noteNo = await writeNote(author, '장보기', '우유')
  const save = (text: string) => author.call(updateNote, { noteNo, title: '장보기', text: encodeText(text) })
  const readers = await reader.openSocket()

  await save('우유, 빵')
  await otherSession.call(shareNote, { hubNo, noteNo })
  await readers.waitForEvent('note:shared')
  const publishedWith = (words: string, topic: string) =>
    readers.waitForEvent(
      'note:changed',
      ({ excerpt, subjectTitle }) => excerpt === words && subjectTitle === topic,
    )
  await save('우유, 빵, 달걀')
  expect(await publishedWith('우유, 빵, 달걀', '주제')).toMatchObject({ noteNo, noteVersion: 3 })

  const { subjects } = await otherSession.call(createTopic, { title: '살림' })
  const topicNo = subjects.find(({ title }) => title === '살림')?.subjectNo ?? 0
  await otherSession.call(moveNotes, { noteNosJSON: JSON.stringify([noteNo]), topicNo })
  await publishedWith('우유, 빵, 달걀', '살림')
  await save('사과')
  expect(await publishedWith('사과', '살림')).toMatchObject({ noteNo, noteVersion: 4 })
})
