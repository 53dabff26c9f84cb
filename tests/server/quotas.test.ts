import { randomUUID } from 'node:crypto'
import type { Connection } from 'mongoose'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { blockPerson, getBlocked, unblockPerson } from '#protocol/blocking.ts'
import { encodeText } from '#protocol/encoding.ts'
import { createHub, getHubs, pinHub, searchFriends } from '#protocol/hubs.ts'
import { QUOTAS } from '#protocol/limits.ts'
import { deleteNote, postNote, quickNote } from '#protocol/notes.ts'
import { createTopic, deleteTopic, getTopics } from '#protocol/topics.ts'
import { getTrash, restoreTrash } from '#protocol/trash.ts'
import { connectMongo } from '#server/platform/mongo/connect.ts'
import { emptyDatabase, startNode, type TestNode } from '#tests/support/node.ts'
import { lookUp, makeHub, newUser, signInUser, type TestUser, writeNote } from '#tests/support/users.ts'

let node: TestNode
let other: TestNode
let mongo: Connection

beforeAll(async () => {
  const mongoUrl = await emptyDatabase()
  const redisUrl = inject('redisUrl')
  node = await startNode({ mongoUrl, redisUrl })
  other = await startNode({ mongoUrl, redisUrl })
  mongo = await connectMongo(mongoUrl)
})
afterAll(async () => {
  await mongo.close()
  await other.stop()
  await node.stop()
})

/** Inserts documents directly into the database, up to the quota. */
async function fill(collection: string, count: number, record: (index: number) => object): Promise<void> {
  await mongo
    .collection(collection)
    .insertMany(Array.from({ length: count }, (_, index) => record(index + 1)))
  // The cached count of the user is outdated.
  await node.app.context.live.invalidateHubCaches()
}

test('the number of topics of a user is limited, with a message about what to do', async () => {
  const [full, someone] = [await newUser(node.url), await newUser(node.url)]
  await fill('topics', QUOTAS.topics - 1, index => ({
    subjectNo: -index,
    ownerNo: full.userNo,
    title: '주제',
  }))

  expect((await full.request(createTopic, { title: '마지막 주제' })).status).toBe(200)
  expect(await full.request(createTopic, { title: '하나 더' })).toEqual({
    status: 409,
    body: { success: false, code: 'quota', message: expect.stringContaining('1,000개') },
  })
  expect((await full.call(getTopics, {})).subjects[0]?.title).toBe('마지막 주제')
  expect((await someone.request(createTopic, { title: '다른 사람의 주제' })).status).toBe(200)
})

test('the number of notes of a user is limited, and nothing of the next one is stored', async () => {
  const author = await newUser(node.url)
  await writeNote(author)
  const topicNo = (await author.call(getTopics, {})).subjects[0]?.subjectNo ?? 0
  // In two other topics, all but one of the remaining notes.
  await fill('topics', 2, index => ({
    subjectNo: -QUOTAS.topics - index,
    ownerNo: author.userNo,
    noteCount: QUOTAS.notes / 2 - 1,
  }))

  const post = () => author.request(postNote, { topicNo, title: '글', text: '' })
  expect((await post()).status).toBe(200)
  expect(await post()).toMatchObject({
    status: 409,
    body: { code: 'quota', message: expect.stringContaining('20,000개') },
  })
  expect((await author.call(getTopics, {})).subjects).toMatchObject([{ noteCount: 2 }, {}, {}])
})

test('a trashed note counts towards the quota, so restoring it always succeeds', async () => {
  const author = await newUser(node.url)
  const noteNo = await writeNote(author)
  const topicNo = (await author.call(getTopics, {})).subjects[0]?.subjectNo ?? 0
  const full = { subjectNo: -3 * QUOTAS.topics, ownerNo: author.userNo, noteCount: QUOTAS.notes - 1 }
  await fill('topics', 1, () => full)
  const post = async () => (await author.request(postNote, { topicNo, title: '글', text: '' })).status

  await author.call(deleteNote, { noteNo })
  expect(await post()).toBe(409)
  await author.call(restoreTrash, { noteNosJSON: JSON.stringify([noteNo]) })
  expect(await post()).toBe(409)
  expect((await author.call(getTopics, {})).subjects[0]?.noteCount).toBe(1)
})

test('no topic is created for a note restored without a topic quota, and the note stays in the trash', async () => {
  const author = await newUser(node.url)
  const noteNo = await writeNote(author)
  const topicNo = (await author.call(getTopics, {})).subjects[0]?.subjectNo ?? 0
  await author.call(deleteTopic, { topicNo })
  await fill('topics', QUOTAS.topics, index => ({
    subjectNo: -4 * QUOTAS.topics - index,
    ownerNo: author.userNo,
    title: '다른 이름',
  }))

  expect(await author.request(restoreTrash, { noteNosJSON: JSON.stringify([noteNo]) })).toMatchObject({
    status: 409,
    body: { code: 'quota', message: expect.stringContaining('1,000개') },
  })
  expect((await author.call(getTrash, {})).notes).toMatchObject([{ noteNo }])
})

test('no topic is created for a quick note without a topic quota', async () => {
  const author = await newUser(node.url)
  const full = { subjectNo: -6 * QUOTAS.topics, ownerNo: author.userNo, noteCount: QUOTAS.notes }
  await fill('topics', 1, () => ({ ...full, title: '가득한 주제' }))
  const rejected = await author.request(quickNote, { text: encodeText('장보기'), requestKey: randomUUID() })
  expect(rejected).toMatchObject({ status: 409, body: { code: 'quota' } })
  expect((await author.call(getTopics, {})).subjects).toMatchObject([{ title: '가득한 주제' }])
})

test('the number of blocked users is limited, with a message to unblock one first', async () => {
  const user = await newUser(node.url)
  const [first, second] = [await newUser(node.url), await newUser(node.url)]
  await lookUp(user, first, second)
  await fill('personBlocks', QUOTAS.blocks - 1, index => ({
    userNo: user.userNo,
    blockedNo: -index,
    blockedAt: new Date(),
  }))

  expect((await user.request(blockPerson, { userNo: first.userNo })).status).toBe(200)
  expect(await user.request(blockPerson, { userNo: second.userNo })).toMatchObject({
    status: 409,
    body: { code: 'quota', message: expect.stringContaining('1,000명') },
  })
  expect((await user.request(blockPerson, { userNo: first.userNo })).status, 'existing blocks stay').toBe(200)
  expect((await user.call(getBlocked, {})).people).toMatchObject([{ userNo: first.userNo }])
  await user.call(unblockPerson, { userNo: first.userNo })
  expect((await user.request(blockPerson, { userNo: second.userNo })).status).toBe(200)
})

test('the number of hubs a user creates is limited, and hubs of others do not count', async () => {
  const [maker, friend] = [await newUser(node.url), await newUser(node.url)]
  const [first, second] = [await newUser(node.url), await newUser(node.url)]
  await makeHub(maker, first)
  await fill('hubs', QUOTAS.hubsMade - 2, index => ({
    hubNo: -index,
    makerNo: maker.userNo,
    memberKey: `-${index}`,
  }))
  await makeHub(maker, second)

  await maker.call(searchFriends, { candidatesJSON: JSON.stringify([friend.email]) })
  const candidatesJSON = JSON.stringify([maker.userNo, friend.userNo])
  expect(await maker.request(createHub, { candidatesJSON })).toMatchObject({
    status: 409,
    body: { code: 'quota', message: expect.stringContaining('500개') },
  })
  expect(await makeHub(friend, maker)).toBeGreaterThan(0)
})

test('a topic that a node has cached and that was deleted at another accepts no note', async () => {
  const author = await newUser(node.url)
  const otherSession = await signInUser(other.url, author.email)
  await writeNote(author)
  const topicNo = (await author.call(getTopics, {})).subjects[0]?.subjectNo ?? 0
  await otherSession.call(deleteTopic, { topicNo })
  expect((await author.request(postNote, { topicNo, title: '글', text: '' })).status).toBe(404)
  expect(await node.app.context.repositories.notes.numbersOf(author.userNo)).toEqual([])
  expect((await author.call(getTrash, {})).notes).toHaveLength(1)
})

/** Sends half of the concurrent requests to the other node. */
const signInAtBothNodes = async (user: TestUser) => [user, await signInUser(other.url, user.email)] as const
const requestConcurrently = <Asked>(count: number, ask: (index: number) => Promise<Asked>) =>
  Promise.all(Array.from({ length: count }, (_, index) => ask(index)))
const countSuccesses = (answers: readonly { status: number }[]) =>
  answers.filter(({ status }) => status === 200).length

/** Rejected requests leave nothing, and the quota can still be filled one by one. */
async function expectQuotaFillable(
  count: () => Promise<number>,
  max: number,
  created: number,
  makeOne: () => Promise<unknown>,
) {
  expect(created).toBeLessThanOrEqual(max)
  expect(await count()).toBe(created)
  for (let index = created; index < max; index += 1) await makeOne()
  expect(await count()).toBe(max)
}

test('concurrent topics at two nodes never exceed the quota', async () => {
  const devices = await signInAtBothNodes(await newUser(node.url))
  const [{ userNo }] = devices
  await fill('topics', QUOTAS.topics - 3, index => ({ subjectNo: -userNo * 10_000 - index, ownerNo: userNo }))
  const make = (index: number) => devices[index % 2 ? 1 : 0].request(createTopic, { title: `주제 ${index}` })
  const created = QUOTAS.topics - 3 + countSuccesses(await requestConcurrently(8, make))
  await expectQuotaFillable(
    () => node.app.context.repositories.topics.countByUser(userNo),
    QUOTAS.topics,
    created,
    () => devices[0].call(createTopic, { title: '마저' }),
  )
})

test('concurrently pinned hubs at two nodes never exceed the quota', async () => {
  const user = await newUser(node.url)
  const hubNos: number[] = []
  for (let index = 0; index < QUOTAS.hubsPinned + 3; index += 1)
    hubNos.push(await makeHub(user, await newUser(node.url)))
  const devices = await signInAtBothNodes(user)
  const pin = (index: number) =>
    devices[index % 2 ? 1 : 0].request(pinHub, { hubNo: hubNos[index] ?? 0, isPinned: true })
  const created = countSuccesses(await requestConcurrently(hubNos.length, pin))
  const { hubs } = await user.call(getHubs, { hubsPerPage: 50 })
  const remaining = hubs.filter(({ isPinned }) => !isPinned)
  await expectQuotaFillable(
    () => node.app.context.repositories.hubs.countPinnedBy(user.userNo),
    QUOTAS.hubsPinned,
    created,
    () => user.call(pinHub, { hubNo: remaining.pop()?.hubNo ?? 0, isPinned: true }),
  )
  const again = hubNos.find(hubNo => !remaining.some(hub => hub.hubNo === hubNo)) ?? 0
  expect((await user.request(pinHub, { hubNo: again, isPinned: true })).status, 'pinned already').toBe(200)
})

test('concurrently blocked users at two nodes never exceed the quota', async () => {
  const user = await newUser(node.url)
  const others = await Promise.all(Array.from({ length: 6 }, () => newUser(node.url)))
  await lookUp(user, ...others)
  const devices = await signInAtBothNodes(user)
  await fill('personBlocks', QUOTAS.blocks - 3, index => ({
    userNo: user.userNo,
    blockedNo: -index,
    blockedAt: new Date(),
  }))
  const block = (index: number) =>
    devices[index % 2 ? 1 : 0].request(blockPerson, { userNo: others[index]?.userNo ?? 0 })
  const answers = await requestConcurrently(others.length, block)
  const remaining = others.filter((_, index) => answers[index]?.status !== 200)
  await expectQuotaFillable(
    () => node.app.context.repositories.personBlocks.countByUser(user.userNo),
    QUOTAS.blocks,
    QUOTAS.blocks - 3 + countSuccesses(answers),
    () => user.call(blockPerson, { userNo: remaining.pop()?.userNo ?? 0 }),
  )
})

test('concurrently created hubs at two nodes never exceed the quota', async () => {
  const user = await newUser(node.url)
  const others = await Promise.all(Array.from({ length: 6 }, () => newUser(node.url)))
  await lookUp(user, ...others)
  const devices = await signInAtBothNodes(user)
  await fill('hubs', QUOTAS.hubsMade - 3, index => ({
    hubNo: -user.userNo * 1_000 - index,
    makerNo: user.userNo,
    memberKey: `-${user.userNo}-${index}`,
  }))
  const make = (device: TestUser, other: TestUser | undefined) =>
    device.request(createHub, { candidatesJSON: JSON.stringify([user.userNo, other?.userNo]) })
  const answers = await requestConcurrently(others.length, index =>
    make(devices[index % 2 ? 1 : 0], others[index]),
  )
  const remaining = others.filter((_, index) => answers[index]?.status !== 200)
  await expectQuotaFillable(
    () => node.app.context.repositories.hubs.countCreatedBy(user.userNo),
    QUOTAS.hubsMade,
    QUOTAS.hubsMade - 3 + countSuccesses(answers),
    () => make(user, remaining.pop()),
  )
})

test('concurrently created notes at two nodes never exceed the quota, and a repeated request is one note', async () => {
  const user = await newUser(node.url)
  await writeNote(user)
  const topicNo = (await user.call(getTopics, {})).subjects[0]?.subjectNo ?? 0
  const devices = await signInAtBothNodes(user)
  await fill('topics', 1, () => ({
    subjectNo: -user.userNo * 100_000,
    ownerNo: user.userNo,
    noteCount: QUOTAS.notes - 4,
  }))
  const requestKey = randomUUID()
  const post = (device: TestUser, key?: string) =>
    device.request(postNote, { topicNo, title: '글', text: '', ...(key && { requestKey: key }) })
  const answers = await requestConcurrently(8, index =>
    post(devices[index % 2 ? 1 : 0], index < 2 ? requestKey : undefined),
  )
  const noteNos = new Set(answers.flatMap(({ status, body }) => (status === 200 ? [body.noteNo] : [])))
  await expectQuotaFillable(
    async () => (await node.app.context.repositories.topics.countNotes(user.userNo, topicNo)).noteCount,
    QUOTAS.notes,
    QUOTAS.notes - 3 + noteNos.size,
    () => post(user),
  )
})
