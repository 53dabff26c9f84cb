import { beforeEach, describe, expect, test } from 'vitest'
import { deleteComment } from '#protocol/comments.ts'
import { disjoin, getHubs, markAsRead, pinHub } from '#protocol/hubs.ts'
import { HUBS_PER_PAGE, LATEST_TEXT_MAX } from '#protocol/limits.ts'
import { deleteNote } from '#protocol/notes.ts'
import { shareNote, unshareNote } from '#protocol/shares.ts'
import { openNodes } from '#tests/support/node.ts'
import {
  addToHub,
  comment,
  lookUp,
  makeHub,
  newUser,
  newUsers,
  shareNewNote,
  type TestUser,
} from '#tests/support/users.ts'

let now = Date.now()
const [node] = await openNodes({ clock: () => new Date(now++) })

/** Which hubs a list contains, and in which order. */
describe('pages and filters', () => {
  let me: TestUser
  let friend: TestUser
  beforeEach(async () => {
    ;[me, friend] = await newUsers(node.url, node.url)
  })

  async function room(...others: TestUser[]): Promise<number> {
    now += 1000
    return makeHub(me, ...others)
  }
  const listHubs = async (asked: { onlyUnread?: boolean; order?: 'talk' | 'joined'; curPageNo?: number }) => {
    const { hubs, pageIndex } = await me.call(getHubs, asked)
    return { hubNos: hubs.map(({ hubNo }) => hubNo), last: pageIndex.lastPageNum }
  }

  test('with the unread filter, pages contain and count only hubs with unread shares', async () => {
    const unread: number[] = []
    for (let place = 0; place <= HUBS_PER_PAGE; place += 1) {
      const other = await newUser(node.url)
      unread.unshift(await room(other))
      now += 1000
      await shareNewNote(other, unread[0] ?? 0)
      await room(await newUser(node.url))
    }
    expect((await listHubs({})).last).toBe(3)
    expect(await listHubs({ onlyUnread: true })).toEqual({ hubNos: unread.slice(0, HUBS_PER_PAGE), last: 2 })
    expect((await listHubs({ onlyUnread: true, curPageNo: 2 })).hubNos).toEqual(unread.slice(HUBS_PER_PAGE))

    const answered = await me.call(markAsRead, { hubNo: unread[0] ?? 0, onlyUnread: true })
    expect(answered.hubs.map(({ hubNo }) => hubNo)).toEqual(unread.slice(1))
    expect(answered.pageIndex.lastPageNum).toBe(1)
  })

  test('a page far beyond the last one is the last one, in every order', async () => {
    const hubNos = [await room(friend)]
    expect(await listHubs({ onlyUnread: true })).toEqual({ hubNos: [], last: 1 })
    for (const curPageNo of [1_999_999_999, 999_999_999_999_999])
      for (const order of ['talk', 'joined'] as const)
        expect(await listHubs({ order, curPageNo })).toEqual({ hubNos, last: 1 })
  })

  test('sorted by join time, activity does not move a hub; pinned hubs are on top in either order', async () => {
    const [first, second] = [await room(friend), await room(await newUser(node.url))]
    now += 1000
    await shareNewNote(friend, first)
    expect((await listHubs({ order: 'talk' })).hubNos).toEqual([first, second])
    expect((await listHubs({ order: 'joined' })).hubNos).toEqual([second, first])

    // The user’s own join counts, not that of other members.
    now += 1000
    const third = await newUser(node.url)
    await lookUp(me, third)
    await addToHub(me, first, third, me, friend)
    expect((await listHubs({ order: 'joined' })).hubNos).toEqual([second, first])
    await me.call(pinHub, { hubNo: first, isPinned: true })
    expect((await listHubs({ order: 'joined' })).hubNos).toEqual([first, second])
  })
})

/** The last activity of a hub in the list of hubs. */
describe('the last activity', () => {
  let author: TestUser
  let friend: TestUser
  let hubNo: number
  beforeEach(async () => {
    ;[author, friend] = await newUsers(node.url, node.url)
    hubNo = await makeHub(author, friend)
  })

  const latest = async (user = friend) => (await user.call(getHubs, {})).hubs[0]?.latest

  test('shows the last note or comment with its writer', async () => {
    expect(await latest()).toBeNull()
    const noteNo = await shareNewNote(author, hubNo, '첫 노트')
    expect(await latest()).toMatchObject({ kind: 'note', writer: author.name, text: '첫 노트' })
    await comment(friend, { hubNo, noteNo }, '한 줄\n두 줄')
    expect(await latest()).toMatchObject({ kind: 'comment', writerNo: friend.userNo, text: '한 줄' })
    await comment(friend, { hubNo, noteNo }, '가'.repeat(500))
    expect((await latest())?.text).toHaveLength(LATEST_TEXT_MAX)
    await shareNewNote(friend, hubNo, '다음 노트')
    expect(await latest(author)).toMatchObject({ kind: 'note', text: '다음 노트' })
  })

  test('excludes a deleted comment, a withdrawn share with its thread, a deleted note, and users who left', async () => {
    const first = await shareNewNote(author, hubNo, '처음')
    const commentNo = await comment(friend, { hubNo, noteNo: first }, '지울 말')
    await friend.call(deleteComment, { commentNo })
    expect(await latest()).toMatchObject({ text: '처음' })
    const second = await shareNewNote(author, hubNo, '다음')
    await comment(friend, { hubNo, noteNo: second }, '다음에 단 말')
    await author.call(unshareNote, { hubNo, noteNo: second })
    expect(await latest()).toMatchObject({ text: '처음' })
    await author.call(shareNote, { hubNo, noteNo: second })
    expect(await latest()).toMatchObject({ kind: 'note', text: '다음' })
    await author.call(deleteNote, { noteNo: second })
    expect(await latest()).toMatchObject({ text: '처음' })
    await author.call(disjoin, { targetHubNo: hubNo })
    expect(await latest()).toBeNull()
  })
})
