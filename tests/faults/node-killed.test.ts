import { setTimeout as wait } from 'node:timers/promises'
import { expect, inject, onTestFinished, test, vi } from 'vitest'
import { getSharedNotes } from '#protocol/discussion.ts'
import { getUnread } from '#protocol/hubs.ts'
import { ITEMS_PER_PAGE_MAX } from '#protocol/limits.ts'
import { shareNote } from '#protocol/shares.ts'
import { emptyDatabase } from '#tests/support/node.ts'
import { startBuiltNode } from '#tests/support/nodeProcess.ts'
import { openScreen } from '#tests/support/screen.ts'
import { expectScreensCorrect } from '#tests/support/screenTruth.ts'
import { portOf, startTcpProxy } from '#tests/support/tcpProxy.ts'
import { makeHub, newUser, shareNewNote, signInUser, writeNote } from '#tests/support/users.ts'

const AUTHORS = 6
const NOTES_PER_USER = 5
const SCREENS_PER_USER = 2

/** Additional sockets that only receive. */
const TABS_PER_USER = 6
const KILLED_AFTER_SHARES = 20

/** An idle machine takes a tenth of this. */
const TIMEOUT_MS = 30_000

test('when one of two nodes is killed no acknowledged share is lost, and every screen recovers', async () => {
  const environment = {
    MONGODB_URL: await emptyDatabase(),
    REDIS_URL: inject('redisUrl'),
    JWT_SECRET: 'a secret that both of the nodes know',
    RATE_LIMIT_SCALE: '1000000',
  }
  const [doomed, staying] = await Promise.all([startBuiltNode(environment), startBuiltNode(environment)])
  // The load balancer of two nodes: it routes to the surviving one.
  const balancer = await startTcpProxy(portOf(doomed.url))
  const balancedUrl = `http://127.0.0.1:${balancer.port}`
  onTestFinished(async () => {
    await Promise.all([doomed.stop(), staying.stop()])
    await balancer.stop()
  })
  const authors = await Promise.all(Array.from({ length: AUTHORS }, () => newUser(staying.url)))
  const [first, ...others] = authors
  if (first === undefined) throw new Error('nobody writes')
  const hubNo = await makeHub(first, ...others)
  const viaBalancer = await Promise.all(authors.map(author => signInUser(balancedUrl, author.email)))
  const notes = await Promise.all(
    viaBalancer.map(author => Promise.all(Array.from({ length: NOTES_PER_USER }, () => writeNote(author)))),
  )
  const screens = await Promise.all(
    authors.flatMap((_, at) =>
      Array.from({ length: SCREENS_PER_USER }, (_, screen) =>
        openScreen((screen % 2 ? authors[at] : viaBalancer[at]) ?? first),
      ),
    ),
  )

  const tabs = await Promise.all(
    authors.flatMap((author, at) =>
      Array.from({ length: TABS_PER_USER }, (_, tab) =>
        ((tab % 2 ? author : viaBalancer[at]) ?? first).openSocket(),
      ),
    ),
  )

  const acknowledged: number[] = []
  let isKilled = false

  async function killOnce(): Promise<void> {
    if (isKilled) return
    isKilled = true
    const killed = doomed.kill()
    balancer.redirectTo(portOf(staying.url))
    await killed
  }
  await Promise.all(
    viaBalancer.map(async (author, at) => {
      for (const noteNo of notes[at] ?? []) {
        const answer = await author.request(shareNote, { hubNo, noteNo }).catch(() => null)
        if (answer?.status === 200) acknowledged.push(noteNo)
        if (acknowledged.length >= KILLED_AFTER_SHARES) await killOnce()
        await wait(20)
      }
    }),
  )
  await vi.waitFor(() => expectScreensCorrect(screens), { timeout: TIMEOUT_MS, interval: 100 })

  const { notes: shared } = await first.call(getSharedNotes, {
    selectedHubNo: hubNo,
    numberOfItemsPerPage: ITEMS_PER_PAGE_MAX,
  })
  expect(shared.map(({ noteNo }) => noteNo)).toEqual(expect.arrayContaining(acknowledged))
  // Nobody has read anything, so all shares of others are unread.
  for (const author of authors) {
    const { hubs } = await author.call(getUnread, {})
    const ofOthers = shared.filter(({ authorNo }) => authorNo !== author.userNo)
    expect(hubs).toMatchObject([{ hubNo, numUnreadArticles: ofOthers.length }])
  }
  const allTabs = [...tabs, ...screens.map(({ tab }) => tab)]
  const laterNoteNo = await shareNewNote(first, hubNo)
  await Promise.all(
    allTabs.map(tab => tab.waitForEvent('note:shared', ({ note }) => note.noteNo === laterNoteNo)),
  )
})
