import { afterAll, beforeAll, expect, test } from 'vitest'
import { decodeText, encodeText } from '#protocol/encoding.ts'
import { getHistory, getVersion } from '#protocol/noteHistory.ts'
import { deleteNote, getNote, moveNotes, pinNote, updateNote } from '#protocol/notes.ts'
import { shareNote } from '#protocol/shares.ts'
import { createTopic } from '#protocol/topics.ts'
import { catchUpWith } from '#tests/support/catchUp.ts'
import { makeHub, newPerson, signedIn, writeNote } from '#tests/support/person.ts'
import { startTwoNodes } from '#tests/support/twoNodes.ts'

/** What an author does to a note on one device, their others hear, wherever they are; and nobody else. */
let nodes: Awaited<ReturnType<typeof startTwoNodes>>

beforeAll(async () => {
  nodes = await startTwoNodes()
})
afterAll(() => nodes.stop())

test('an author hears at both nodes that a note was saved and deleted, and who may read it does not', async () => {
  const author = await newPerson(nodes.here.url)
  const elsewhere = await signedIn(nodes.there.url, author.email)
  const reader = await newPerson(nodes.there.url)
  const hubNo = await makeHub(author, reader, await newPerson(nodes.here.url))
  const catchUp = await catchUpWith(author, reader)
  const noteNo = await writeNote(author, '장보기', '우유')
  await author.does(shareNote, { hubNo, noteNo })
  const tabs = [await author.listens(), await elsewhere.listens()]
  const readers = await reader.listens()

  await author.does(updateNote, { noteNo, title: '장보기', text: encodeText('우유, 빵') })
  const { version } = await author.does(getNote, { noteNo })
  for (const tab of tabs) expect(await tab.receives('note:saved')).toEqual({ noteNo, noteVersion: version })
  await elsewhere.does(deleteNote, { noteNo })
  for (const tab of tabs) expect(await tab.receives('note:deleted')).toEqual({ noteNo })

  await catchUp(readers)
  const told = readers.received.map(({ name }) => name)
  expect(told).toContain('note:withdrawn')
  expect(told).not.toContain('note:saved')
  expect(told).not.toContain('note:deleted')
  for (const tab of [...tabs, readers]) tab.close()
})

test('an author hears at both nodes that a note was pinned, and nobody else does', async () => {
  const author = await newPerson(nodes.here.url)
  const elsewhere = await signedIn(nodes.there.url, author.email)
  const reader = await newPerson(nodes.there.url)
  const hubNo = await makeHub(author, reader, await newPerson(nodes.here.url))
  const noteNo = await writeNote(author, '장보기', '우유')
  await author.does(shareNote, { hubNo, noteNo })
  const catchUp = await catchUpWith(author, reader)
  const tabs = [await author.listens(), await elsewhere.listens()]
  const readers = await reader.listens()
  for (const isPinned of [true, false]) {
    await author.does(pinNote, { noteNo, isPinned })
    for (const tab of tabs) expect(await tab.receives('note:saved')).toEqual({ noteNo, noteVersion: 1 })
  }
  await catchUp(readers)
  expect(readers.received.map(({ name }) => name)).not.toContain('note:saved')
  for (const tab of [...tabs, readers]) tab.close()
})

/** A node builds a save on what it knows of the note. */
test('what was saved at the other node meanwhile is kept, or is a conflict', async () => {
  const here = await newPerson(nodes.here.url)
  const there = await signedIn(nodes.there.url, here.email)
  const noteNo = await writeNote(here, '회의록', '가')
  const write = (text: string) => ({ noteNo, title: '회의록', text: encodeText(text) })
  expect(await here.does(updateNote, write('가나'))).toMatchObject({ version: 2 })
  expect(await there.does(updateNote, write('저기서'))).toMatchObject({ version: 3 })
  expect(await here.does(updateNote, { ...write('여기서'), version: 2 })).toMatchObject({
    conflict: true,
    text: encodeText('저기서'),
    version: 3,
  })
  expect(await here.does(updateNote, write('여기서'))).toMatchObject({ version: 4 })
  expect(await there.does(updateNote, write('다시 저기서'))).toMatchObject({ version: 5 })

  const { versions } = await here.does(getHistory, { noteNo })
  const texts = await Promise.all(versions.map(({ version }) => here.does(getVersion, { noteNo, version })))
  expect(texts.map(({ text }) => decodeText(text))).toEqual(['다시 저기서', '여기서', '저기서', '가나'])
})

test('of saves of the same moment none takes what the other node saved for the one before it', async () => {
  const here = await newPerson(nodes.here.url)
  const there = await signedIn(nodes.there.url, here.email)
  const noteNo = await writeNote(here, '회의록', '가')
  const write = (text: string) => ({ noteNo, title: '회의록', text: encodeText(text) })
  await here.does(updateNote, write('가나'))
  await there.does(updateNote, write('저기서'))
  await Promise.all(['여기서', '여기서도'].map(text => here.does(updateNote, write(text))))
  const { versions } = await here.does(getHistory, { noteNo })
  const texts = await Promise.all(versions.map(({ version }) => here.does(getVersion, { noteNo, version })))
  expect(texts.map(({ text }) => decodeText(text))).toContain('저기서')
})

test('a note that was shared and moved at the other node is told to its readers as it is', async () => {
  const here = await newPerson(nodes.here.url)
  const there = await signedIn(nodes.there.url, here.email)
  const reader = await newPerson(nodes.there.url)
  const hubNo = await makeHub(here, reader)
  const noteNo = await writeNote(here, '장보기', '우유')
  const save = (text: string) => here.does(updateNote, { noteNo, title: '장보기', text: encodeText(text) })
  const readers = await reader.listens()

  await save('우유, 빵')
  await there.does(shareNote, { hubNo, noteNo })
  await readers.receives('note:shared')
  const toldWith = (words: string, topic: string) =>
    readers.receives(
      'note:changed',
      ({ excerpt, subjectTitle }) => excerpt === words && subjectTitle === topic,
    )
  await save('우유, 빵, 달걀')
  expect(await toldWith('우유, 빵, 달걀', '주제')).toMatchObject({ noteNo, noteVersion: 3 })

  const { subjects } = await there.does(createTopic, { title: '살림' })
  const topicNo = subjects.find(({ title }) => title === '살림')?.subjectNo ?? 0
  await there.does(moveNotes, { noteNosJSON: JSON.stringify([noteNo]), topicNo })
  await toldWith('우유, 빵, 달걀', '살림')
  await save('사과')
  expect(await toldWith('사과', '살림')).toMatchObject({ noteNo, noteVersion: 4 })
  readers.close()
})
