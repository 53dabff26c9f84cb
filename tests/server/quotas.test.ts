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
import { find, makeHub, newPerson, type Person, signedIn, writeNote } from '#tests/support/person.ts'

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

/** As many as one more than fits would make too many, written past the server. */
async function fill(collection: string, count: number, record: (index: number) => object): Promise<void> {
  await mongo
    .collection(collection)
    .insertMany(Array.from({ length: count }, (_, index) => record(index + 1)))
  // Who was counted before has more now.
  await node.app.context.live.forgetReadings()
}

test('one person makes so many topics, and then hears what to do', async () => {
  const [full, someone] = [await newPerson(node.url), await newPerson(node.url)]
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
  expect((await someone.asks(createTopic, { title: '다른 사람의 주제' })).status).toBe(200)
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

test('a deleted note keeps its place, so bringing it back is never one too many, and needs none that is free', async () => {
  const author = await newPerson(node.url)
  const noteNo = await writeNote(author)
  const topicNo = (await author.does(getTopics, {})).subjects[0]?.subjectNo ?? 0
  const full = { subjectNo: -3 * QUOTAS.topics, ownerNo: author.userNo, noteCount: QUOTAS.notes - 1 }
  await fill('topics', 1, () => full)
  const post = async () => (await author.asks(postNote, { topicNo, title: '글', text: '' })).status

  await author.does(deleteNote, { noteNo })
  expect(await post()).toBe(409)
  await author.does(restoreTrash, { noteNosJSON: JSON.stringify([noteNo]) })
  expect(await post()).toBe(409)
  expect((await author.does(getTopics, {})).subjects[0]?.noteCount).toBe(1)
})

test('no topic is made for a note that comes back where there is no place for one, and the note stays in the trash', async () => {
  const author = await newPerson(node.url)
  const noteNo = await writeNote(author)
  const topicNo = (await author.does(getTopics, {})).subjects[0]?.subjectNo ?? 0
  await author.does(deleteTopic, { topicNo })
  await fill('topics', QUOTAS.topics, index => ({
    subjectNo: -4 * QUOTAS.topics - index,
    ownerNo: author.userNo,
    title: '다른 이름',
  }))

  expect(await author.asks(restoreTrash, { noteNosJSON: JSON.stringify([noteNo]) })).toMatchObject({
    status: 409,
    body: { code: 'quota', message: expect.stringContaining('1,000개') },
  })
  expect((await author.does(getTrash, {})).notes).toMatchObject([{ noteNo }])
})

test('no topic is made for a quick note for which there is no place', async () => {
  const author = await newPerson(node.url)
  const full = { subjectNo: -6 * QUOTAS.topics, ownerNo: author.userNo, noteCount: QUOTAS.notes }
  await fill('topics', 1, () => ({ ...full, title: '가득한 주제' }))
  const rejected = await author.asks(quickNote, { text: encodeText('장보기'), requestKey: randomUUID() })
  expect(rejected).toMatchObject({ status: 409, body: { code: 'quota' } })
  expect((await author.does(getTopics, {})).subjects).toMatchObject([{ title: '가득한 주제' }])
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

test('a topic of which a node knows, and which was deleted at another, takes no note', async () => {
  const author = await newPerson(node.url)
  const elsewhere = await signedIn(other.url, author.email)
  await writeNote(author)
  const topicNo = (await author.does(getTopics, {})).subjects[0]?.subjectNo ?? 0
  await elsewhere.does(deleteTopic, { topicNo })
  expect((await author.asks(postNote, { topicNo, title: '글', text: '' })).status).toBe(404)
  expect(await node.app.context.stores.notes.numbersOf(author.userNo)).toEqual([])
  expect((await author.does(getTrash, {})).notes).toHaveLength(1)
})

/** Half of what is asked at once is asked at the other node. */
const at = async (person: Person) => [person, await signedIn(other.url, person.email)] as const
const atBoth = <Asked>(count: number, ask: (index: number) => Promise<Asked>) =>
  Promise.all(Array.from({ length: count }, (_, index) => ask(index)))
const succeeded = (answers: readonly { status: number }[]) =>
  answers.filter(({ status }) => status === 200).length

/** Nothing of what was refused is left, and as many as fit can still be made, one after the other. */
async function fillsUp(
  count: () => Promise<number>,
  max: number,
  made: number,
  makeOne: () => Promise<unknown>,
) {
  expect(made).toBeLessThanOrEqual(max)
  expect(await count()).toBe(made)
  for (let index = made; index < max; index += 1) await makeOne()
  expect(await count()).toBe(max)
}

test('however many topics are made at once at two nodes, none is too many', async () => {
  const devices = await at(await newPerson(node.url))
  const [{ userNo }] = devices
  await fill('topics', QUOTAS.topics - 3, index => ({ subjectNo: -userNo * 10_000 - index, ownerNo: userNo }))
  const make = (index: number) => devices[index % 2 ? 1 : 0].asks(createTopic, { title: `주제 ${index}` })
  const made = QUOTAS.topics - 3 + succeeded(await atBoth(8, make))
  await fillsUp(
    () => node.app.context.stores.topics.countOf(userNo),
    QUOTAS.topics,
    made,
    () => devices[0].does(createTopic, { title: '마저' }),
  )
})

test('however many rooms are pinned at once at two nodes, none is too many', async () => {
  const person = await newPerson(node.url)
  const hubNos: number[] = []
  for (let index = 0; index < QUOTAS.hubsPinned + 3; index += 1)
    hubNos.push(await makeHub(person, await newPerson(node.url)))
  const devices = await at(person)
  const pin = (index: number) =>
    devices[index % 2 ? 1 : 0].asks(pinHub, { hubNo: hubNos[index] ?? 0, isPinned: true })
  const made = succeeded(await atBoth(hubNos.length, pin))
  const { hubs } = await person.does(getHubs, { hubsPerPage: 50 })
  const left = hubs.filter(({ isPinned }) => !isPinned)
  await fillsUp(
    () => node.app.context.stores.hubs.countPinnedBy(person.userNo),
    QUOTAS.hubsPinned,
    made,
    () => person.does(pinHub, { hubNo: left.pop()?.hubNo ?? 0, isPinned: true }),
  )
  const again = hubNos.find(hubNo => !left.some(hub => hub.hubNo === hubNo)) ?? 0
  expect((await person.asks(pinHub, { hubNo: again, isPinned: true })).status, 'pinned already').toBe(200)
})

test('however many people are blocked at once at two nodes, none is too many', async () => {
  const person = await newPerson(node.url)
  const others = await Promise.all(Array.from({ length: 6 }, () => newPerson(node.url)))
  await find(person, ...others)
  const devices = await at(person)
  await fill('personBlocks', QUOTAS.blocks - 3, index => ({
    userNo: person.userNo,
    blockedNo: -index,
    blockedAt: new Date(),
  }))
  const block = (index: number) =>
    devices[index % 2 ? 1 : 0].asks(blockPerson, { userNo: others[index]?.userNo ?? 0 })
  const answers = await atBoth(others.length, block)
  const left = others.filter((_, index) => answers[index]?.status !== 200)
  await fillsUp(
    () => node.app.context.stores.personBlocks.countOf(person.userNo),
    QUOTAS.blocks,
    QUOTAS.blocks - 3 + succeeded(answers),
    () => person.does(blockPerson, { userNo: left.pop()?.userNo ?? 0 }),
  )
})

test('however many rooms are made at once at two nodes, none is too many', async () => {
  const person = await newPerson(node.url)
  const others = await Promise.all(Array.from({ length: 6 }, () => newPerson(node.url)))
  await find(person, ...others)
  const devices = await at(person)
  await fill('hubs', QUOTAS.hubsMade - 3, index => ({
    hubNo: -person.userNo * 1_000 - index,
    makerNo: person.userNo,
    memberKey: `-${person.userNo}-${index}`,
  }))
  const make = (device: Person, other: Person | undefined) =>
    device.asks(createHub, { candidatesJSON: JSON.stringify([person.userNo, other?.userNo]) })
  const answers = await atBoth(others.length, index => make(devices[index % 2 ? 1 : 0], others[index]))
  const left = others.filter((_, index) => answers[index]?.status !== 200)
  await fillsUp(
    () => node.app.context.stores.hubs.countMadeBy(person.userNo),
    QUOTAS.hubsMade,
    QUOTAS.hubsMade - 3 + succeeded(answers),
    () => make(person, left.pop()),
  )
})

test('however many notes are written at once at two nodes, none is too many, and the same sending is one', async () => {
  const person = await newPerson(node.url)
  await writeNote(person)
  const topicNo = (await person.does(getTopics, {})).subjects[0]?.subjectNo ?? 0
  const devices = await at(person)
  await fill('topics', 1, () => ({
    subjectNo: -person.userNo * 100_000,
    ownerNo: person.userNo,
    noteCount: QUOTAS.notes - 4,
  }))
  const requestKey = randomUUID()
  const post = (device: Person, key?: string) =>
    device.asks(postNote, { topicNo, title: '글', text: '', ...(key && { requestKey: key }) })
  const answers = await atBoth(8, index =>
    post(devices[index % 2 ? 1 : 0], index < 2 ? requestKey : undefined),
  )
  const noteNos = new Set(answers.flatMap(({ status, body }) => (status === 200 ? [body.noteNo] : [])))
  await fillsUp(
    async () => (await node.app.context.stores.topics.notesOf(person.userNo, topicNo)).noteCount,
    QUOTAS.notes,
    QUOTAS.notes - 3 + noteNos.size,
    () => post(person),
  )
})
