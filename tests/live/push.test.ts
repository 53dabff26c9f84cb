import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { markAllNotificationsSeen } from '#protocol/inbox.ts'
import { PUSH_GATHERED_MS } from '#protocol/limits.ts'
import { choosePush, FIRST_CHOICES, subscribePush } from '#protocol/push.ts'
import { emptyDatabase, startNode, type TestNode, VAPID_KEYS } from '#tests/support/node.ts'
import { makeHub, newPerson, shareNewNote, signedIn } from '#tests/support/person.ts'
import { startPushService, type TestPushService } from '#tests/support/pushService.ts'

let service: TestPushService
let here: TestNode
let there: TestNode
let now = new Date()

beforeAll(async () => {
  service = await startPushService(VAPID_KEYS.publicKey)
  const line = { mongoUrl: await emptyDatabase(), redisUrl: inject('redisUrl') }
  const options = { ...line, clock: () => now, pushHosts: [service.host] }
  here = await startNode(options)
  there = await startNode(options)
})
afterAll(async () => {
  await Promise.all([here.stop(), there.stop()])
  await service.stop()
})

function later(ms: number) {
  now = new Date(now.getTime() + ms)
}

/** A friend at one node and somebody with a device at the other, in a room. */
async function newRoom() {
  const friend = await newPerson(here.url)
  const person = await newPerson(there.url)
  const hubNo = await makeHub(friend, person)
  const owner = await signedIn(there.url, person.email, true)
  const browser = service.newBrowser()
  await owner.does(subscribePush, browser.subscription)
  await owner.does(choosePush, { ...FIRST_CHOICES, quiet: null })
  await owner.does(markAllNotificationsSeen, { upTo: now.toISOString() })
  return { friend, owner, hubNo, browser }
}

/** All that is due by now is noted. */
async function untilDue() {
  await Promise.all([here, there].map(({ app }) => app.context.backgroundTasks.settled()))
  later(PUSH_GATHERED_MS)
}

test('of two nodes that look at once one tells, whichever of them heard of it', async () => {
  const rooms = await Promise.all(Array.from({ length: 5 }, newRoom))
  for (const { friend, hubNo } of rooms) await shareNewNote(friend, hubNo)
  await untilDue()
  await Promise.all([here.app.sendPushes(), there.app.sendPushes(), here.app.sendPushes()])
  for (const { browser } of rooms) expect(service.broughtTo(browser)).toBe(1)
})

test('what a node took and did not finish another tells', async () => {
  const { friend, hubNo, browser } = await newRoom()
  await shareNewNote(friend, hubNo)
  await untilDue()
  expect(await here.app.context.stores.duePushes.take(now)).not.toBeNull()
  await there.app.sendPushes()
  expect(service.broughtTo(browser)).toBe(0)
  later(60_000)
  await there.app.sendPushes()
  expect(service.receivedBy(browser)).toMatchObject([{ message: { body: '새 노트 1개' } }])
})

test('a room that is before its owner’s eyes over the other node is not told', async () => {
  const { friend, owner, hubNo, browser } = await newRoom()
  const [tab, watcher] = [await owner.listens(there.url), await friend.listens(there.url)]
  tab.socket.emit('presence:enter', { hubNo })
  await watcher.receives('presence:changed', ({ userNos }) => userNos.includes(owner.userNo))
  await shareNewNote(friend, hubNo)
  await untilDue()
  await here.app.sendPushes()
  expect(service.broughtTo(browser)).toBe(0)
})
