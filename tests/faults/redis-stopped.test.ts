import { setTimeout as wait } from 'node:timers/promises'
import { expect, onTestFinished, test, vi } from 'vitest'
import { signIn, signOut } from '#protocol/accounts.ts'
import { disjoin } from '#protocol/hubs.ts'
import { shareNote } from '#protocol/shares.ts'
import { call } from '#tests/support/call.ts'
import { emptyDatabase, startNode } from '#tests/support/node.ts'
import { openScreen } from '#tests/support/screen.ts'
import { expectScreensCorrect } from '#tests/support/screenTruth.ts'
import { startTestRedis } from '#tests/support/services.ts'
import { openSocket, openVisitorSocket } from '#tests/support/testSocket.ts'
import {
  addToHub,
  lookUp,
  makeHub,
  newUser,
  newUsers,
  PASSWORD,
  shareNewNote,
  signInUser,
  writeNote,
} from '#tests/support/users.ts'

const READERS = 4
const NOTES = 30
const AWAY_MS = 3_000

/** An idle machine takes a tenth of this. */
const TIMEOUT_MS = 30_000

async function startTwoNodes() {
  const redis = await startTestRedis()
  onTestFinished(redis.stop)
  const options = { mongoUrl: await emptyDatabase(), redisUrl: redis.url }
  const nodes = [await startNode(options), await startNode(options)] as const
  onTestFinished(async () => {
    await Promise.all(nodes.map(node => node.stop()))
  })
  return { redis, nodes }
}

test('Redis stops and restarts under load: calls succeed, and every screen recovers', async () => {
  const { redis, nodes } = await startTwoNodes()
  const [firstNode, secondNode] = nodes
  const [author, member, newcomer] = await newUsers(firstNode.url, secondNode.url, secondNode.url)
  const readers = await Promise.all(
    Array.from({ length: READERS }, (_, index) => newUser(index % 2 ? firstNode.url : secondNode.url)),
  )
  const memberElsewhere = await signInUser(firstNode.url, member.email)
  const hubNo = await makeHub(author, member, ...readers)
  await lookUp(author, newcomer)
  const notes: number[] = []
  for (let written = 0; written < NOTES; written += 1) notes.push(await writeNote(author))
  const screens = await Promise.all([author, member, newcomer, ...readers].map(owner => openScreen(owner)))

  await Promise.all([
    (async () => {
      for (const noteNo of notes) {
        await author.call(shareNote, { hubNo, noteNo })
        await wait(AWAY_MS / NOTES)
      }
    })(),
    (async () => {
      await wait(AWAY_MS / 6)
      await redis.kill()
      // Both are answered while Redis is down.
      await addToHub(author, hubNo, newcomer, author, member, ...readers)
      // At a different node than the member’s screen.
      await memberElsewhere.call(disjoin, { targetHubNo: hubNo })
      await wait(AWAY_MS)
      await redis.restart()
    })(),
  ])
  await vi.waitFor(() => expectScreensCorrect(screens), { timeout: TIMEOUT_MS, interval: 50 })

  const laterNoteNo = await shareNewNote(author, hubNo, '돌아온 다음')
  for (const { tab, person: user } of screens)
    if (user !== member) await tab.waitForEvent('note:shared', ({ note }) => note.noteNo === laterNoteNo)
  const membersTab = screens.find(({ person: user }) => user === member)?.tab
  expect(JSON.stringify(membersTab?.received)).not.toContain('돌아온 다음')
})

/** How soon sockets must be told of an outage. */
const OUTAGE_PUBLISHED_WITHIN_MS = 3_000

test('while the nodes are partitioned, sockets are told once that events may be late, and once when it is over', async () => {
  const { redis, nodes } = await startTwoNodes()
  const users = await Promise.all(nodes.map(node => newUser(node.url)))
  const [first] = users
  if (!first) throw new Error('no person')
  const tabs = await Promise.all([
    ...users.map(({ url, token }) => openSocket(url, token)),
    ...nodes.map(({ url }) => openVisitorSocket(url)),
  ])
  const outageEventsOf = (tab: (typeof tabs)[number]) =>
    tab.received.filter(({ name }) => name === 'news:delayed')

  const cutAt = performance.now()
  await redis.kill()
  for (const tab of tabs) await tab.waitForEvent('news:delayed', ({ isDelayed }) => isDelayed)
  expect(performance.now() - cutAt).toBeLessThan(OUTAGE_PUBLISHED_WITHIN_MS)
  const newcomer = await openSocket(first.url, first.token)
  await newcomer.waitForEvent('news:delayed', ({ isDelayed }) => isDelayed)
  tabs.push(newcomer)

  await redis.restart()
  for (const tab of tabs) {
    await tab.waitForEvent('news:delayed', ({ isDelayed }) => !isDelayed)
    await tab.waitForEvent('sync:needed')
    expect(outageEventsOf(tab)).toHaveLength(2)
    tab.close()
  }
})

test('who leaves a room or signs out at one node while Redis is down soon receives nothing at another', async () => {
  const { redis, nodes } = await startTwoNodes()
  const [here, elsewhere] = nodes
  const [author, member, reader] = await newUsers(here.url, here.url, here.url)
  const hubNo = await makeHub(author, member, reader)
  const [memberTab, readerTab] = [
    await openSocket(here.url, member.token),
    await openSocket(here.url, reader.token),
  ]
  const { token: endedToken } = await signInUser(here.url, author.email)
  const endedTab = await openSocket(here.url, endedToken)
  const has = (tab: typeof memberTab, name: string) => tab.received.some(event => event.name === name)
  await redis.kill()
  await call(elsewhere.url, disjoin, { targetHubNo: hubNo }, member.token)
  await call(elsewhere.url, signOut, { authToken: endedToken })
  await vi.waitFor(
    () => {
      expect(has(memberTab, 'sync:needed')).toBe(true)
      expect(has(endedTab, 'session:ended')).toBe(true)
    },
    { timeout: TIMEOUT_MS, interval: 50 },
  )
  const noteNo = await shareNewNote(author, hubNo)
  await readerTab.waitForEvent('note:shared', ({ note }) => note.noteNo === noteNo)
  expect(has(memberTab, 'note:shared')).toBe(false)
  // Nothing has changed for the others.
  expect(has(readerTab, 'sync:needed')).toBe(false)
})

test('users can sign in while Redis is down, and the node counts locally until it is back', async () => {
  const redis = await startTestRedis()
  onTestFinished(redis.stop)
  const node = await startNode({ mongoUrl: await emptyDatabase(), redisUrl: redis.url, rateLimitScale: 1 })
  onTestFinished(node.stop)
  const [user, guessed] = await newUsers(node.url, node.url)
  const guess = async () => (await call(node.url, signIn, { email: guessed.email, password: 'wrong' })).status
  await redis.kill()
  const { body } = await call(node.url, signIn, { email: user.email, password: PASSWORD })
  expect(body.authenticated).toBe(true)
  await expect.poll(guess, { timeout: 15_000, interval: 1 }).toBe(429)

  await redis.restart()
  // The counters start again, then shared by all nodes.
  await expect.poll(guess, { timeout: 15_000, interval: 20 }).toBe(200)
  await expect.poll(guess, { timeout: 15_000, interval: 20 }).toBe(429)
})
