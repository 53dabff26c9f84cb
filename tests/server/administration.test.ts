import { Types } from 'mongoose'
import { expect, inject, test } from 'vitest'
import { getCounts, getDailyCounts } from '#protocol/administration.ts'
import { DAYS_COUNTED } from '#protocol/limits.ts'
import { call } from '#tests/support/call.ts'
import { openNodes, ownDatabase } from '#tests/support/node.ts'
import { openVisitorSocket } from '#tests/support/testSocket.ts'
import { makeHub, newAdministrator, newUser, writeNote } from '#tests/support/users.ts'

let now = new Date('2026-11-22T16:00:00Z')
const redisUrl = inject('redisUrl')
const [node, otherNode, countingNode] = await openNodes(
  { redisUrl },
  { redisUrl },
  // Its own database: users created by the real clock today are counted by no other test.
  { mongoUrl: await ownDatabase(), clock: () => now },
)
const administrator = await newAdministrator(node)
const member = await newUser(node.url)

test('users, notes, hubs and open sockets are counted', async () => {
  const none = { success: true, people: 2, notes: 0, hubs: 0, sockets: 0 }
  expect(await administrator.call(getCounts, {})).toEqual(none)
  await writeNote(member)
  await writeNote(member)
  await makeHub(member, administrator)
  const tabs = [
    await member.openSocket(),
    await administrator.openSocket(otherNode.url),
    await openVisitorSocket(otherNode.url),
  ]
  const all = { ...none, notes: 2, hubs: 1, sockets: 3 }
  expect(await administrator.call(getCounts, {})).toEqual(all)
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

const reader = await newAdministrator(countingNode)
let number = 0
/** Documents with only a creation time and an otherwise unused number. */
async function insertAt(collection: string, ...moments: string[]): Promise<void> {
  const documents = moments.map(at => {
    number -= 1
    const _id = Types.ObjectId.createFromTime(Date.parse(at) / 1000)
    return { _id, noteNo: number, commentNo: number, suggestionNo: number, hubNo: number, seq: number }
  })
  await countingNode.mongo.collection(collection).insertMany(documents)
}
const emptyCounts = { people: 0, notes: 0, shares: 0, comments: 0, opinions: 0 }
const getDays = async () => (await reader.call(getDailyCounts, {})).days

test('counts new documents by day in Seoul, when the day is over', async () => {
  expect(await getDays()).toEqual([])
  await insertAt('notes', '2026-11-21T14:59:59Z', '2026-11-21T15:00:00Z', '2026-11-22T14:59:59Z')
  await insertAt('notes', '2026-11-22T15:00:00Z')
  await insertAt('comments', '2026-10-23T15:00:00Z', '2026-10-23T14:59:59Z')
  await insertAt('shares', '2026-11-22T03:00:00Z')
  await insertAt('suggestions', '2026-11-20T03:00:00Z')
  await countingNode.app.cleanUp()
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
  await countingNode.mongo.collection('notes').deleteMany({ noteNo: { $lt: 0 } })
  now = new Date('2026-11-23T15:05:00Z')
  await countingNode.app.cleanUp()
  expect((await getDays()).at(-1)).toEqual({ ...emptyCounts, day: '2026-11-22', notes: 2, shares: 1 })

  // Ten minutes after midnight every write from before is stored.
  now = new Date('2026-11-23T15:10:00Z')
  await countingNode.app.cleanUp()
  const days = await getDays()
  expect(days.slice(-2)).toEqual([
    { ...emptyCounts, day: '2026-11-22', notes: 2, shares: 1 },
    { ...emptyCounts, day: '2026-11-23' },
  ])
  expect(days[0]?.day).toBe('2026-10-25')
  expect(await countingNode.mongo.collection('dailyCounts').countDocuments()).toBe(DAYS_COUNTED)
})
