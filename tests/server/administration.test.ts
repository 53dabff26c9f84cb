import { Types } from 'mongoose'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { getCounts, getDailyCounts } from '#protocol/administration.ts'
import { DAYS_COUNTED } from '#protocol/limits.ts'
import { call } from '#tests/support/call.ts'
import { emptyDatabase, ownDatabase, startNode, type TestNode } from '#tests/support/node.ts'
import { openVisitorSocket } from '#tests/support/testSocket.ts'
import { makeHub, newAdministrator, newUser, type TestUser, writeNote } from '#tests/support/users.ts'

describe('current counts', () => {
  let node: TestNode
  let otherNode: TestNode
  let administrator: TestUser
  let member: TestUser

  beforeAll(async () => {
    const options = { mongoUrl: await emptyDatabase(), redisUrl: inject('redisUrl') }
    node = await startNode(options)
    otherNode = await startNode(options)
    administrator = await newAdministrator(node)
    member = await newUser(node.url)
  })
  afterAll(() => Promise.all([node.stop(), otherNode.stop()]))

  test('only administrators receive the counts', async () => {
    expect(await call(node.url, getCounts, {})).toMatchObject({ status: 401, body: { success: false } })
    expect(await member.request(getCounts, {})).toMatchObject({ status: 403, body: { success: false } })
    expect(await administrator.request(getCounts, {})).toMatchObject({ status: 200 })
  })

  test('users, notes, hubs and open sockets are counted', async () => {
    expect(await administrator.call(getCounts, {})).toEqual({
      success: true,
      people: 2,
      notes: 0,
      hubs: 0,
      sockets: 0,
    })
    await writeNote(member)
    await writeNote(member)
    await makeHub(member, administrator)
    const tabs = [
      await member.openSocket(),
      await administrator.openSocket(otherNode.url),
      await openVisitorSocket(otherNode.url),
    ]
    expect(await administrator.call(getCounts, {})).toMatchObject({
      people: 2,
      notes: 2,
      hubs: 1,
      sockets: 3,
    })
    // The response of the other node is the same.
    expect((await call(otherNode.url, getCounts, {}, administrator.token)).body).toMatchObject({ sockets: 3 })
    for (const tab of tabs) tab.close()
  })

  test('a former administrator is rejected', async () => {
    const former = await newAdministrator(node)
    await node.app.context.repositories.users.setPrivilege(former.email, 0)
    node.app.context.gate.clear()
    expect(await former.request(getCounts, {})).toMatchObject({ status: 403 })
  })
})

describe('daily counts', () => {
  let node: TestNode
  let administrator: TestUser
  let now = new Date('2026-11-22T16:00:00Z')

  beforeAll(async () => {
    // Its own database: users created by the real clock today are counted by no other test.
    node = await startNode({ mongoUrl: await ownDatabase(), clock: () => now })
    administrator = await newAdministrator(node)
  })
  afterAll(() => node.stop())

  let number = 0
  /** Documents with only a creation time and an otherwise unused number. */
  async function insertAt(collection: string, ...moments: string[]): Promise<void> {
    const documents = moments.map(at => {
      number -= 1
      const _id = Types.ObjectId.createFromTime(Date.parse(at) / 1000)
      return { _id, noteNo: number, commentNo: number, suggestionNo: number, hubNo: number, seq: number }
    })
    await node.mongo.collection(collection).insertMany(documents)
  }
  const emptyCounts = { people: 0, notes: 0, shares: 0, comments: 0, opinions: 0 }
  const getDays = async () => (await administrator.call(getDailyCounts, {})).days

  test('returns nothing before a day was counted', async () => {
    expect(await getDays()).toEqual([])
  })

  test('counts new documents by day in Seoul, when the day is over', async () => {
    await insertAt('notes', '2026-11-21T14:59:59Z', '2026-11-21T15:00:00Z', '2026-11-22T14:59:59Z')
    await insertAt('notes', '2026-11-22T15:00:00Z')
    await insertAt('comments', '2026-10-23T15:00:00Z', '2026-10-23T14:59:59Z')
    await insertAt('shares', '2026-11-22T03:00:00Z')
    await insertAt('suggestions', '2026-11-20T03:00:00Z')
    await node.app.cleanUp()
    const days = await getDays()
    expect(days).toHaveLength(DAYS_COUNTED)
    expect(days[0]).toEqual({ ...emptyCounts, day: '2026-10-24', comments: 1 })
    expect(days.slice(-3)).toEqual([
      { ...emptyCounts, day: '2026-11-20', opinions: 1 },
      { ...emptyCounts, day: '2026-11-21', notes: 1 },
      { ...emptyCounts, day: '2026-11-22', notes: 2, shares: 1 },
    ])
  })

  test('a counted day does not change, and is deleted after a month', async () => {
    await node.mongo.collection('notes').deleteMany({ noteNo: { $lt: 0 } })
    now = new Date('2026-11-23T15:05:00Z')
    await node.app.cleanUp()
    expect((await getDays()).at(-1)).toEqual({ ...emptyCounts, day: '2026-11-22', notes: 2, shares: 1 })

    // Ten minutes after midnight every write from before is stored.
    now = new Date('2026-11-23T15:10:00Z')
    await node.app.cleanUp()
    const days = await getDays()
    expect(days.slice(-2)).toEqual([
      { ...emptyCounts, day: '2026-11-22', notes: 2, shares: 1 },
      { ...emptyCounts, day: '2026-11-23' },
    ])
    expect(days[0]?.day).toBe('2026-10-25')
    expect(await node.mongo.collection('dailyCounts').countDocuments()).toBe(DAYS_COUNTED)
  })
})
