import { setTimeout } from 'node:timers/promises'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { blockPerson } from '#protocol/blocking.ts'
import { encodeText } from '#protocol/encoding.ts'
import { disjoin } from '#protocol/hubs.ts'
import { BACKLINKS_PER_PAGE, NOTE_LINKS_MAX } from '#protocol/limits.ts'
import { getBacklinks, getNoteLinks, getNoteTitles } from '#protocol/links.ts'
import { deleteNote, moveNotes, postNote, updateNote } from '#protocol/notes.ts'
import { shareNote, unshareNote } from '#protocol/shares.ts'
import { purgeTrash, restoreTrash } from '#protocol/trash.ts'
import { openNodes } from '#tests/support/node.ts'
import { makeHub, newTopic, newUser, type TestUser } from '#tests/support/users.ts'

const [node] = await openNodes({})
let author: TestUser
let topicNo: number

beforeEach(async () => {
  author = await newUser(node.url, '글쓴이')
  topicNo = await newTopic(author, '여행')
})

const write = async (title: string, text = '', to = topicNo, user = author) =>
  (await user.call(postNote, { topicNo: to, title, text: encodeText(text) })).noteNo

const change = (noteNo: number, title: string, text: string) =>
  author.call(updateNote, { noteNo, title, text: encodeText(text) })

/** Where the links of a note lead, by their words. */
async function linksOf(noteNo: number, viewer = author): Promise<Record<string, number>> {
  const { links } = await viewer.call(getNoteLinks, { noteNo })
  return Object.fromEntries(links.map(link => [link.key, link.noteNo]))
}

async function backlinksOf(noteNo: number, viewer = author): Promise<number[]> {
  return (await viewer.call(getBacklinks, { noteNo })).notes.map(note => note.noteNo)
}

describe('words lead to a note of the author', () => {
  test('by title, whatever its case, and by topic and title', async () => {
    const other = await newTopic(author, '일')
    const jeju = await write('Jeju 제주')
    const old = await write('회의록', '', other)
    const later = await write('회의록')
    const from = await write(
      '시작',
      '[[jeju  제주]] [[JEJU 제주#첫날]] [[회의록]] [[일/회의록|옛날]] [[없는 글]] `[[코드]]`',
    )
    expect(await linksOf(from)).toEqual({
      'jeju 제주': jeju,
      'jeju 제주#첫날': jeju,
      회의록: later,
      '일/회의록': old,
    })
    expect((await author.call(getNoteLinks, { noteNo: from })).links).toContainEqual({
      key: 'jeju 제주#첫날',
      hasHeading: true,
      noteNo: jeju,
      title: 'Jeju 제주',
      hubNo: null,
    })
    expect(await backlinksOf(jeju)).toEqual([from])
    expect(await backlinksOf(old)).toEqual([from])
  })

  test('never to a note of another user', async () => {
    const other = await newUser(node.url)
    await write('남의 글', '', await newTopic(other), other)
    expect(await linksOf(await write('시작', '[[남의 글]]'))).toEqual({})
  })

  test('a link by number counts as a backlink', async () => {
    const jeju = await write('제주')
    const from = await write('시작', `[말](/note?no=${jeju})`)
    expect(await backlinksOf(jeju)).toEqual([from])
  })

  test('a note does not link to itself, and only distinct links up to the limit are stored', async () => {
    const jeju = await write('제주', '[[제주]]')
    expect(await backlinksOf(jeju)).toEqual([])
    const words = Array.from({ length: NOTE_LINKS_MAX }, (_, index) => `[[글 ${index}]]`)
    const from = await write('시작', `${words.join(' ')} [[제주]]`)
    expect(await linksOf(from)).toEqual({})
    await change(from, '시작', `[[글 0]] [[글 0]] [[제주]]`)
    expect(await linksOf(from)).toEqual({ 제주: jeju })
  })
})

describe('a link keeps its note', () => {
  test('when the note is renamed, moved or gets a namesake', async () => {
    const jeju = await write('제주')
    const from = await write('시작', '[[제주]]')
    await change(jeju, '제주 여행', '')
    await write('제주')
    await author.call(moveNotes, { noteNosJSON: JSON.stringify([jeju]), topicNo: await newTopic(author) })
    await change(from, '시작', '더 쓴 글 [[제주]]')
    await change(from, '시작', '더 쓴 글 [[제주]] [[새 말]]')
    expect(await linksOf(from)).toEqual({ 제주: jeju })
    expect(await backlinksOf(jeju)).toEqual([from])
    // Removed and typed again, the words are new.
    await change(from, '시작', '글')
    expect(await backlinksOf(jeju)).toEqual([])
    await change(from, '시작', '[[제주]]')
    expect(await linksOf(from)).not.toEqual({ 제주: jeju })
  })

  test('is a plain word while the note is in the trash, and comes back with it', async () => {
    const jeju = await write('제주')
    const from = await write('시작', '[[제주]]')
    await author.call(deleteNote, { noteNo: jeju })
    expect(await linksOf(from)).toEqual({})
    await author.call(restoreTrash, { noteNosJSON: JSON.stringify([jeju]) })
    expect(await linksOf(from)).toEqual({ 제주: jeju })
    await author.call(deleteNote, { noteNo: from })
    expect(await backlinksOf(jeju)).toEqual([])
    await change(jeju, '제주 여행', '')
    await author.call(restoreTrash, { noteNosJSON: JSON.stringify([from]) })
    expect(await linksOf(from)).toEqual({ 제주: jeju })
    await author.call(deleteNote, { noteNo: jeju })
    await author.call(purgeTrash, { noteNosJSON: JSON.stringify([jeju]) })
    expect(await linksOf(from)).toEqual({})
  })
})

describe('words before their note exists', () => {
  test('lead to it when it is created or gets the title, and stay when it is renamed', async () => {
    const from = await write('시작', '[[나중 글]] [[나중 글#봄]] [[여행/나중 글]]')
    expect(await linksOf(from)).toEqual({})
    const later = await write('아직')
    await change(later, '나중 글', '')
    const all = { '나중 글': later, '나중 글#봄': later, '여행/나중 글': later }
    expect(await linksOf(from)).toEqual(all)
    expect(await backlinksOf(later)).toEqual([from])
    await change(later, '다른 이름', '')
    expect(await linksOf(from)).toEqual(all)
    expect(
      (await author.call(getNoteLinks, { noteNo: from })).links.map(({ hasHeading }) => hasHeading),
    ).toEqual([false, true, false])
    expect(await backlinksOf(later)).toEqual([from])
  })

  test('of two notes with the title only the newest is pointed to', async () => {
    const from = await write('시작', '[[나중 글]]')
    const [first, second] = [await write('나중 글'), await write('나중 글')]
    expect(await linksOf(from)).toEqual({ '나중 글': second })
    expect(await backlinksOf(first)).toEqual([])
    expect(await backlinksOf(second)).toEqual([from])
  })
})

test('backlinks have pages of what the reader may read', async () => {
  const jeju = await write('제주')
  const linking: number[] = []
  for (let count = 0; count <= BACKLINKS_PER_PAGE; count++)
    linking.unshift(await write(`글 ${count}`, '[[제주]]'))
  const pageOf = async (curPageNo: number, viewer = author) => {
    const { notes, hasMore } = await viewer.call(getBacklinks, { noteNo: jeju, curPageNo })
    return { noteNos: notes.map(({ noteNo }) => noteNo), hasMore }
  }
  expect(await pageOf(1)).toEqual({ noteNos: linking.slice(0, BACKLINKS_PER_PAGE), hasMore: true })
  expect(await pageOf(2)).toEqual({ noteNos: linking.slice(BACKLINKS_PER_PAGE), hasMore: false })
  expect(await pageOf(3)).toEqual({ noteNos: [], hasMore: false })
  const friend = await newUser(node.url, '친구')
  const hubNo = await makeHub(author, friend)
  const shared = [linking.at(-1) ?? 0, linking[3] ?? 0]
  for (const noteNo of [jeju, ...shared]) await author.call(shareNote, { hubNo, noteNo })
  expect(await pageOf(1, friend)).toEqual({ noteNos: shared.toReversed(), hasMore: false })
  expect(await pageOf(2, friend)).toEqual({ noteNos: [], hasMore: false })
})

describe('who may not know', () => {
  let friend: TestUser
  let leaver: TestUser
  let hubNo: number
  let shared: number
  let secret: number
  let from: number
  let secretFrom: number

  beforeEach(async () => {
    friend = await newUser(node.url, '친구')
    leaver = await newUser(node.url, '나간 친구')
    hubNo = await makeHub(author, friend, leaver)
    shared = await write('나눈 글')
    secret = await write('비밀 글')
    from = await write('시작', '[[나눈 글]] [[비밀 글]] [[나중 글]]')
    secretFrom = await write('혼자 쓴 글', '[[나눈 글]]')
    for (const noteNo of [shared, from]) await author.call(shareNote, { hubNo, noteNo })
  })

  test('a member gets only what is shared with them', async () => {
    expect((await friend.call(getNoteLinks, { noteNo: from })).links).toEqual([
      { key: '나눈 글', hasHeading: false, noteNo: shared, title: '나눈 글', hubNo },
    ])
    expect((await friend.call(getBacklinks, { noteNo: shared })).notes).toEqual([
      { noteNo: from, title: '시작', hubNo },
    ])
    expect(await backlinksOf(shared)).toEqual([secretFrom, from])
    // Renaming reveals nothing either.
    await change(secret, '다른 비밀', '')
    await write('나중 글')
    expect(await linksOf(from, friend)).toEqual({ '나눈 글': shared })
  })

  test('a member of another room gets only what is shared there', async () => {
    const stranger = await newUser(node.url, '다른 방')
    const otherHub = await makeHub(author, stranger)
    expect((await stranger.request(getNoteLinks, { noteNo: from })).status).toBe(404)
    await author.call(shareNote, { hubNo: otherHub, noteNo: from })
    expect(await linksOf(from, stranger)).toEqual({})
    expect((await stranger.request(getBacklinks, { noteNo: shared })).status).toBe(404)
  })

  test('after leaving, withdrawing or deleting there is nothing', async () => {
    await leaver.call(disjoin, { targetHubNo: hubNo })
    for (const call of [getNoteLinks, getBacklinks])
      expect((await leaver.request(call, { noteNo: from })).status).toBe(404)
    await author.call(unshareNote, { hubNo, noteNo: shared })
    expect(await linksOf(from, friend)).toEqual({})
    await author.call(shareNote, { hubNo, noteNo: shared })
    expect(await linksOf(from, friend)).toEqual({ '나눈 글': shared })
    await author.call(unshareNote, { hubNo, noteNo: from })
    expect(await backlinksOf(shared, friend)).toEqual([])
    await author.call(deleteNote, { noteNo: shared })
    expect((await friend.request(getBacklinks, { noteNo: shared })).status).toBe(404)
  })

  test('blocking changes nothing in a common room, and visitors get nothing', async () => {
    await author.call(blockPerson, { userNo: friend.userNo })
    expect(await linksOf(from, friend)).toEqual({ '나눈 글': shared })
    for (const path of ['links', 'backlinks', 'titles'])
      expect((await fetch(`${node.url}/api/note/${path}`, { method: 'POST' })).status).toBe(401)
  })

  test('titles are those of the own notes', async () => {
    expect((await friend.call(getNoteTitles, {})).notes).toEqual([])
    const { notes, topics } = await author.call(getNoteTitles, {})
    expect(notes.map(({ title }) => title)).toEqual(['혼자 쓴 글', '시작', '비밀 글', '나눈 글'])
    expect(topics).toEqual([{ subjectNo: topicNo, title: '여행' }])
  })
})

describe('two requests of a user at a time read', () => {
  /** Slows a read down. Returns the most that have run at once. */
  function slowDown<Name extends 'findTitles' | 'findOwn' | 'findLinking'>(name: Name): () => number {
    const { links } = node.app.context.repositories
    const read = links[name] as (...parameters: unknown[]) => Promise<unknown>
    let [current, most] = [0, 0]
    const slow = async (...parameters: unknown[]) => {
      most = Math.max(most, ++current)
      await setTimeout(20)
      return read(...parameters).finally(() => (current -= 1))
    }
    vi.spyOn(links, name).mockImplementation(slow as never)
    return () => most
  }
  const sixTimes = <Result>(request: () => Promise<Result>) => Promise.all(Array.from({ length: 6 }, request))

  test('titles, because there may be thousands', async () => {
    await write('봄')
    const most = slowDown('findTitles')
    const replies = await sixTimes(() => author.call(getNoteTitles, {}))
    expect(replies.map(({ notes }) => notes.length)).toEqual(Array(6).fill(1))
    expect(most()).toBe(2)
  })

  test('links and notes that link, because each of thousands of notes may have a hundred links', async () => {
    const noteNo = await write('봄')
    const linking = await write('여름', '[[봄]]')
    const [mostOwn, mostLinking] = [slowDown('findOwn'), slowDown('findLinking')]
    const links = await sixTimes(() => author.call(getNoteLinks, { noteNo: linking }))
    expect(links.map(reply => reply.links.length)).toEqual(Array(6).fill(1))
    expect(mostOwn()).toBe(2)
    const backlinks = await sixTimes(() => author.call(getBacklinks, { noteNo, curPageNo: 1 }))
    expect(backlinks.map(({ notes }) => notes.length)).toEqual(Array(6).fill(1))
    expect(mostLinking()).toBe(2)
  })
})
