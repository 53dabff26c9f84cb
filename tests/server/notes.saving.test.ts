import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { decodeText, encodeText } from '#protocol/encoding.ts'
import { NOTE_BODY_MAX, NOTE_TITLE_MAX } from '#protocol/limits.ts'
import { deleteNote, getNote, getNotes, moveNotes, postNote, quickNote, updateNote } from '#protocol/notes.ts'
import { ko } from '#protocol/text/ko.ts'
import { deleteTopic, getTopics } from '#protocol/topics.ts'
import { runBefore } from '#tests/support/interleave.ts'
import { openNodes } from '#tests/support/node.ts'
import { newTopic, newUser, writeNote } from '#tests/support/users.ts'

const [node] = await openNodes({})
let author = await newUser(node.url)

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
])('%s is returned unchanged', async (_, written, read) => {
  const noteNo = await writeNote(author, '제목', written)
  expect(decodeText((await author.call(getNote, { noteNo })).text)).toBe(read)
  const { version } = await author.call(updateNote, { noteNo, title: '제목', text: encodeText(`${written}`) })
  expect(version).toBe(2)
  expect(decodeText((await author.call(getNote, { noteNo })).text)).toBe(read)
})

test('a title is one trimmed line in NFC', async () => {
  const noteNo = await writeNote(author, `  100% ${decomposed}\t\n끝 `)
  expect(await author.call(getNote, { noteNo })).toMatchObject({
    title: `100% ${decomposed.normalize('NFC')} 끝`,
  })
  const longest = '가'.repeat(NOTE_TITLE_MAX)
  await author.call(updateNote, { noteNo, title: longest.normalize('NFD'), text: '' })
  expect(await author.call(getNote, { noteNo })).toMatchObject({ title: longest })
})

test('a repeated first save creates one note', async () => {
  const topicNo = await newTopic(author)
  const save = { topicNo, title: '한 번만', text: '', requestKey: randomUUID() }
  const saves = await Promise.all(Array.from({ length: 8 }, () => author.call(postNote, save)))
  saves.push(await author.call(postNote, save))
  expect(new Set(saves.map(saved => saved.noteNo)).size).toBe(1)
  expect(await author.call(getNotes, { topicNo })).toMatchObject({ noteCount: 1 })
})

test('a first save repeated after its topic was deleted returns its note, wherever it was moved', async () => {
  const [topicNo, otherNo] = [await newTopic(author), await newTopic(author)]
  const save = { topicNo, title: '한 번만', text: '', requestKey: randomUUID() }
  const { noteNo } = await author.call(postNote, save)
  await author.call(moveNotes, { noteNosJSON: JSON.stringify([noteNo]), topicNo: otherNo })
  await author.call(deleteTopic, { topicNo })
  // The node must not rely on its cache for the existence of the topic.
  await author.call(postNote, { topicNo: otherNo, title: '다른 노트', text: '' })
  expect(await author.call(postNote, save)).toMatchObject({ noteNo })
})

test('the same request key of two users creates a note for each', async () => {
  const other = await newUser(node.url)
  const requestKey = randomUUID()
  const mine = await author.call(postNote, {
    topicNo: await newTopic(author),
    title: '내 것',
    text: '',
    requestKey,
  })
  const topicNo = await newTopic(other, '주제')
  const theirs = await other.call(postNote, { topicNo, title: '남의 것', text: '', requestKey })
  expect(theirs.noteNo).not.toBe(mine.noteNo)
  expect(await other.call(getNote, { noteNo: theirs.noteNo })).toMatchObject({ title: '남의 것' })
})

test('a save over a stale version changes nothing and returns the current note', async () => {
  const noteNo = await writeNote(author, '처음', '처음 글')
  const saved = await author.call(updateNote, {
    noteNo,
    title: '다른 탭',
    text: encodeText('다른 탭의 글 100%'),
    version: 1,
  })
  expect(saved).toEqual({ success: true, version: 2, lastUpdate: expect.any(String) })
  const stale = await author.request(updateNote, { noteNo, title: '늦은 탭', text: '', version: 1 })
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
  expect(await author.call(getNote, { noteNo })).toMatchObject({ title: '다른 탭', version: 2 })
  const future = await author.call(updateNote, { noteNo, title: '제목', text: '', version: 3 })
  expect(future).toMatchObject({ success: false, conflict: true, version: 2 })
  expect(await author.call(updateNote, { noteNo, title: '덮어씀', text: '' })).toMatchObject({ version: 3 })
})

test('of concurrent saves over the same version exactly one succeeds, repeatedly', async () => {
  const noteNo = await writeNote(author)
  for (let version = 1; version <= 5; version += 1) {
    const saves = await Promise.all(
      Array.from({ length: 8 }, (_, index) =>
        author.call(updateNote, { noteNo, title: `탭 ${version}-${index}`, text: '', version }),
      ),
    )
    const winner = saves.findIndex(save => save.success)
    expect(saves.filter(save => save.success)).toHaveLength(1)
    expect(await author.call(getNote, { noteNo })).toMatchObject({
      title: `탭 ${version}-${winner}`,
      version: version + 1,
    })
  }
})

test('saves without a version are all counted', async () => {
  const noteNo = await writeNote(author)
  await Promise.all(
    Array.from({ length: 10 }, () => author.call(updateNote, { noteNo, title: '제목', text: '' })),
  )
  expect(await author.call(getNote, { noteNo })).toMatchObject({ version: 11 })
})

test('a note saved during the deletion of its topic is deleted with it, and its author is told', async () => {
  const topicNo = await newTopic(author)
  const race = runBefore(node.app.context.repositories.notes, 'insert', () =>
    author.call(deleteTopic, { topicNo }),
  )
  const answer = await author.request(postNote, {
    topicNo,
    title: '늦은 노트',
    text: '',
    requestKey: randomUUID(),
  })
  await race
  expect(answer).toMatchObject({ status: 404, body: { message: ko['notes.topicGone'] } })
  expect(await node.app.context.repositories.notes.findNosByTopic(topicNo)).toEqual([])
})

test('a note deleted while it is saved stays deleted', async () => {
  const noteNo = await writeNote(author)
  const race = runBefore(node.app.context.repositories.notes, 'update', () =>
    author.call(deleteNote, { noteNo }),
  )
  expect(await author.request(updateNote, { noteNo, title: '늦은 글', text: '' })).toMatchObject({
    status: 404,
  })
  await race
  expect(await author.request(getNote, { noteNo })).toMatchObject({ status: 404 })
})

describe('quick notes', () => {
  const saveQuickNote = (text: string, requestKey = randomUUID()) =>
    author.call(quickNote, { text: encodeText(text), requestKey })

  test('a quick note is saved in its own topic, which is created once', async () => {
    author = await newUser(node.url)
    await newTopic(author, '다른 주제')
    const first = await saveQuickNote('장보기\n우유')
    expect(first.title).toBe('장보기')
    const second = await saveQuickNote('또 하나')
    expect(second.topicNo).toBe(first.topicNo)
    expect((await author.call(getTopics, {})).subjects).toMatchObject([
      { subjectNo: first.topicNo, title: '빠른 노트', noteCount: 2 },
      { title: '다른 주제', noteCount: 0 },
    ])
    const note = await author.call(getNote, { noteNo: first.noteNo })
    expect([note.title, decodeText(note.text), note.subjectTitle]).toEqual(['장보기', '우유', '빠른 노트'])
  })

  test('concurrent first quick notes create one topic', async () => {
    author = await newUser(node.url)
    const saved = await Promise.all(['하나', '둘', '셋', '넷'].map(text => saveQuickNote(text)))
    expect(new Set(saved.map(({ topicNo }) => topicNo)).size).toBe(1)
    expect((await author.call(getTopics, {})).subjects).toMatchObject([{ title: '빠른 노트', noteCount: 4 }])
  })

  test('sending a quick note twice saves one note', async () => {
    const requestKey = randomUUID()
    const [one, again] = [
      await saveQuickNote('한 번만', requestKey),
      await saveQuickNote('한 번만', requestKey),
    ]
    expect(again.noteNo).toBe(one.noteNo)
  })

  test('a quick note without text is not saved', async () => {
    const before = await author.call(getTopics, {})
    const answer = await author.request(quickNote, { text: encodeText(' \n---'), requestKey: randomUUID() })
    expect(answer).toMatchObject({ status: 400, body: { message: '제목이 될 말을 한 줄 써 주세요.' } })
    expect(await author.call(getTopics, {})).toEqual(before)
  })
})
