import { beforeEach, expect, test } from 'vitest'
import { TOPICS_PER_PAGE } from '#protocol/limits.ts'
import { getNote, getNotes } from '#protocol/notes.ts'
import { createTopic, deleteTopic, getTopics } from '#protocol/topics.ts'
import { openNodes } from '#tests/support/node.ts'
import { newTopic, newUser, type TestUser, writeNote } from '#tests/support/users.ts'

const [node] = await openNodes({})
const otherUser = await newUser(node.url)
let owner: TestUser

beforeEach(async () => {
  owner = await newUser(node.url)
})

const titles = (page: { subjects: { title: string }[] }) => page.subjects.map(subject => subject.title)

test('a new topic is first, and only its creator sees it', async () => {
  await newTopic(owner, '먼저')
  const page = await owner.call(createTopic, { title: '나중' })
  expect(page.subjects).toEqual([
    { subjectNo: expect.any(Number), title: '나중', noteCount: 0 },
    { subjectNo: expect.any(Number), title: '먼저', noteCount: 0 },
  ])
  expect(await owner.call(getTopics, {})).toEqual(page)
  expect(await otherUser.call(getTopics, {})).toMatchObject({ subjects: [] })
})

test('a title is one trimmed line in NFC', async () => {
  const typed = [
    [' \t앞뒤와   사이\n빈칸 ', '앞뒤와 사이 빈칸'],
    ['한글'.normalize('NFD'), '한글'],
    ['반쪽 \ud83d', '반쪽 \ufffd'],
    ['100% <b>&amp; 😀', '100% <b>&amp; 😀'],
    ['가'.repeat(40), '가'.repeat(40)],
  ] as const
  for (const [title, saved] of typed) {
    expect(await owner.callWithInvalidInput(createTopic, { title })).toMatchObject({ status: 200 })
    expect(titles(await owner.call(getTopics, { itemsPerPage: 1 }))).toEqual([saved])
  }
})

test('a page beyond either end is the nearest one', async () => {
  for (let number = 1; number <= TOPICS_PER_PAGE + 1; number += 1) await newTopic(owner, `주제 ${number}`)
  const last = await owner.call(getTopics, { curPageNo: 999_999 })
  expect(last).toMatchObject({
    subjects: [{ title: '주제 1' }],
    pageIndex: { firstPageNum: 1, prevPageNum: 1, curPageNum: 2, nextPageNum: 2, lastPageNum: 2 },
  })

  const topicNo = last.subjects[0]?.subjectNo ?? 0
  await owner.call(deleteTopic, { topicNo })
  expect(await owner.call(getTopics, { curPageNo: 2 })).toMatchObject({
    subjects: { length: TOPICS_PER_PAGE },
    pageIndex: { curPageNum: 1, lastPageNum: 1 },
  })
})

test('the thousandth topic is returned', async () => {
  const topic = { ownerNo: owner.userNo, createdAt: new Date(), noteCount: 0 }
  await node.mongo.collection('topics').insertMany(
    Array.from({ length: 1000 }, (_, index) => ({
      ...{ ...topic, subjectNo: 1_000_001 + index, title: `주제 ${index + 1}` },
    })),
  )
  const last = await owner.call(getTopics, { curPageNo: 20, itemsPerPage: 50 })
  expect(titles(last)).toEqual(Array.from({ length: 50 }, (_, index) => `주제 ${50 - index}`))
  expect(last.pageIndex).toMatchObject({ prevPageNum: 19, curPageNum: 20, nextPageNum: 20, lastPageNum: 20 })
})

test('deleting a topic deletes its notes', async () => {
  const noteNo = await writeNote(owner)
  const topicNo = (await owner.call(getTopics, {})).subjects[0]?.subjectNo ?? 0
  expect(await owner.call(deleteTopic, { topicNo })).toMatchObject({ success: true })
  expect(await owner.call(getTopics, {})).toMatchObject({ subjects: [] })
  expect(await owner.request(getNotes, { topicNo })).toMatchObject({ status: 404 })
  expect(await owner.request(getNote, { noteNo })).toMatchObject({ status: 404 })
  expect(await owner.request(deleteTopic, { topicNo })).toMatchObject({ status: 404 })
})

test('a topic that is concurrently deleted several times is deleted once, one request after the other', async () => {
  const topicNo = await newTopic(owner)
  const { topics } = node.app.context.repositories
  const deleteTopicOf = topics.delete
  let [atOnce, most] = [0, 0]
  topics.delete = async topic => {
    atOnce += 1
    most = Math.max(most, atOnce)
    const isGone = await deleteTopicOf(topic)
    atOnce -= 1
    return isGone
  }
  const answers = await Promise.all(Array.from({ length: 6 }, () => owner.request(deleteTopic, { topicNo })))
  topics.delete = deleteTopicOf
  expect(most).toBe(1)
  expect(answers.map(({ status }) => status)).toEqual([200, 404, 404, 404, 404, 404])
})
