import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { decodeText, encodeText } from '#protocol/encoding.ts'
import { NOTE_BODY_MAX, NOTE_TITLE_MAX } from '#protocol/limits.ts'
import { deleteNote, getNote, getNotes, moveNotes, postNote, updateNote } from '#protocol/notes.ts'
import { ko } from '#protocol/text/ko.ts'
import { createTopic, deleteTopic } from '#protocol/topics.ts'
import { runBefore } from '#tests/support/interleave.ts'
import { emptyDatabase, startNode, type TestNode } from '#tests/support/node.ts'
import { newPerson, type Person, writeNote } from '#tests/support/person.ts'

let node: TestNode
let author: Person

beforeAll(async () => {
  node = await startNode({ mongoUrl: await emptyDatabase() })
  author = await newPerson(node.url)
})
afterAll(() => node.stop())

async function newTopic(): Promise<number> {
  return (await author.does(createTopic, { title: '주제' })).subjects[0]?.subjectNo ?? 0
}

const decomposed = '한글과 é'.normalize('NFD')
test.each([
  ['nothing', '', ''],
  ['percent signs', '100% %41 %', '100% %41 %'],
  ['form signs', 'a+b=c&d', 'a+b=c&d'],
  ['emoji', '가족 👨‍👩‍👧 하트 ❤️', '가족 👨‍👩‍👧 하트 ❤️'],
  ['half an emoji', '반쪽 \ud83d 뒤', '반쪽 \ufffd 뒤'],
  ['decomposed Hangul', decomposed, decomposed.normalize('NFC')],
  ['blanks and lines', '    네 칸\r\n\t탭\n\n  끝  \r\n', '    네 칸\r\n\t탭\n\n  끝  \r\n'],
  ['markup', '<script>alert(1)</script> $x_1$ `**`', '<script>alert(1)</script> $x_1$ `**`'],
  ['5,000 Hangul syllables', '힣'.repeat(NOTE_BODY_MAX), '힣'.repeat(NOTE_BODY_MAX)],
  ['2,500 emoji', '😀'.repeat(NOTE_BODY_MAX / 2), '😀'.repeat(NOTE_BODY_MAX / 2)],
])('%s comes back', async (_, written, read) => {
  const noteNo = await writeNote(author, '제목', written)
  expect(decodeText((await author.does(getNote, { noteNo })).text)).toBe(read)
  const { version } = await author.does(updateNote, { noteNo, title: '제목', text: encodeText(`${written}`) })
  expect(version).toBe(2)
  expect(decodeText((await author.does(getNote, { noteNo })).text)).toBe(read)
})

test('a title is one trimmed line in NFC', async () => {
  const noteNo = await writeNote(author, `  100% ${decomposed}\t\n끝 `)
  expect(await author.does(getNote, { noteNo })).toMatchObject({
    title: `100% ${decomposed.normalize('NFC')} 끝`,
  })
  const longest = '가'.repeat(NOTE_TITLE_MAX)
  await author.does(updateNote, { noteNo, title: longest.normalize('NFD'), text: '' })
  expect(await author.does(getNote, { noteNo })).toMatchObject({ title: longest })
})

test('a repeated first save makes one note', async () => {
  const topicNo = await newTopic()
  const save = { topicNo, title: '한 번만', text: '', requestKey: randomUUID() }
  const saves = await Promise.all(Array.from({ length: 8 }, () => author.does(postNote, save)))
  saves.push(await author.does(postNote, save))
  expect(new Set(saves.map(saved => saved.noteNo)).size).toBe(1)
  expect(await author.does(getNotes, { topicNo })).toMatchObject({ noteCount: 1 })
})

test('a first save that is repeated when its topic is gone finds its note where it was moved to', async () => {
  const [topicNo, otherNo] = [await newTopic(), await newTopic()]
  const save = { topicNo, title: '한 번만', text: '', requestKey: randomUUID() }
  const { noteNo } = await author.does(postNote, save)
  await author.does(moveNotes, { noteNosJSON: JSON.stringify([noteNo]), topicNo: otherNo })
  await author.does(deleteTopic, { topicNo })
  // That the topic was there is not taken from what the node knows.
  await author.does(postNote, { topicNo: otherNo, title: '다른 노트', text: '' })
  expect(await author.does(postNote, save)).toMatchObject({ noteNo })
})

test('the same request key of two people makes each of them a note', async () => {
  const other = await newPerson(node.url)
  const requestKey = randomUUID()
  const mine = await author.does(postNote, {
    topicNo: await newTopic(),
    title: '내 것',
    text: '',
    requestKey,
  })
  const { subjects } = await other.does(createTopic, { title: '주제' })
  const topicNo = subjects[0]?.subjectNo ?? 0
  const theirs = await other.does(postNote, { topicNo, title: '남의 것', text: '', requestKey })
  expect(theirs.noteNo).not.toBe(mine.noteNo)
  expect(await other.does(getNote, { noteNo: theirs.noteNo })).toMatchObject({ title: '남의 것' })
})

test('a save over a stale version changes nothing and answers with what is there', async () => {
  const noteNo = await writeNote(author, '처음', '처음 글')
  const saved = await author.does(updateNote, {
    noteNo,
    title: '다른 탭',
    text: encodeText('다른 탭의 글 100%'),
    version: 1,
  })
  expect(saved).toEqual({ success: true, version: 2, lastUpdate: expect.any(String) })
  const stale = await author.asks(updateNote, { noteNo, title: '늦은 탭', text: '', version: 1 })
  expect(stale).toEqual({
    status: 200,
    body: {
      success: false,
      conflict: true,
      message: ko['notes.conflict'],
      title: '다른 탭',
      text: encodeText('다른 탭의 글 100%'),
      version: 2,
      lastUpdate: saved.lastUpdate,
    },
  })
  expect(await author.does(getNote, { noteNo })).toMatchObject({ title: '다른 탭', version: 2 })
  expect(await author.does(updateNote, { noteNo, title: '덮어씀', text: '' })).toMatchObject({ version: 3 })
})

test('a version that is yet to come is a conflict, too', async () => {
  const noteNo = await writeNote(author)
  const answer = await author.does(updateNote, { noteNo, title: '제목', text: '', version: 2 })
  expect(answer).toMatchObject({ success: false, conflict: true, version: 1 })
})

test('of saves over the same version exactly one wins, again and again', async () => {
  const noteNo = await writeNote(author)
  for (let version = 1; version <= 5; version += 1) {
    const saves = await Promise.all(
      Array.from({ length: 8 }, (_, index) =>
        author.does(updateNote, { noteNo, title: `탭 ${version}-${index}`, text: '', version }),
      ),
    )
    const winner = saves.findIndex(save => save.success)
    expect(saves.filter(save => save.success)).toHaveLength(1)
    expect(await author.does(getNote, { noteNo })).toMatchObject({
      title: `탭 ${version}-${winner}`,
      version: version + 1,
    })
  }
})

test('saves without a version are all counted', async () => {
  const noteNo = await writeNote(author)
  await Promise.all(
    Array.from({ length: 10 }, () => author.does(updateNote, { noteNo, title: '제목', text: '' })),
  )
  expect(await author.does(getNote, { noteNo })).toMatchObject({ version: 11 })
})

test('a note saved while its topic is deleted is gone with it, and its author is told', async () => {
  const topicNo = await newTopic()
  const raced = runBefore(node.app.context.stores.notes, 'insert', () =>
    author.does(deleteTopic, { topicNo }),
  )
  const answer = await author.asks(postNote, {
    topicNo,
    title: '늦은 노트',
    text: '',
    requestKey: randomUUID(),
  })
  await raced
  expect(answer).toMatchObject({ status: 404, body: { message: ko['notes.topicGone'] } })
  expect(await node.app.context.stores.notes.numbersIn(topicNo)).toEqual([])
})

test('a note deleted while it is saved stays deleted', async () => {
  const noteNo = await writeNote(author)
  const raced = runBefore(node.app.context.stores.notes, 'update', () => author.does(deleteNote, { noteNo }))
  expect(await author.asks(updateNote, { noteNo, title: '늦은 글', text: '' })).toMatchObject({ status: 404 })
  await raced
  expect(await author.asks(getNote, { noteNo })).toMatchObject({ status: 404 })
})
