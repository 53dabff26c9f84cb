import type { Connection } from 'mongoose'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { blockPerson, getBlocked, unblockPerson } from '#protocol/blocking.ts'
import { createHub, searchFriends } from '#protocol/hubs.ts'
import { QUOTAS } from '#protocol/limits.ts'
import { postNote } from '#protocol/notes.ts'
import { createTopic, getTopics } from '#protocol/topics.ts'
import { connectMongo } from '#server/platform/mongo/connect.ts'
import { emptyDatabase, startNode, type TestNode } from '#tests/support/node.ts'
import { find, makeHub, newPerson, writeNote } from '#tests/support/person.ts'

let node: TestNode
let mongo: Connection

beforeAll(async () => {
  const mongoUrl = await emptyDatabase()
  node = await startNode({ mongoUrl })
  mongo = await connectMongo(mongoUrl)
})
afterAll(async () => {
  await mongo.close()
  await node.stop()
})

/** As many as one more than fits would make too many, written past the server. */
async function fill(collection: string, count: number, record: (index: number) => object): Promise<void> {
  await mongo
    .collection(collection)
    .insertMany(Array.from({ length: count }, (_, index) => record(index + 1)))
}

test('one person makes so many topics, and then hears what to do', async () => {
  const [full, other] = [await newPerson(node.url), await newPerson(node.url)]
  await fill('topics', QUOTAS.topics - 1, index => ({
    subjectNo: -index,
    ownerNo: full.userNo,
    title: '주제',
  }))

  expect((await full.asks(createTopic, { title: '마지막 주제' })).status).toBe(200)
  expect(await full.asks(createTopic, { title: '하나 더' })).toEqual({
    status: 409,
    body: { success: false, code: 'quota', message: expect.stringContaining('1,000개') },
  })
  expect((await full.does(getTopics, {})).subjects[0]?.title).toBe('마지막 주제')
  expect((await other.asks(createTopic, { title: '다른 사람의 주제' })).status).toBe(200)
})

test('one person writes so many notes, and nothing of the next is kept', async () => {
  const author = await newPerson(node.url)
  await writeNote(author)
  const topicNo = (await author.does(getTopics, {})).subjects[0]?.subjectNo ?? 0
  // In two other topics, as many as are left but one.
  await fill('topics', 2, index => ({
    subjectNo: -QUOTAS.topics - index,
    ownerNo: author.userNo,
    noteCount: QUOTAS.notes / 2 - 1,
  }))

  const post = () => author.asks(postNote, { topicNo, title: '글', text: '' })
  expect((await post()).status).toBe(200)
  expect(await post()).toMatchObject({
    status: 409,
    body: { code: 'quota', message: expect.stringContaining('20,000개') },
  })
  expect((await author.does(getTopics, {})).subjects).toMatchObject([{ noteCount: 2 }, {}, {}])
})

test('one person blocks so many, and is asked to undo one before the next', async () => {
  const person = await newPerson(node.url)
  const [first, second] = [await newPerson(node.url), await newPerson(node.url)]
  await find(person, first, second)
  await fill('personBlocks', QUOTAS.blocks - 1, index => ({
    userNo: person.userNo,
    blockedNo: -index,
    blockedAt: new Date(),
  }))

  expect((await person.asks(blockPerson, { userNo: first.userNo })).status).toBe(200)
  expect(await person.asks(blockPerson, { userNo: second.userNo })).toMatchObject({
    status: 409,
    body: { code: 'quota', message: expect.stringContaining('1,000명') },
  })
  expect((await person.asks(blockPerson, { userNo: first.userNo })).status, 'who is blocked stays so').toBe(
    200,
  )
  expect((await person.does(getBlocked, {})).people).toMatchObject([{ userNo: first.userNo }])
  await person.does(unblockPerson, { userNo: first.userNo })
  expect((await person.asks(blockPerson, { userNo: second.userNo })).status).toBe(200)
})

test('one person makes so many rooms, and being taken into those of others counts against nobody', async () => {
  const [maker, friend] = [await newPerson(node.url), await newPerson(node.url)]
  const [first, second] = [await newPerson(node.url), await newPerson(node.url)]
  await makeHub(maker, first)
  await fill('hubs', QUOTAS.hubsMade - 2, index => ({
    hubNo: -index,
    makerNo: maker.userNo,
    memberKey: `-${index}`,
  }))
  await makeHub(maker, second)

  await maker.does(searchFriends, { candidatesJSON: JSON.stringify([friend.email]) })
  const candidatesJSON = JSON.stringify([maker.userNo, friend.userNo])
  expect(await maker.asks(createHub, { candidatesJSON })).toMatchObject({
    status: 409,
    body: { code: 'quota', message: expect.stringContaining('500개') },
  })
  expect(await makeHub(friend, maker)).toBeGreaterThan(0)
})
