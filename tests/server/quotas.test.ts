import { randomUUID } from 'node:crypto'
import { expect, inject, test } from 'vitest'
import { blockPerson, getBlocked, unblockPerson } from '#protocol/blocking.ts'
import { encodeText } from '#protocol/encoding.ts'
import { createHub, pinHub } from '#protocol/hubs.ts'
import { QUOTAS } from '#protocol/limits.ts'
import { deleteNote, postNote, quickNote } from '#protocol/notes.ts'
import { createTopic, deleteTopic, getTopics } from '#protocol/topics.ts'
import { getTrash, restoreTrash } from '#protocol/trash.ts'
import { openNodes } from '#tests/support/node.ts'
import {
  lookUp,
  makeHub,
  newTopic,
  newUser,
  newUsers,
  signInUser,
  type TestUser,
  topicOf,
  writeNote,
} from '#tests/support/users.ts'

const redisUrl = inject('redisUrl')
const [node, other] = await openNodes({ redisUrl }, { redisUrl })
const { repositories } = node.app.context

/** Inserts documents directly into the database, up to the quota. */
async function fill(collection: string, count: number, record: (index: number) => object): Promise<void> {
  await node.mongo
    .collection(collection)
    .insertMany(Array.from({ length: count }, (_, index) => record(index + 1)))
  // The cached count of the user is outdated.
  await node.app.context.live.invalidateHubCaches()
}

/** Stores topics of the user, with numbers that nobody else has. */
const fillTopics = (owner: TestUser, count: number, fields: object = { title: '다른 이름' }) =>
  fill('topics', count, index => ({
    subjectNo: -owner.userNo * 10_000 - index,
    ownerNo: owner.userNo,
    ...fields,
  }))

interface Quota {
  max: number
  message: string

  /** Stores all but three, and returns a function that asks for one more. */
  prepare(
    user: TestUser,
  ): Promise<(device: TestUser, index: number) => Promise<{ status: number; body: object }>>
  count(user: TestUser): Promise<number>
}

/** More requests than there are places. */
const REQUESTS = 8
const newContacts = async (user: TestUser) => {
  const others = await Promise.all(Array.from({ length: REQUESTS + 1 }, () => newUser(node.url)))
  await lookUp(user, ...others)
  return others
}

const quotas: Record<string, Quota> = {
  topics: {
    max: QUOTAS.topics,
    message: '1,000개',
    async prepare(user) {
      await fillTopics(user, QUOTAS.topics - 3)
      return device => device.request(createTopic, { title: '주제' })
    },
    count: ({ userNo }) => repositories.topics.countByUser(userNo),
  },
  notes: {
    max: QUOTAS.notes,
    message: '20,000개',
    async prepare(user) {
      const topicNo = await newTopic(user)
      await fillTopics(user, 1, { noteCount: QUOTAS.notes - 3 })
      return device => device.request(postNote, { topicNo, title: '글', text: '' })
    },
    async count(user) {
      const { subjects } = await user.call(getTopics, {})
      return subjects.reduce((sum, { noteCount }) => sum + noteCount, 0)
    },
  },
  'blocked users': {
    max: QUOTAS.blocks,
    message: '1,000명',
    async prepare(user) {
      const others = await newContacts(user)
      const { userNo } = user
      await fill('personBlocks', QUOTAS.blocks - 3, index => ({
        userNo,
        blockedNo: -index,
        blockedAt: new Date(),
      }))
      return (device, index) => device.request(blockPerson, { userNo: others[index]?.userNo ?? 0 })
    },
    count: ({ userNo }) => repositories.blocks.countByUser(userNo),
  },
  'hubs that they create': {
    max: QUOTAS.hubsMade,
    message: '500개',
    async prepare(user) {
      const others = await newContacts(user)
      // A hub that somebody else creates does not count.
      await makeHub(await newUser(node.url), user)
      await fill('hubs', QUOTAS.hubsMade - 3, index => ({
        hubNo: -user.userNo * 1_000 - index,
        makerNo: user.userNo,
        memberKey: `-${user.userNo}-${index}`,
      }))
      return (device, index) =>
        device.request(createHub, { candidatesJSON: JSON.stringify([user.userNo, others[index]?.userNo]) })
    },
    count: ({ userNo }) => repositories.hubs.countCreatedBy(userNo),
  },
  'pinned hubs': {
    max: QUOTAS.hubsPinned,
    message: '5개',
    async prepare(user) {
      const hubNos: number[] = []
      for (const contact of await newContacts(user)) hubNos.push(await makeHub(user, contact))
      for (const hubNo of hubNos.splice(0, QUOTAS.hubsPinned - 3))
        await user.call(pinHub, { hubNo, isPinned: true })
      return (device, index) => device.request(pinHub, { hubNo: hubNos[index] ?? 0, isPinned: true })
    },
    count: ({ userNo }) => repositories.hubs.countPinnedBy(userNo),
  },
}

test.each(Object.entries(quotas))(
  'the number of %s is limited, also for concurrent requests at two nodes, with a message',
  async (_, { max, message, prepare, count }) => {
    const user = await newUser(node.url)
    const elsewhere = await signInUser(other.url, user.email)
    const ask = await prepare(user)
    const answers = await Promise.all(
      Array.from({ length: REQUESTS - 2 }, (_, index) => ask(index % 2 ? elsewhere : user, index)),
    )
    const rejected = answers.flatMap(({ status }, index) => (status === 200 ? [] : [index]))
    const created = max - 3 + answers.length - rejected.length
    expect(created).toBeLessThanOrEqual(max)
    // Rejected requests leave nothing, and the quota can still be filled one by one.
    expect(await count(user)).toBe(created)
    for (let index = created; index < max; index += 1)
      expect(await ask(user, rejected.pop() ?? 0)).toMatchObject({ status: 200 })
    expect(await count(user)).toBe(max)
    expect(await ask(user, rejected.pop() ?? 0)).toMatchObject({
      status: 409,
      body: { success: false, code: 'quota', message: expect.stringContaining(message) },
    })
    expect(await count(user)).toBe(max)
  },
)

test('a concurrent and a repeated request with the same key take one place', async () => {
  const user = await newUser(node.url)
  const topicNo = await newTopic(user)
  await fillTopics(user, 1, { noteCount: QUOTAS.notes - 1 })
  const note = { topicNo, title: '글', text: '', requestKey: randomUUID() }
  const elsewhere = await signInUser(other.url, user.email)
  const both = await Promise.all([user.request(postNote, note), elsewhere.request(postNote, note)])
  both.push(await user.request(postNote, note))
  expect(new Set(both.flatMap(({ status, body }) => (status === 200 ? [body.noteNo] : []))).size).toBe(1)
  expect(both.at(-1)?.status).toBe(200)
})

test('existing blocks stay possible at the quota, and an unblocked user makes place', async () => {
  const user = await newUser(node.url)
  const [first, second] = await newUsers(node.url, node.url)
  await lookUp(user, first, second)
  const { userNo } = user
  await fill('personBlocks', QUOTAS.blocks - 1, index => ({
    userNo,
    blockedNo: -index,
    blockedAt: new Date(),
  }))
  const block = async (who: TestUser) => (await user.request(blockPerson, { userNo: who.userNo })).status
  expect([await block(first), await block(second), await block(first)]).toEqual([200, 409, 200])
  expect((await user.call(getBlocked, {})).people).toMatchObject([{ userNo: first.userNo }])
  await user.call(unblockPerson, { userNo: first.userNo })
  expect(await block(second)).toBe(200)
})

test('a trashed note counts towards the quota, so restoring it always succeeds', async () => {
  const author = await newUser(node.url)
  const noteNo = await writeNote(author)
  const topicNo = await topicOf(author, noteNo)
  await fillTopics(author, 1, { noteCount: QUOTAS.notes - 1 })
  const post = async () => (await author.request(postNote, { topicNo, title: '글', text: '' })).status

  await author.call(deleteNote, { noteNo })
  expect(await post()).toBe(409)
  await author.call(restoreTrash, { noteNosJSON: JSON.stringify([noteNo]) })
  expect(await post()).toBe(409)
  expect((await author.call(getTopics, {})).subjects[0]?.noteCount).toBe(1)
})

test('no topic is created for a restored note or a quick note without a quota', async () => {
  const author = await newUser(node.url)
  const noteNo = await writeNote(author)
  await author.call(deleteTopic, { topicNo: await topicOf(author, noteNo) })
  await fillTopics(author, QUOTAS.topics)
  const full = { status: 409, body: { code: 'quota', message: expect.stringContaining('1,000개') } }
  expect(await author.request(restoreTrash, { noteNosJSON: JSON.stringify([noteNo]) })).toMatchObject(full)
  expect((await author.call(getTrash, {})).notes).toMatchObject([{ noteNo }])

  const writer = await newUser(node.url)
  await fillTopics(writer, 1, { noteCount: QUOTAS.notes, title: '가득한 주제' })
  const quick = { text: encodeText('장보기'), requestKey: randomUUID() }
  expect(await writer.request(quickNote, quick)).toMatchObject({ status: 409, body: { code: 'quota' } })
  expect((await writer.call(getTopics, {})).subjects).toMatchObject([{ title: '가득한 주제' }])
})

test('a topic that a node has cached and that was deleted at another accepts no note', async () => {
  const author = await newUser(node.url)
  const otherSession = await signInUser(other.url, author.email)
  const topicNo = await topicOf(author, await writeNote(author))
  await otherSession.call(deleteTopic, { topicNo })
  expect((await author.request(postNote, { topicNo, title: '글', text: '' })).status).toBe(404)
  expect(await repositories.notes.numbersOf(author.userNo)).toEqual([])
  expect((await author.call(getTrash, {})).notes).toHaveLength(1)
})
