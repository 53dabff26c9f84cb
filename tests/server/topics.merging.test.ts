import { beforeEach, expect, test } from 'vitest'
import { encodeText } from '#protocol/encoding.ts'
import { getNote, getNotes, postNote } from '#protocol/notes.ts'
import { getTopics, mergeTopics } from '#protocol/topics.ts'
import { runBefore } from '#tests/support/interleave.ts'
import { openNodes } from '#tests/support/node.ts'
import { newTopic, newUser, type TestUser } from '#tests/support/users.ts'

const [node] = await openNodes({})
const { topics } = node.app.context.repositories
const otherUser = await newUser(node.url)
let owner: TestUser
let from: number
let into: number

beforeEach(async () => {
  owner = await newUser(node.url)
  from = await newTopic(owner, '여행')
  into = await newTopic(owner, '나들이')
})

const post = async (topicNo: number, title: string) =>
  (await owner.call(postNote, { topicNo, title, text: encodeText(title) })).noteNo
const listed = async () => {
  const { subjects } = await owner.call(getTopics, {})
  return subjects.map(({ title, noteCount }) => [title, noteCount])
}

test('all notes of a topic move, also more than one batch of them, and the topic is gone', async () => {
  const noteNos: number[] = []
  for (let number = 1; number <= 51; number += 1) noteNos.push(await post(from, `노트 ${number}`))
  await post(into, '먼저 있던 노트')
  expect(await owner.call(mergeTopics, { topicNo: from, intoNo: into })).toEqual({
    success: true,
    movedNos: noteNos,
  })
  expect(await listed()).toEqual([['나들이', 52]])
  expect(await owner.call(getNote, { noteNo: noteNos[0] ?? 0 })).toMatchObject({ subjectNo: into })
  expect(await owner.request(getNotes, { topicNo: from })).toMatchObject({ status: 404 })
})

test('a note added just before the topic is deleted moves as well', async () => {
  const first = await post(from, '하나')
  const race = runBefore(topics, 'deleteEmpty', () => post(from, '그사이'))
  const { movedNos } = await owner.call(mergeTopics, { topicNo: from, intoNo: into })
  await race
  expect(movedNos).toEqual([first, first + 1])
  expect(await listed()).toEqual([['나들이', 2]])
})

test('notes added at the same time are in the other topic, or their save fails', async () => {
  for (let number = 1; number <= 5; number += 1) await post(from, `노트 ${number}`)
  const adding = Array.from({ length: 10 }, (_, number) =>
    owner.request(postNote, { topicNo: from, title: `새 노트 ${number}`, text: '' }),
  )
  await owner.call(mergeTopics, { topicNo: from, intoNo: into })
  const saved = (await Promise.all(adding)).filter(({ status }) => status === 200)
  expect(await listed()).toEqual([['나들이', 5 + saved.length]])
})

test('other users can merge neither from nor into a topic, and no topic merges into itself', async () => {
  const foreign = await newTopic(otherUser, '남의 것')
  await post(from, '하나')
  for (const [topicNo, intoNo] of [
    [foreign, into],
    [from, foreign],
    [from, 999_999],
  ] as const)
    expect(await owner.request(mergeTopics, { topicNo, intoNo })).toMatchObject({ status: 404 })
  expect(await owner.request(mergeTopics, { topicNo: from, intoNo: from })).toMatchObject({ status: 400 })
  expect(await listed()).toEqual([
    ['나들이', 0],
    ['여행', 1],
  ])
})
