import { setTimeout as wait } from 'node:timers/promises'
import { expect, inject, onTestFinished, test, vi } from 'vitest'
import { getSharedNotes } from '#protocol/discussion.ts'
import { getUnread } from '#protocol/hubs.ts'
import { ITEMS_PER_PAGE_MAX } from '#protocol/limits.ts'
import { shareNote } from '#protocol/shares.ts'
import { emptyDatabase } from '#tests/support/node.ts'
import { startBuiltNode } from '#tests/support/nodeProcess.ts'
import { makeHub, newPerson, shareNewNote, signedIn, writeNote } from '#tests/support/person.ts'
import { openScreen } from '#tests/support/screen.ts'
import { expectTrue } from '#tests/support/screenTruth.ts'
import { portOf, startLine } from '#tests/support/tcpProxy.ts'

const AUTHORS = 10
const NOTES_EACH = 5
const SCREENS_EACH = 2
/** Besides, sockets that only listen. */
const TABS_EACH = 18
const KILLED_AFTER_SHARES = 35
/** An idle machine takes a tenth of it, and says how long it took. */
const PATIENCE_MS = 30_000

test('one of two nodes is killed: no acknowledged share is lost, and every screen comes right by itself', async () => {
  const environment = {
    MONGODB_URL: await emptyDatabase(),
    REDIS_URL: inject('redisUrl'),
    JWT_SECRET: 'a secret that both of the nodes know',
    RATE_LIMIT_SCALE: '1000000',
  }
  const [doomed, staying] = await Promise.all([startBuiltNode(environment), startBuiltNode(environment)])
  // What stands before two nodes: it leads to the one that lives.
  const balancer = await startLine(portOf(doomed.url))
  const balancedUrl = `http://127.0.0.1:${balancer.port}`
  onTestFinished(async () => {
    await Promise.all([doomed.stop(), staying.stop()])
    await balancer.stop()
  })
  const authors = await Promise.all(Array.from({ length: AUTHORS }, () => newPerson(staying.url)))
  const [first, ...others] = authors
  if (first === undefined) throw new Error('nobody writes')
  const hubNo = await makeHub(first, ...others)
  const viaBalancer = await Promise.all(authors.map(author => signedIn(balancedUrl, author.email)))
  const notes = await Promise.all(
    viaBalancer.map(author => Promise.all(Array.from({ length: NOTES_EACH }, () => writeNote(author)))),
  )
  const screens = await Promise.all(
    authors.flatMap((_, at) =>
      Array.from({ length: SCREENS_EACH }, (_, screen) =>
        openScreen((screen % 2 ? authors[at] : viaBalancer[at]) ?? first),
      ),
    ),
  )

  const tabs = await Promise.all(
    authors.flatMap((author, at) =>
      Array.from({ length: TABS_EACH }, (_, tab) =>
        ((tab % 2 ? author : viaBalancer[at]) ?? first).listens(),
      ),
    ),
  )

  const acknowledged: number[] = []
  let killedAt = 0
  async function killOnce(): Promise<void> {
    if (killedAt > 0) return
    killedAt = performance.now()
    const killed = doomed.kill()
    balancer.leadTo(portOf(staying.url))
    await killed
  }
  await Promise.all(
    viaBalancer.map(async (author, at) => {
      for (const noteNo of notes[at] ?? []) {
        const answer = await author.asks(shareNote, { hubNo, noteNo }).catch(() => null)
        if (answer?.status === 200) acknowledged.push(noteNo)
        if (acknowledged.length >= KILLED_AFTER_SHARES) await killOnce()
        await wait(20)
      }
    }),
  )
  await vi.waitFor(() => expectTrue(screens), { timeout: PATIENCE_MS, interval: 100 })
  const rightAfterMs = Math.round(performance.now() - killedAt)

  const { notes: shared } = await first.does(getSharedNotes, {
    selectedHubNo: hubNo,
    numberOfItemsPerPage: ITEMS_PER_PAGE_MAX,
  })
  expect(shared.map(({ noteNo }) => noteNo)).toEqual(expect.arrayContaining(acknowledged))
  // Nobody has read anything, so everything of others is unread.
  for (const author of authors) {
    const { hubs } = await author.does(getUnread, {})
    const ofOthers = shared.filter(({ authorNo }) => authorNo !== author.userNo)
    expect(hubs).toMatchObject([{ hubNo, numUnreadArticles: ofOthers.length }])
  }
  const allTabs = [...tabs, ...screens.map(({ tab }) => tab)]
  const later = await shareNewNote(first, hubNo)
  await Promise.all(allTabs.map(tab => tab.receives('note:shared', ({ note }) => note.noteNo === later)))
  process.stdout.write(
    `node killed: ${acknowledged.length} of ${AUTHORS * NOTES_EACH} shares acknowledged, none lost; ${screens.length} screens and ${tabs.length} more sockets right ${rightAfterMs} ms after the kill\n`,
  )
  for (const open of [...tabs, ...screens]) open.close()
})
