import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { getPassages } from '#protocol/passages.ts'
import { shareNote } from '#protocol/shares.ts'
import { emptyDatabase, startNode, type TestNode } from '#tests/support/node.ts'
import { commentOn, highlight, passageOf } from '#tests/support/passages.ts'
import { makeHub, newUser, type TestUser, writeNote } from '#tests/support/users.ts'

const TEXT = '# 봄\n\n우리는 **도서관**에서 만나 책을 골랐어요. 저녁에는 강가를 걸었어요.'

let node: TestNode
let author: TestUser
let friend: TestUser
let thread: { hubNo: number; noteNo: number }

beforeAll(async () => {
  node = await startNode({ mongoUrl: await emptyDatabase() })
  author = await newUser(node.url, '글쓴이')
})
afterAll(() => node.stop())

beforeEach(async () => {
  friend = await newUser(node.url)
  const hubNo = await makeHub(author, friend)
  thread = { hubNo, noteNo: await writeNote(author, '봄', TEXT) }
  await author.call(shareNote, thread)
})

test('members see the highlights and the comments on passages', async () => {
  const library = passageOf(TEXT, '도서관에서 만나')
  const river = passageOf(TEXT, '강가')
  const mark = await highlight(friend, thread, library)
  const { commentNo } = await commentOn(friend, thread, river)
  expect(await author.call(getPassages, thread)).toMatchObject({
    highlights: [{ highlightNo: mark.highlightNo, userNo: friend.userNo, passage: library }],
    comments: [{ commentNo, writerNo: friend.userNo, passage: river }],
  })
})
