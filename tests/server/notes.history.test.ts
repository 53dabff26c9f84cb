import { beforeEach, expect, test } from 'vitest'
import { decodeText, encodeText } from '#protocol/encoding.ts'
import { EDITING_SESSION_MS, HISTORY_STOOD_MS, HISTORY_VERSIONS_MAX } from '#protocol/limits.ts'
import { getHistory, getVersion } from '#protocol/noteHistory.ts'
import { updateNote } from '#protocol/notes.ts'
import { openNodes } from '#tests/support/node.ts'
import { newUser, signInUser, type TestUser, writeNote } from '#tests/support/users.ts'

let now = Date.now()
const [node] = await openNodes({ clock: () => new Date(now) })
const wait = (ms: number) => {
  now += ms
}

let author: TestUser

beforeEach(async () => {
  author = await newUser(node.url)
})

const write = (noteNo: number, text: string, more: { keepEarlier?: boolean } = {}, by = author) =>
  by.call(updateNote, { noteNo, title: '회의록', text: encodeText(text), ...more })

/** The texts of all versions, newest first. */
async function textsOf(noteNo: number): Promise<string[]> {
  const { versions } = await author.call(getHistory, { noteNo })
  const texts = await Promise.all(versions.map(({ version }) => author.call(getVersion, { noteNo, version })))
  return texts.map(({ text }) => decodeText(text))
}

test('a new note has one version, its current text', async () => {
  const noteNo = await writeNote(author, '회의록', '처음 글')
  const { versions } = await author.call(getHistory, { noteNo })
  expect(versions).toEqual([
    {
      version: 1,
      title: '회의록',
      text: encodeText('처음 글'),
      length: 4,
      lastUpdate: new Date(now).toISOString(),
    },
  ])
})

test('saves of one editing session are one version, later saves are separate versions', async () => {
  const noteNo = await writeNote(author, '회의록', '가')
  await write(noteNo, '가나')
  await write(noteNo, '가나다')
  wait(EDITING_SESSION_MS)
  await write(noteNo, '라')
  wait(EDITING_SESSION_MS - 1)
  await write(noteNo, '라마')
  expect(await textsOf(noteNo)).toEqual(['라마', '가나다'])
})

test('a replaced text is stored, however short it existed', async () => {
  const sentences = (word: string) => `${word} 문장이에요. `.repeat(400)
  const texts = [sentences('처음'), sentences('다음'), sentences('마지막')] as const
  const noteNo = await writeNote(author, '회의록', texts[0])
  wait(90_000)
  await write(noteNo, texts[1])
  await write(noteNo, texts[2])
  expect(await textsOf(noteNo)).toEqual(texts.toReversed())
})

test('a replaced title is stored', async () => {
  const noteNo = await writeNote(author, '회의록', '글')
  await author.call(updateNote, { noteNo, title: '소풍', text: encodeText('글') })
  const { versions } = await author.call(getHistory, { noteNo })
  expect(versions.map(({ title }) => title)).toEqual(['소풍', '회의록'])
})

test('small deletions within a minute are stored together, and a later one separately', async () => {
  const words = Array.from({ length: 100 }, (_, index) => `${index}번째`)
  const upTo = (count: number) => words.slice(0, count).join(' ')
  const noteNo = await writeNote(author, '회의록', upTo(100))
  for (let count = 99; count >= 60; count -= 1) await write(noteNo, upTo(count))
  const lengths = (await textsOf(noteNo)).map(text => text.split(' ').length)
  expect(lengths.length).toBeGreaterThan(2)
  lengths.slice(1).forEach((length, index) => {
    expect(length - (lengths[index] ?? 0)).toBeLessThanOrEqual(20)
  })
  wait(HISTORY_STOOD_MS)
  await write(noteNo, upTo(59))
  expect((await textsOf(noteNo)).slice(0, 2)).toEqual([upTo(59), upTo(60)])
})

test('of texts that replace each other concurrently none is lost', async () => {
  const noteNo = await writeNote(author, '회의록', '처음 쓴 긴 문장')
  const writings = ['하나만 남은 말', '둘이서 나눈 이야기', '셋째 날의 기록', '넷이 모인 저녁']
  await Promise.all(writings.map(text => write(noteNo, text)))
  expect((await textsOf(noteNo)).toSorted()).toEqual([...writings, '처음 쓴 긴 문장'].toSorted())
})

test('a save of another session never replaces the previous version', async () => {
  const noteNo = await writeNote(author, '회의록', '책상에서 쓴 글')
  const phone = await signInUser(node.url, author.email)
  await write(noteNo, '전화기에서 쓴 글', {}, phone)
  await write(noteNo, '다시 책상에서')
  expect(await textsOf(noteNo)).toEqual(['다시 책상에서', '전화기에서 쓴 글', '책상에서 쓴 글'])
})

test('restoring an earlier text keeps the text before it in the history', async () => {
  const noteNo = await writeNote(author, '회의록', '처음 글')
  wait(EDITING_SESSION_MS)
  await write(noteNo, '방금 쓴 글')
  await write(noteNo, '처음 글', { keepEarlier: true })
  expect(await textsOf(noteNo)).toEqual(['처음 글', '방금 쓴 글', '처음 글'])
})

test('fifty versions are stored: the first, the newest, and in between ever wider apart', async () => {
  const noteNo = await writeNote(author, '회의록', '0번째')
  for (let save = 1; save <= HISTORY_VERSIONS_MAX + 2; save += 1) {
    wait(EDITING_SESSION_MS)
    await write(noteNo, `${save}번째`)
  }
  const texts = await textsOf(noteNo)
  expect(texts).toHaveLength(HISTORY_VERSIONS_MAX)
  expect(texts.slice(0, 7)).toEqual(['52번째', '51번째', '50번째', '49번째', '48번째', '47번째', '46번째'])
  expect(texts.at(-1)).toBe('0번째')
  const { versions } = await author.call(getHistory, { noteNo })
  const thinned = versions.map(({ version }) => version)
  const forgotten = Array.from({ length: HISTORY_VERSIONS_MAX + 3 }, (_, index) => index + 1).find(
    each => !thinned.includes(each),
  )
  expect(await author.request(getVersion, { noteNo, version: forgotten ?? 0 })).toMatchObject({ status: 404 })
})

test('a version that was stored for a save that never happened is not listed twice', async () => {
  const noteNo = await writeNote(author, '회의록', '처음 글')
  const note = await node.app.context.repositories.notes.findByNo(noteNo)
  if (note) await node.app.context.repositories.history.save(note)
  expect(await textsOf(noteNo)).toEqual(['처음 글'])
  await write(noteNo, '다음 글', { keepEarlier: true })
  expect(await textsOf(noteNo)).toEqual(['다음 글', '처음 글'])
})
