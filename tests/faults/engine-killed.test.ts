import { execFileSync } from 'node:child_process'
import { rm } from 'node:fs/promises'
import { expect, onTestFinished, test } from 'vitest'
import { getSharedNotes } from '#protocol/discussion.ts'
import { getHubs, getUnread, markAsRead } from '#protocol/hubs.ts'
import { ITEMS_PER_PAGE_MAX } from '#protocol/limits.ts'
import { getNotes, postNote } from '#protocol/notes.ts'
import { shareNote } from '#protocol/shares.ts'
import { createTopic } from '#protocol/topics.ts'
import { startBuiltNode } from '#tests/support/nodeProcess.ts'
import { engineDirectory } from '#tests/support/services.ts'
import { makeHub, newUser, signInUser } from '#tests/support/users.ts'

/** One of the readers has read the shares up to here. */
const SHARES_BEFORE_THE_READING = 8
const SHARES_BEFORE_THE_KILL = 20
const NOTES = 45

test('when the engine is killed the server logs it and exits, and no acknowledged write is lost', async () => {
  const DATA_DIR = await engineDirectory('fault')
  onTestFinished(() => rm(DATA_DIR, { recursive: true, force: true }))
  const server = await startBuiltNode({ DATA_DIR })
  const author = await newUser(server.url)
  const { subjects } = await author.call(createTopic, { title: '주제' })
  const topicNo = subjects[0]?.subjectNo ?? 0
  const readers = [await newUser(server.url), await newUser(server.url), await newUser(server.url)]
  const hubNo = await makeHub(author, ...readers)
  const [attentive] = readers
  let reading: Promise<unknown> | undefined

  const acknowledged: number[] = []
  const shared: number[] = []
  await Promise.all(
    Array.from({ length: NOTES }, async (_, index) => {
      const answer = await author
        .request(postNote, { topicNo, title: `노트 ${index}`, text: '' })
        .catch(() => null)
      if (answer?.status !== 200) return
      const { noteNo } = answer.body
      acknowledged.push(noteNo)
      const sharing = await author.request(shareNote, { hubNo, noteNo }).catch(() => null)
      if (sharing?.status !== 200) return
      const count = shared.push(noteNo)
      if (count === SHARES_BEFORE_THE_READING)
        reading = attentive?.call(markAsRead, { hubNo, seq: SHARES_BEFORE_THE_READING })
      if (count !== SHARES_BEFORE_THE_KILL) return
      await reading
      process.kill(engineOf(DATA_DIR), 'SIGKILL')
    }),
  )
  const { exitCode, stderr } = await server.exited
  expect(exitCode).toBe(1)
  expect(stderr).toContain('내장 데이터베이스가 갑자기 멈췄어요')
  expect(shared.length).toBeGreaterThanOrEqual(SHARES_BEFORE_THE_KILL)

  const restarted = await startBuiltNode({ DATA_DIR })
  const returned = await signInUser(restarted.url, author.email)
  const { notes } = await returned.call(getNotes, { topicNo, itemsPerPage: ITEMS_PER_PAGE_MAX })
  expect(notes.map(note => note.noteNo)).toEqual(expect.arrayContaining(acknowledged))

  // Everything saved before the kill is there and counted, whether or not it was acknowledged in time.
  const page = await returned.call(getSharedNotes, {
    selectedHubNo: hubNo,
    numberOfItemsPerPage: ITEMS_PER_PAGE_MAX,
  })
  expect(page.notes.map(note => note.noteNo)).toEqual(expect.arrayContaining(shared))
  expect(page.total).toBe(page.notes.length)
  const unreadNumbers: number[] = []
  for (const reader of readers) {
    const at = await signInUser(restarted.url, reader.email)
    const { hubs } = await at.call(getUnread, {})
    const readUpTo = reader === attentive ? SHARES_BEFORE_THE_READING : 0
    const unread = page.notes.filter(({ seq }) => seq > readUpTo).length
    expect(hubs).toMatchObject([{ hubNo, numUnreadArticles: unread }])
    unreadNumbers.push(unread)
    const listed = await at.call(getHubs, {})
    expect(listed.hubs).toMatchObject([{ hubNo, numUnreadArticles: unread }])
  }
  expect(await returned.call(getUnread, {})).toMatchObject({ total: 0 })
  process.stdout.write(
    `engine killed: ${acknowledged.length} notes and ${shared.length} shares acknowledged, none lost; ${page.total} shares stand, unread ${unreadNumbers.join(', ')}\n`,
  )
  await restarted.stop()
})

/** The process id of the engine that has this data directory open. */
function engineOf(dataDir: string): number {
  const processes = execFileSync('ps', ['-eo', 'pid,args'], { encoding: 'utf8' })
  const line = processes.split('\n').find(line => line.includes('engine.mjs') && line.includes(dataDir))
  return Number.parseInt(line ?? '', 10)
}
