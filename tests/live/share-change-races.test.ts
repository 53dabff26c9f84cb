import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { getSharedNotes } from '#protocol/discussion.ts'
import { getUnread, markAsRead } from '#protocol/hubs.ts'
import { deleteNote, getNote, updateNote } from '#protocol/notes.ts'
import { shareNote, unshareNote } from '#protocol/shares.ts'
import { deleteTopic } from '#protocol/topics.ts'
import { createCatchUp, noteTitlesOn, unreadCountOn } from '#tests/support/catchUp.ts'
import { runBefore } from '#tests/support/interleave.ts'
import { startTwoNodes } from '#tests/support/node.ts'
import { AFTER_SAVED, SHARE_RACE_STEPS } from '#tests/support/shareRaceSteps.ts'
import type { TestSocket } from '#tests/support/testSocket.ts'
import { makeHub, newUser, shareNewNote, signInUser, type TestUser, writeNote } from '#tests/support/users.ts'

/**
 * The author shares a note in one tab and concurrently deletes it, cancels the share or edits the note in another.
 */
describe('the author changes the note during its share', () => {
  let nodes: Awaited<ReturnType<typeof startTwoNodes>>
  let author: TestUser
  let otherTab: TestUser
  let reader: TestUser
  let catchUp: (...tabs: TestSocket[]) => Promise<void>
  let hubNo: number
  let noteNo: number
  let screen: TestSocket

  beforeAll(async () => {
    nodes = await startTwoNodes()
    author = await newUser(nodes.firstNode.url)
    otherTab = await signInUser(nodes.secondNode.url, author.email)
    reader = await newUser(nodes.secondNode.url)
    catchUp = await createCatchUp(author, reader)
  })
  afterAll(() => nodes.stop())
  beforeEach(async () => {
    hubNo = await makeHub(author, reader, await newUser(nodes.firstNode.url))
    noteNo = await writeNote(author, '처음 제목')
    screen = await reader.openSocket()
    return () => screen.close()
  })

  async function expectNothingShared(): Promise<void> {
    await catchUp(screen)
    expect(noteTitlesOn(screen, hubNo)).toEqual([])
    expect(unreadCountOn(screen, hubNo) ?? 0).toBe(0)
    expect(await reader.call(getSharedNotes, { selectedHubNo: hubNo })).toMatchObject({ total: 0, notes: [] })
    const { hubs } = await reader.call(getUnread, {})
    expect(hubs.find(hub => hub.hubNo === hubNo)).toMatchObject({ numUnreadArticles: 0 })
    expect(await reader.request(getNote, { noteNo })).toMatchObject({ status: 404 })
  }

  test.each(SHARE_RACE_STEPS)('a note that is deleted $when is on no screen', async ({ runAt }) => {
    const race = runAt({ repositories: nodes.firstNode.app.context.repositories, hubNo, author }, () =>
      otherTab.call(deleteNote, { noteNo }),
    )
    await author.request(shareNote, { hubNo, noteNo })
    await race
    await expectNothingShared()
  })

  test.each(SHARE_RACE_STEPS)('a note whose topic is deleted $when is on no screen', async ({ runAt }) => {
    const topicNo = (await author.call(getNote, { noteNo })).subjectNo ?? 0
    const race = runAt({ repositories: nodes.firstNode.app.context.repositories, hubNo, author }, () =>
      otherTab.call(deleteTopic, { topicNo }),
    )
    await author.request(shareNote, { hubNo, noteNo })
    await race
    await expectNothingShared()
  })

  test.each(AFTER_SAVED)('a share that is cancelled $when is on no screen', async ({ runAt }) => {
    const race = runAt({ repositories: nodes.firstNode.app.context.repositories, hubNo, author }, () =>
      otherTab.call(unshareNote, { hubNo, noteNo }),
    )
    await author.request(shareNote, { hubNo, noteNo })
    await race
    await expectNothingShared()
  })

  test.each(SHARE_RACE_STEPS)('every screen shows a title that is changed $when', async ({ runAt }) => {
    const change = { noteNo, title: '고친 제목', text: '' }
    const race = runAt({ repositories: nodes.firstNode.app.context.repositories, hubNo, author }, () =>
      otherTab.call(updateNote, change),
    )
    await author.call(shareNote, { hubNo, noteNo })
    await race
    await catchUp(screen)
    expect(noteTitlesOn(screen, hubNo)).toEqual(['고친 제목'])
    expect(unreadCountOn(screen, hubNo)).toBe(1)
  })
})

/** The reader marks everything as read at the other node while a note is being shared. */
describe('a reader marks as read during a share', () => {
  let nodes: Awaited<ReturnType<typeof startTwoNodes>>
  let author: TestUser
  let reader: TestUser
  let catchUp: (...tabs: TestSocket[]) => Promise<void>
  let hubNo: number
  let noteNo: number
  let screen: TestSocket

  beforeAll(async () => {
    nodes = await startTwoNodes()
    author = await newUser(nodes.firstNode.url)
    reader = await newUser(nodes.secondNode.url)
    catchUp = await createCatchUp(author, reader)
  })
  afterAll(() => nodes.stop())
  beforeEach(async () => {
    hubNo = await makeHub(author, reader, await newUser(nodes.firstNode.url))
    await shareNewNote(author, hubNo)
    noteNo = await writeNote(author)
    screen = await reader.openSocket()
    return () => screen.close()
  })

  /** Returns the unread number of the server, once the reader’s screen shows the same. */
  async function unread(): Promise<number | undefined> {
    await catchUp(screen)
    const { hubs } = await reader.call(getUnread, {})
    const published = hubs.find(hub => hub.hubNo === hubNo)?.numUnreadArticles
    expect(unreadCountOn(screen, hubNo)).toBe(published)
    return published
  }
  const newestSeq = async () => (await reader.call(getSharedNotes, { selectedHubNo: hubNo })).notes[0]?.seq

  const sharing = () => ({ repositories: nodes.firstNode.app.context.repositories, hubNo, author })

  test.each(SHARE_RACE_STEPS)(
    'keeps a share unread that was not on the screen yet, marked $when',
    async ({ runAt }) => {
      const seen = await newestSeq()
      const race = runAt(sharing(), () => reader.call(markAsRead, { hubNo, seq: seen }))
      await author.call(shareNote, { hubNo, noteNo })
      await race
      expect(await unread()).toBe(1)
    },
  )

  test.each(AFTER_SAVED)('everything stays read after it is marked as read $when', async ({ runAt }) => {
    const race = runAt(sharing(), () => reader.call(markAsRead, { hubNo }))
    await author.call(shareNote, { hubNo, noteNo })
    await race
    expect(await unread()).toBe(0)
  })

  test('a share after everything was marked as read is unread', async () => {
    const race = runBefore(nodes.secondNode.app.context.repositories.hubs, 'markRead', () =>
      author.call(shareNote, { hubNo, noteNo }),
    )
    await reader.call(markAsRead, { hubNo })
    await race
    expect(await unread()).toBe(1)
  })

  test('after concurrent shares, cancellations and reads the screen shows what the server returns', async () => {
    const notes = await Promise.all(Array.from({ length: 6 }, () => writeNote(author)))
    await Promise.all(
      notes.flatMap((note, index) => [
        author
          .call(shareNote, { hubNo, noteNo: note })
          .then(done => (index % 2 ? author.call(unshareNote, { hubNo, noteNo: note }) : done)),
        reader.call(markAsRead, { hubNo, seq: index + 1 }),
      ]),
    )
    await unread()
    await reader.call(markAsRead, { hubNo, seq: await newestSeq() })
    expect(await unread()).toBe(0)
  })
})
