import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { encodeText } from '#protocol/encoding.ts'
import { getNote, updateNote } from '#protocol/notes.ts'
import { highlightPassage, type Passage } from '#protocol/passages.ts'
import { shareNote, unshareNote } from '#protocol/shares.ts'
import { emptyDatabase, startNode, type TestNode } from '#tests/support/node.ts'
import { commentOn, highlight, passageOf, rewrite } from '#tests/support/passages.ts'
import { makeHub, newUser, shareNewNote, type TestUser, writeNote } from '#tests/support/users.ts'

const FIRST = '# 봄\n\n우리는 **도서관**에서 만나 책을 골랐어요. 저녁에는 강가를 걸었어요.'
const SECOND = '# 여름\n\n바다에서 조개를 주웠어요.'

let node: TestNode
let author: TestUser
let friend: TestUser
let hubNo: number

beforeAll(async () => {
  node = await startNode({ mongoUrl: await emptyDatabase() })
  author = await newUser(node.url, '글쓴이')
  friend = await newUser(node.url, '친구')
})
afterAll(() => node.stop())

beforeEach(async () => {
  hubNo = await makeHub(author, friend, await newUser(node.url))
})

async function shareText(text: string): Promise<{ hubNo: number; noteNo: number }> {
  const noteNo = await writeNote(author, '봄', text)
  await author.call(shareNote, { hubNo, noteNo })
  return { hubNo, noteNo }
}

/** Saves in the same editing session, so that the previous text is not kept. */
async function extend(noteNo: number, text: string): Promise<void> {
  const { title, version } = await author.call(getNote, { noteNo })
  await author.call(updateNote, { noteNo, title, text: encodeText(text), version })
}

async function tryHighlight(place: { hubNo: number; noteNo: number }, passage: Passage) {
  const { status, body } = await friend.request(highlightPassage, { ...place, passage })
  return { status, code: 'code' in body ? body.code : null, field: 'field' in body ? body.field : null }
}

const CHANGED = { status: 400, code: 'invalid', field: 'passage' }

test('stores the words of the current text with their context, whatever context the request has', async () => {
  const place = await shareText(FIRST)
  const library = passageOf(FIRST, '도서관에서 만나')
  const forged = { ...library, prefix: '나는 너희가 싫고 ', suffix: '' }
  expect((await highlight(friend, place, forged)).passage).toEqual(library)
  expect((await commentOn(friend, place, forged)).passage).toEqual(library)
})

test('keeps an emoji at the edge of the context whole', async () => {
  const text = `${'가'.repeat(5)}😀${'나'.repeat(31)}여기${'다'.repeat(31)}😀`
  const { passage } = await highlight(friend, await shareText(text), passageOf(text, '여기'))
  expect(passage).toMatchObject({ prefix: '나'.repeat(31), suffix: '다'.repeat(31) })
})

test.each<[string, (passage: Passage) => Partial<Passage>]>([
  ['other words', ({ exact }) => ({ exact: '나'.repeat(exact.length) })],
  ['words that are elsewhere', ({ start, end }) => ({ start: start + 1, end: end + 1 })],
  ['a position after the end', ({ exact }) => ({ start: 9_000, end: 9_000 + exact.length })],
])('refuses %s in the current text', async (_, change) => {
  const place = await shareText(FIRST)
  const passage = passageOf(FIRST, '도서관에서 만나')
  expect(await tryHighlight(place, { ...passage, ...change(passage) })).toEqual(CHANGED)
})

test('refuses the Markdown syntax, which nobody reads', async () => {
  const place = await shareText(FIRST)
  const start = FIRST.indexOf('**도서관**')
  const source = { start, end: start + 7, exact: '**도서관**', prefix: '', suffix: '', noteVersion: 1 }
  expect(await tryHighlight(place, source)).toEqual(CHANGED)
})

test('accepts the words of an earlier version that members could read, and no others', async () => {
  const place = await shareText(FIRST)
  await rewrite(author, place.noteNo, SECOND)
  const library = passageOf(FIRST, '도서관에서 만나')
  const forged = { ...library, exact: '나'.repeat(library.exact.length) }
  expect(await tryHighlight(place, forged)).toEqual(CHANGED)
  expect((await highlight(friend, place, library)).passage).toEqual(library)
})

test('refuses the words of a version before the share', async () => {
  const noteNo = await writeNote(author, '봄', FIRST)
  await rewrite(author, noteNo, SECOND)
  await author.call(shareNote, { hubNo, noteNo })
  expect(await tryHighlight({ hubNo, noteNo }, passageOf(FIRST, '도서관에서 만나'))).toEqual(CHANGED)
})

test('refuses the words of a version that was current only while the note was not shared', async () => {
  const place = await shareText(FIRST)
  await author.call(unshareNote, place)
  await rewrite(author, place.noteNo, '숨긴 문장이에요.')
  await rewrite(author, place.noteNo, SECOND)
  await author.call(shareNote, place)
  expect(await tryHighlight(place, passageOf('숨긴 문장이에요.', '숨긴 문장', 2))).toEqual(CHANGED)
})

test('decides by the times for a share of a previous release', async () => {
  const noteNo = await writeNote(author, '봄', FIRST)
  await rewrite(author, noteNo, SECOND)
  await author.call(shareNote, { hubNo, noteNo })
  await rewrite(author, noteNo, '가을')
  await node.mongo.collection('shares').updateOne({ hubNo, noteNo }, { $unset: { noteVersion: 1 } })
  expect(await tryHighlight({ hubNo, noteNo }, passageOf(FIRST, '도서관'))).toEqual(CHANGED)
  await node.mongo.collection('shares').updateOne({ hubNo, noteNo }, { $set: { sharedAt: new Date(0) } })
  expect((await tryHighlight({ hubNo, noteNo }, passageOf(FIRST, '도서관'))).status).toBe(200)
})

test('finds the words of a version that is not stored in the current text', async () => {
  const place = await shareText('우리는 강가를 걸었어요.')
  const longer = '오늘 쓴 글\n\n우리는 강가를 걸었어요. 그리고 쉬었어요.'
  await extend(place.noteNo, longer)
  const { passage } = await highlight(friend, place, passageOf('우리는 강가를 걸었어요.', '강가를 걸었어요'))
  expect(passage).toEqual(passageOf(longer, '강가를 걸었어요', 2))
})

test.each<[string, number | undefined]>([
  ['a later version', 7],
  ['no version', undefined],
])('finds the words with %s in the current text', async (_, noteVersion) => {
  const place = await shareText(FIRST)
  const river = passageOf(FIRST, '강가를 걸었어요')
  const { passage } = await highlight(friend, place, { ...river, noteVersion })
  expect(passage).toEqual(river)
})

test('refuses words that the current text has several times, unless their context differs', async () => {
  const text = '하나 그리고 둘 그리고 셋'
  const place = await shareText(text)
  const and = { ...passageOf(text, '그리고'), noteVersion: undefined }
  expect(await tryHighlight(place, { ...and, prefix: ' ', suffix: ' ' })).toEqual(CHANGED)
  const { passage } = await highlight(friend, place, { ...and, prefix: '둘 ', suffix: ' 셋' })
  expect(passage).toMatchObject({ exact: '그리고', start: text.lastIndexOf('그리고'), noteVersion: 1 })
})

test('refuses the words of another note, and a note that is not shared in the room', async () => {
  const place = await shareText(FIRST)
  const otherHubNo = await makeHub(author, await newUser(node.url))
  const otherNoteNo = await shareNewNote(author, otherHubNo)
  const passage = passageOf(FIRST, '도서관')
  expect(await tryHighlight({ hubNo, noteNo: otherNoteNo }, passage)).toMatchObject({ status: 404 })
  expect(await tryHighlight({ hubNo: otherHubNo, noteNo: place.noteNo }, passage)).toMatchObject({
    status: 404,
  })
  await author.call(shareNote, { hubNo, noteNo: otherNoteNo })
  expect(await tryHighlight({ hubNo, noteNo: otherNoteNo }, passage)).toEqual(CHANGED)
})

test.each<[string, Partial<Passage>]>([
  ['blank words', { exact: '   ', end: 3 }],
  ['half an emoji', { exact: '가\ud83d', end: 2 }],
  ['too many words', { exact: '가'.repeat(301), end: 301 }],
  ['a huge text', { exact: '가'.repeat(100_000), end: 100_000 }],
  ['an end that does not match', { end: 4 }],
  ['a fraction', { start: 0.5, end: 3.5 }],
])('refuses %s before any operation', async (_, change) => {
  const place = await shareText(FIRST)
  const passage = { ...passageOf(FIRST, '우리는'), start: 0, end: 3, ...change }
  expect(await tryHighlight(place, passage)).toMatchObject({
    status: expect.toBeOneOf([400, 413]),
    code: expect.anything(),
  })
})

test.each<[string, (text: string) => string]>([
  ['is elsewhere', text => `오늘 쓴 글\n\n${text}`],
  ['has other words beside it', text => text.replace('걸었어요', '걸었어요?')],
  ['is gone', () => '다시 쓴 글'],
])('a comment stays in the conversation on a passage that %s in the new text', async (_, change) => {
  const text = '우리는 강가를 걸었어요.'
  const place = await shareText(text)
  const river = passageOf(text, '강가를')
  await commentOn(friend, place, river)
  await extend(place.noteNo, change(text))
  await node.mongo.collection('revisions').deleteMany({ noteNo: place.noteNo })
  const forged = { ...river, exact: '하늘을', prefix: '나는 ', suffix: '' }
  expect((await commentOn(author, place, forged)).passage).toEqual(river)
})

test('refuses a comment as it refuses a highlight, and stores nothing', async () => {
  const place = await shareText(FIRST)
  const forged = { ...passageOf(FIRST, '도서관'), exact: '하늘에' }
  await expect(commentOn(friend, place, forged)).rejects.toThrow('400')
  expect(await node.mongo.collection('comments').countDocuments(place)).toBe(0)
})
