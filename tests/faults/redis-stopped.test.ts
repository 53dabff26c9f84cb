import { setTimeout as wait } from 'node:timers/promises'
import { expect, onTestFinished, test, vi } from 'vitest'
import { addMatching, disjoin } from '#protocol/hubs.ts'
import { shareNote } from '#protocol/shares.ts'
import { emptyDatabase, startNode } from '#tests/support/node.ts'
import { find, makeHub, newPerson, shareNewNote, signedIn, writeNote } from '#tests/support/person.ts'
import { openScreen } from '#tests/support/screen.ts'
import { expectTrue } from '#tests/support/screenTruth.ts'
import { startTestRedis } from '#tests/support/services.ts'

const READERS = 10
const NOTES = 60
const AWAY_MS = 3_000
/** An idle machine takes a tenth of it, and says how long it took. */
const PATIENCE_MS = 30_000

test('Redis stops and comes back under load: calls go on, and every screen comes right by itself', async () => {
  const redis = await startTestRedis()
  onTestFinished(redis.stop)
  const line = { mongoUrl: await emptyDatabase(), redisUrl: redis.url }
  const [here, there] = [await startNode(line), await startNode(line)]
  onTestFinished(async () => {
    await Promise.all([here.stop(), there.stop()])
  })
  const [author, leaver, newcomer] = [
    await newPerson(here.url),
    await newPerson(there.url),
    await newPerson(there.url),
  ]
  const readers = await Promise.all(
    Array.from({ length: READERS }, (_, index) => newPerson(index % 2 ? here.url : there.url)),
  )
  const leaverElsewhere = await signedIn(here.url, leaver.email)
  const hubNo = await makeHub(author, leaver, ...readers)
  await find(author, newcomer)
  const notes: number[] = []
  for (let written = 0; written < NOTES; written += 1) notes.push(await writeNote(author))
  const screens = await Promise.all([author, leaver, newcomer, ...readers].map(owner => openScreen(owner)))

  let slowestMs = 0
  async function timed<Reply>(call: Promise<Reply>): Promise<Reply> {
    const startedAt = performance.now()
    const reply = await call
    slowestMs = Math.max(slowestMs, performance.now() - startedAt)
    return reply
  }
  const sharing = Promise.all([
    (async () => {
      for (const noteNo of notes) {
        await timed(author.does(shareNote, { hubNo, noteNo }))
        await wait(AWAY_MS / NOTES)
      }
    })(),
    (async () => {
      await wait(AWAY_MS / 6)
      await redis.kill()
      // Both are answered while it is away.
      const expected = [author, leaver, newcomer, ...readers].map(({ userNo }) => userNo)
      await timed(
        author.does(addMatching, {
          hubNo,
          friendsJSON: JSON.stringify([newcomer.userNo]),
          expectedResult: JSON.stringify(expected),
        }),
      )
      // At the other node than where the leaver's screen is.
      await timed(leaverElsewhere.does(disjoin, { targetHubNo: hubNo }))
      await wait(AWAY_MS)
      await redis.restart()
    })(),
  ])
  await sharing
  const repairedAt = performance.now()
  await vi.waitFor(() => expectTrue(screens), { timeout: PATIENCE_MS, interval: 50 })
  const rightAfterMs = Math.round(performance.now() - repairedAt)

  const later = await shareNewNote(author, hubNo, '돌아온 다음')
  for (const { tab, person } of screens)
    if (person !== leaver) await tab.receives('note:shared', ({ note }) => note.noteNo === later)
  const leaversTab = screens.find(({ person }) => person === leaver)?.tab
  expect(JSON.stringify(leaversTab?.received)).not.toContain('돌아온 다음')
  process.stdout.write(
    `Redis away: ${NOTES} shares, slowest call ${Math.round(slowestMs)} ms; ${screens.length} screens right ${rightAfterMs} ms after the mend\n`,
  )
  for (const screen of screens) screen.close()
})
