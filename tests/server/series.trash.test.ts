import { expect, test } from 'vitest'
import { openDocument } from '#protocol/documents.ts'
import { decodeText, encodeText } from '#protocol/encoding.ts'
import { SERIES_PARTS_MAX, TRASH_KEPT_MS } from '#protocol/limits.ts'
import { deleteNote, deleteNotes, getNote, getNotes, updateNote } from '#protocol/notes.ts'
import { continueNote } from '#protocol/series.ts'
import { deleteTopic } from '#protocol/topics.ts'
import { getTrash, purgeTrash, readTrash, restoreTopic, restoreTrash } from '#protocol/trash.ts'
import { cleanUpTrash } from '#server/features/trash/trash.service.ts'
import { contentOf } from '#tests/support/documents.ts'
import { openNodes } from '#tests/support/node.ts'
import { continueWith, textsOf, writeSeries } from '#tests/support/series.ts'
import { newUser, type TestUser, topicOf } from '#tests/support/users.ts'

let now = Date.now()
const [node] = await openNodes({ clock: () => new Date(now) })
const newAuthor = () => newUser(node.url)

const trashOf = async (author: TestUser) => (await author.call(getTrash, {})).notes
const restore = (author: TestUser, ...noteNos: number[]) =>
  author.call(restoreTrash, { noteNosJSON: JSON.stringify(noteNos) })
const statusOf = async (author: TestUser, noteNo: number) =>
  (await author.request(getNote, { noteNo })).status

test('a deleted series is one entry of the trash, which is read and restored as a whole', async () => {
  const author = await newAuthor()
  const [head, second = 0, third = 0] = await writeSeries(author, ['하나', '둘', '셋'])
  const topicNo = await topicOf(author, head)
  await author.call(deleteNote, { noteNo: head })
  expect(await trashOf(author)).toMatchObject([{ noteNo: head, partCount: 3, length: 4, topicNo }])
  const { text, partCount } = await author.call(readTrash, { noteNo: head })
  expect({ text: decodeText(text), partCount }).toEqual({ text: '하나\n\n둘\n\n셋', partCount: 3 })
  for (const noteNo of [head, second, third]) expect(await statusOf(author, noteNo)).toBe(404)
  expect((await author.request(readTrash, { noteNo: second })).status).toBe(404)
  expect((await restore(author, head)).notes).toMatchObject([{ noteNo: head, topicNo }])
  expect(await textsOf(author, second)).toEqual(['하나', '둘', '셋'])
  expect(await trashOf(author)).toEqual([])
  expect((await author.call(getNotes, { topicNo })).noteCount).toBe(1)
})

test('a later part that is deleted alone returns to its place', async () => {
  const author = await newAuthor()
  const [head, second = 0, third = 0] = await writeSeries(author, ['하나', '둘', '셋'])
  await author.call(deleteNote, { noteNo: second })
  expect(await textsOf(author, head)).toEqual(['하나', '셋'])
  expect(await trashOf(author)).toMatchObject([{ noteNo: second, subjectTitle: '주제', isPart: true }])
  const { notes } = await restore(author, second)
  expect(notes).toMatchObject([{ noteNo: second, topicNo: await topicOf(author, head) }])
  expect(await textsOf(author, third)).toEqual(['하나', '둘', '셋'])
})

test('a part that returns to a series with another title has that title in its editor', async () => {
  const author = await newAuthor()
  const [head, second = 0] = await writeSeries(author, ['하나', '둘'], '사계절')
  const contentOfPart = async () =>
    contentOf((await author.call(openDocument, { subject: { noteNo: second } })).document)
  expect(await contentOfPart()).toEqual({ title: '사계절', text: '둘' })
  await author.call(deleteNote, { noteNo: second })
  await author.call(updateNote, { noteNo: head, title: '네 계절', text: encodeText('하나') })
  await restore(author, second)
  expect(await contentOfPart()).toEqual({ title: '네 계절', text: '둘' })
})

test('a series whose other parts are gone is a note that stands alone', async () => {
  const author = await newAuthor()
  const [head, second = 0] = await writeSeries(author, ['하나', '둘'])
  await author.call(deleteNote, { noteNo: second })
  const { series } = await author.call(getNote, { noteNo: head })
  const { notes } = await author.call(getNotes, { topicNo: await topicOf(author, head) })
  expect({ series, partCount: notes[0]?.partCount }).toEqual({ series: undefined, partCount: undefined })
})

test('a part that is deleted alone stays an entry of its own when its series is deleted', async () => {
  const author = await newAuthor()
  const [head, second = 0] = await writeSeries(author, ['하나', '둘', '셋'])
  await author.call(deleteNote, { noteNo: second })
  await author.call(deleteNote, { noteNo: head })
  expect((await trashOf(author)).map(({ noteNo }) => noteNo).toSorted()).toEqual([head, second].toSorted())
  // Without its series it is an ordinary note.
  const { notes } = await restore(author, second)
  const alone = await author.call(getNote, { noteNo: second })
  expect(alone).toMatchObject({ subjectNo: notes[0]?.topicNo, subjectTitle: '주제', text: encodeText('둘') })
  expect(alone.series).toBeUndefined()
  await restore(author, head)
  expect(await textsOf(author, head)).toEqual(['하나', '셋'])
})

test('a series that is deleted together with one of its parts is one entry', async () => {
  const author = await newAuthor()
  const [head, second = 0] = await writeSeries(author, ['하나', '둘'])
  await author.call(deleteNotes, { noteNosJSON: JSON.stringify([head, second]) })
  expect(await trashOf(author)).toMatchObject([{ noteNo: head, partCount: 2 }])
  await restore(author, head)
  expect(await textsOf(author, head)).toEqual(['하나', '둘'])
})

test('a part whose series is full by now is restored as a note of its topic', async () => {
  const author = await newAuthor()
  const texts = Array.from({ length: SERIES_PARTS_MAX - 1 }, (_, index) => String(index))
  const [head, second = 0] = await writeSeries(author, ['처음', ...texts])
  await author.call(deleteNote, { noteNo: second })
  await continueWith(author, head, '새 편')
  await restore(author, second)
  expect(await textsOf(author, head)).toHaveLength(SERIES_PARTS_MAX)
  const { noteCount } = await author.call(getNotes, { topicNo: await topicOf(author, head) })
  expect(noteCount).toBe(2)
})

test('a topic is deleted and restored with its series', async () => {
  const author = await newAuthor()
  const [head, second = 0, third = 0] = await writeSeries(author, ['하나', '둘', '셋'])
  const topicNo = await topicOf(author, head)
  await author.call(deleteNote, { noteNo: third })
  await author.call(deleteTopic, { topicNo })
  expect(await statusOf(author, second)).toBe(404)
  await author.call(restoreTopic, { topicNo })
  expect(await textsOf(author, head)).toEqual(['하나', '둘', '셋'])
  expect((await author.call(getNotes, { topicNo })).noteCount).toBe(1)
})

test('a purged or expired series leaves nothing behind', async () => {
  const author = await newAuthor()
  const { trash, notes } = node.app.context.repositories
  for (const purge of [true, false]) {
    const [head, second = 0] = await writeSeries(author, ['하나', '둘'])
    await author.call(deleteNote, { noteNo: head })
    if (purge) await author.call(purgeTrash, { noteNosJSON: JSON.stringify([head]) })
    else now += TRASH_KEPT_MS + 1
    await cleanUpTrash(node.app.context)
    expect(await trash.numbersOf(author.userNo)).toEqual([])
    expect(await notes.findByNos([head, second])).toEqual(new Map())
  }
})

test('a part is either kept or refused while its series is being deleted', async () => {
  const author = await newAuthor()
  for (let round = 0; round < 5; round += 1) {
    const [head, second = 0] = await writeSeries(author, ['하나', '둘'])
    const part = { noteNo: second, text: encodeText('셋'), requestKey: crypto.randomUUID() }
    const [continued, saved] = await Promise.all([
      author.request(continueNote, part),
      author.request(updateNote, { noteNo: second, title: '제목', text: encodeText('둘 더') }),
      author.call(deleteNote, { noteNo: head }),
    ])
    const { text } = await author.call(readTrash, { noteNo: head })
    const whole = decodeText(text)
    if (saved.status === 200) expect(whole).toContain('둘 더')
    expect(whole.includes('셋')).toBe(continued.status === 200)
    await restore(author, head)
    expect((await textsOf(author, head)).join('\n\n')).toBe(whole)
  }
})

test('a part that a crash left without its series comes back with it, or as a note of its own', async () => {
  const author = await newAuthor()
  const { notes } = node.app.context.repositories
  const [head, second = 0] = await writeSeries(author, ['하나', '둘'])
  const record = await notes.findByNo(second)
  await author.call(deleteNote, { noteNo: head })
  // Inserted after the deletion had collected the parts; the node stopped before it removed the part again.
  const orphan = { ...record, noteNo: second + 1_000_000 } as Parameters<typeof notes.insertPart>[0]
  await notes.insertPart(orphan)
  await author.call(purgeTrash, { noteNosJSON: JSON.stringify([head]) })
  await cleanUpTrash(node.app.context)
  expect(await trashOf(author)).toMatchObject([{ noteNo: orphan.noteNo }])
  await restore(author, orphan.noteNo)
  expect(await author.call(getNote, { noteNo: orphan.noteNo })).toMatchObject({ text: encodeText('둘') })
})
