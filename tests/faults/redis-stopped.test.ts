import { setTimeout as wait } from 'node:timers/promises'
import { expect, onTestFinished, test, vi } from 'vitest'
import { addMatching, disjoin } from '#protocol/hubs.ts'
import { shareNote } from '#protocol/shares.ts'
import { emptyDatabase, startNode } from '#tests/support/node.ts'
import { openScreen } from '#tests/support/screen.ts'
import { expectScreensCorrect } from '#tests/support/screenTruth.ts'
import { startTestRedis } from '#tests/support/services.ts'
import { lookUp, makeHub, newUser, shareNewNote, signInUser, writeNote } from '#tests/support/users.ts'

const READERS = 10
const NOTES = 60
const AWAY_MS = 3_000
/** An idle machine takes a tenth of this, and prints how long it took. */
const TIMEOUT_MS = 30_000

test('Redis stops and restarts under load: calls succeed, and every screen recovers', async () => {
  const redis = await startTestRedis()
  onTestFinished(redis.stop)
  const options = { mongoUrl: await emptyDatabase(), redisUrl: redis.url }
  const [firstNode, secondNode] = [await startNode(options), await startNode(options)]
  onTestFinished(async () => {
    await Promise.all([firstNode.stop(), secondNode.stop()])
  })
  const [author, leaver, newcomer] = [
    await newUser(firstNode.url),
    await newUser(secondNode.url),
    await newUser(secondNode.url),
  ]
  const readers = await Promise.all(
    Array.from({ length: READERS }, (_, index) => newUser(index % 2 ? firstNode.url : secondNode.url)),
  )
  const leaverElsewhere = await signInUser(firstNode.url, leaver.email)
  const hubNo = await makeHub(author, leaver, ...readers)
  await lookUp(author, newcomer)
  const notes: number[] = []
  for (let written = 0; written < NOTES; written += 1) notes.push(await writeNote(author))
  const screens = await Promise.all([author, leaver, newcomer, ...readers].map(owner => openScreen(owner)))

  let slowestMs = 0
  async function measureTime<Reply>(call: Promise<Reply>): Promise<Reply> {
    const startedAt = performance.now()
    const reply = await call
    slowestMs = Math.max(slowestMs, performance.now() - startedAt)
    return reply
  }
  const sharing = Promise.all([
    (async () => {
      for (const noteNo of notes) {
        await measureTime(author.call(shareNote, { hubNo, noteNo }))
        await wait(AWAY_MS / NOTES)
      }
    })(),
    (async () => {
      await wait(AWAY_MS / 6)
      await redis.kill()
      // Both are answered while Redis is down.
      const expected = [author, leaver, newcomer, ...readers].map(({ userNo }) => userNo)
      await measureTime(
        author.call(addMatching, {
          hubNo,
          friendsJSON: JSON.stringify([newcomer.userNo]),
          expectedResult: JSON.stringify(expected),
        }),
      )
      // At a different node than the leaver’s screen.
      await measureTime(leaverElsewhere.call(disjoin, { targetHubNo: hubNo }))
      await wait(AWAY_MS)
      await redis.restart()
    })(),
  ])
  await sharing
  const repairedAt = performance.now()
  await vi.waitFor(() => expectScreensCorrect(screens), { timeout: TIMEOUT_MS, interval: 50 })
  const rightAfterMs = Math.round(performance.now() - repairedAt)

  const laterNoteNo = await shareNewNote(author, hubNo, '돌아온 다음')
  for (const { tab, person: user } of screens)
    if (user !== leaver) await tab.waitForEvent('note:shared', ({ note }) => note.noteNo === laterNoteNo)
  const leaversTab = screens.find(({ person: user }) => user === leaver)?.tab
  expect(JSON.stringify(leaversTab?.received)).not.toContain('돌아온 다음')
  process.stdout.write(
    `Redis away: ${NOTES} shares, slowest call ${Math.round(slowestMs)} ms; ${screens.length} screens right ${rightAfterMs} ms after the mend\n`,
  )
  for (const screen of screens) screen.close()
})
