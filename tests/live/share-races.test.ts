import { beforeEach, describe, expect, test } from 'vitest'
import { getSharedNotes } from '#protocol/discussion.ts'
import { disjoin, getUnread, markAsRead } from '#protocol/hubs.ts'
import { deleteNote, getNote, updateNote } from '#protocol/notes.ts'
import { shareNote, unshareNote } from '#protocol/shares.ts'
import { deleteTopic } from '#protocol/topics.ts'
import { createCatchUp, noteTitlesOn, unreadCountOn } from '#tests/support/catchUp.ts'
import { runBefore } from '#tests/support/interleave.ts'
import { openTwoNodes } from '#tests/support/node.ts'
import { openScreen, type Screen } from '#tests/support/screen.ts'
import { expectScreensCorrect } from '#tests/support/screenTruth.ts'
import { AFTER_SAVED, SHARE_RACE_STEPS, shareInTurn } from '#tests/support/shareRaceSteps.ts'
import type { TestSocket } from '#tests/support/testSocket.ts'
import {
  addToHub,
  lookUp,
  makeHub,
  newUser,
  shareNewNote,
  signInUser,
  type TestUser,
  topicOf,
  writeNote,
} from '#tests/support/users.ts'

/** What others do at one node while a note is being shared at the other. */
const { firstNode, secondNode } = await openTwoNodes()
const { repositories } = firstNode.app.context
const author = await newUser(firstNode.url)
const authorThere = await signInUser(secondNode.url, author.email)
const reader = await newUser(secondNode.url)
const catchUp = await createCatchUp(author, reader)
let other: TestUser
let hubNo: number
let noteNo: number
let screen: TestSocket

beforeEach(async () => {
  other = await newUser(secondNode.url)
  hubNo = await makeHub(author, reader, other)
  noteNo = await writeNote(author, '나눈 노트')
  screen = await reader.openSocket()
})

/** Shares the note, and runs an action at a step of the share. */
async function shareDuring(
  runAt: (typeof SHARE_RACE_STEPS)[number]['runAt'],
  action: () => Promise<unknown>,
) {
  const race = runAt({ repositories, hubNo, author }, action)
  const { status } = await author.request(shareNote, { hubNo, noteNo })
  await race
  await catchUp(screen)
  return status
}

/** The unread number of the server, which the screen must show as well. */
async function unread(user = reader, tab = screen): Promise<number | undefined> {
  const { hubs } = await user.call(getUnread, {})
  const count = hubs.find(hub => hub.hubNo === hubNo)?.numUnreadArticles
  expect(unreadCountOn(tab, hubNo) ?? 0).toBe(count)
  return count
}
const pageOf = (user: TestUser) => user.call(getSharedNotes, { selectedHubNo: hubNo })

describe('is on no screen', () => {
  const changes = [
    {
      what: 'a note that is deleted',
      steps: SHARE_RACE_STEPS,
      act: () => authorThere.call(deleteNote, { noteNo }),
    },
    {
      what: 'a note whose topic is deleted',
      steps: SHARE_RACE_STEPS,
      act: async () => authorThere.call(deleteTopic, { topicNo: await topicOf(authorThere, noteNo) }),
    },
    {
      what: 'a note whose author leaves',
      steps: SHARE_RACE_STEPS,
      act: () => authorThere.call(disjoin, { targetHubNo: hubNo }),
    },
    {
      what: 'a share that is cancelled',
      steps: AFTER_SAVED,
      act: () => authorThere.call(unshareNote, { hubNo, noteNo }),
    },
  ].flatMap(({ what, steps, act }) => steps.map(({ when, runAt }) => ({ what, when, runAt, act })))

  test.each(changes)('$what $when', async ({ runAt, act }) => {
    await shareDuring(runAt, act)
    expect(noteTitlesOn(screen, hubNo)).toEqual([])
    expect(await unread()).toBe(0)
    expect(await pageOf(reader)).toMatchObject({ total: 0, notes: [] })
    expect(await reader.request(getNote, { noteNo })).toMatchObject({ status: 404 })
  })
})

test.each(SHARE_RACE_STEPS)('every screen shows a title that is changed $when', async ({ runAt }) => {
  const change = { noteNo, title: '고친 제목', text: '' }
  expect(await shareDuring(runAt, () => authorThere.call(updateNote, change))).toBe(200)
  expect(noteTitlesOn(screen, hubNo)).toEqual(['고친 제목'])
  expect(await unread()).toBe(1)
})

test.each(SHARE_RACE_STEPS)(
  'a user who leaves $when neither receives the share nor can read it',
  async ({ runAt }) => {
    const catchUpMember = await createCatchUp(author, other)
    const membersTab = await other.openSocket()
    expect(await shareDuring(runAt, () => other.call(disjoin, { targetHubNo: hubNo }))).toBe(200)
    await catchUpMember(membersTab)
    expect(noteTitlesOn(screen, hubNo)).toEqual(['나눈 노트'])
    expect(await unread()).toBe(1)
    expect(await membersTab.waitForEvent('hub:removed')).toMatchObject({ hubNo })
    expect(JSON.stringify(membersTab.received)).not.toContain('나눈 노트')
    expect(await other.request(getNote, { noteNo })).toMatchObject({ status: 404 })
  },
)

test('a share by an author who had just left is in no unread number', async () => {
  const keptNoteNo = await writeNote(other, '남는 노트')
  let noteEnd = () => {}
  const membershipEnded = new Promise<void>(resolve => {
    noteEnd = resolve
  })
  let leaving: Promise<unknown> = Promise.resolve()

  shareInTurn({ repositories, hubNo, author })
  const race = runBefore(repositories.hubs, 'recordShare', async () => {
    // The event counts the other share as well, which is already saved.
    await other.call(shareNote, { hubNo, noteNo: keptNoteNo })
    void runBefore(secondNode.app.context.repositories.shares, 'findLiveByAuthor', () => {
      noteEnd()
      return sharing
    })
    leaving = authorThere.call(disjoin, { targetHubNo: hubNo })
    await membershipEnded
  })
  const sharing = author.request(shareNote, { hubNo, noteNo })
  expect(await sharing).toMatchObject({ status: 404 })
  await race
  await leaving
  await catchUp(screen)
  expect(noteTitlesOn(screen, hubNo)).toEqual(['남는 노트'])
  expect(await unread()).toBe(1)
})

describe('a user is added during a share', () => {
  let added: TestUser
  let addedTab: TestSocket
  let catchUpAdded: typeof catchUp

  beforeEach(async () => {
    added = await newUser(secondNode.url)
    catchUpAdded = await createCatchUp(author, added)
    await lookUp(reader, added)
    addedTab = await added.openSocket()
  })
  const addThem = () => addToHub(reader, hubNo, added, author, reader, other)

  test.each(SHARE_RACE_STEPS)('has the note on the screen, added $when', async ({ runAt, isCounted }) => {
    expect(await shareDuring(runAt, addThem)).toBe(200)
    await catchUpAdded(addedTab)
    expect(noteTitlesOn(addedTab, hubNo)).toEqual(['나눈 노트'])
    // A new member starts with every share read that was counted before they joined.
    expect(await unread(added, addedTab)).toBe(isCounted ? 0 : 1)
    expect(await pageOf(added)).toMatchObject({ notes: [{ noteNo }] })
    expect(await added.request(getNote, { noteNo })).toMatchObject({ status: 200 })
  })

  test('after concurrent shares and additions every screen shows what the server returns', async () => {
    const notes = await Promise.all([1, 2, 3, 4].map(number => writeNote(author, `노트 ${number}`)))
    await Promise.all([addThem(), ...notes.map(note => author.call(shareNote, { hubNo, noteNo: note }))])
    await catchUpAdded(addedTab)
    await unread(added, addedTab)
    expect((await pageOf(added)).notes.map(note => note.seq)).toEqual([4, 3, 2, 1])
  })
})

describe('a reader marks as read during a share', () => {
  const newestSeq = async () => (await pageOf(reader)).notes[0]?.seq

  beforeEach(() => shareNewNote(author, hubNo).then(() => undefined))

  test.each(SHARE_RACE_STEPS)(
    'keeps a share unread that was not on the screen yet, marked $when',
    async ({ runAt }) => {
      const seq = await newestSeq()
      await shareDuring(runAt, () => reader.call(markAsRead, { hubNo, seq }))
      expect(await unread()).toBe(1)
    },
  )

  test.each(AFTER_SAVED)('everything stays read after it is marked as read $when', async ({ runAt }) => {
    await shareDuring(runAt, () => reader.call(markAsRead, { hubNo }))
    expect(await unread()).toBe(0)
  })

  test('a share after everything was marked as read is unread', async () => {
    const race = runBefore(secondNode.app.context.repositories.hubs, 'markRead', () =>
      author.call(shareNote, { hubNo, noteNo }),
    )
    await reader.call(markAsRead, { hubNo })
    await race
    await catchUp(screen)
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
    await catchUp(screen)
    await unread()
    await reader.call(markAsRead, { hubNo, seq: await newestSeq() })
    await catchUp(screen)
    expect(await unread()).toBe(0)
  })
})

test.each(SHARE_RACE_STEPS)(
  'a user who signs in $when has the note on both screens, with one unread note',
  async ({ runAt }) => {
    const user = await newUser(firstNode.url)
    const catchUpUser = await createCatchUp(author, user)
    hubNo = await makeHub(author, user, other)
    const screens: Screen[] = [await openScreen(user)]
    const signIn = async () => screens.push(await openScreen(await signInUser(secondNode.url, user.email)))
    expect(await shareDuring(runAt, signIn)).toBe(200)
    await catchUpUser(...screens.map(({ tab }) => tab))
    await Promise.all(screens.map(each => each.settled()))

    await expectScreensCorrect(screens)
    for (const each of screens) {
      expect(each.discussions().get(hubNo)?.notes).toMatchObject([{ noteNo, isNew: true }])
      expect(each.unread().get(hubNo)?.numUnreadArticles).toBe(1)
    }
  },
)
