import { toBase64 } from 'lib0/buffer'
import { beforeEach, expect, test } from 'vitest'
import { getSharedNotes } from '#protocol/discussion.ts'
import { editDocument, openDocument } from '#protocol/documents.ts'
import { disjoin, getHubInfo, getHubs, getUnread } from '#protocol/hubs.ts'
import { deleteNote, getNote } from '#protocol/notes.ts'
import { setSharedWriting, shareNote } from '#protocol/shares.ts'
import { deleteTopic, getTopics } from '#protocol/topics.ts'
import { createJobRunner } from '#server/cleanup.ts'
import type { JobRunner } from '#server/platform/mongo/jobs.ts'
import { updateTo } from '#tests/support/documents.ts'
import { killBefore } from '#tests/support/interleave.ts'
import { openNodes } from '#tests/support/node.ts'
import {
  addToHub,
  lookUp,
  makeHub,
  newUser,
  shareNewNote,
  type TestUser,
  topicOf,
  writeNote,
} from '#tests/support/users.ts'

/** Operations of several steps that a crash interrupts: any node finishes them as jobs. */
let now = Date.now()
const [node] = await openNodes({ clock: () => new Date(now) })
const { repositories } = node.app.context
let author: TestUser
let friend: TestUser
let hubNo: number
let noteNo: number
let topicNo: number

beforeEach(async () => {
  author = await newUser(node.url)
  friend = await newUser(node.url)
  hubNo = await makeHub(author, friend)
  await lookUp(friend, author)
  noteNo = await writeNote(author)
  topicNo = await topicOf(author, noteNo)
  await author.call(shareNote, { hubNo, noteNo })
})

/** Kills the server before a step of the author’s request. */
async function requestAndKill(kill: () => void, ask: () => Promise<unknown>): Promise<void> {
  kill()
  expect(await ask()).toMatchObject({ status: 500 })
}

const deletingNote = () => author.request(deleteNote, { noteNo })
const deletingTopic = () => author.request(deleteTopic, { topicNo })
const leaveHub = () => author.request(disjoin, { targetHubNo: hubNo })
const declining = () => author.request(disjoin, { targetHubNo: hubNo, declineInvitations: true })

/** Runs the next cleanup for which the job’s lease has expired. */
async function cleanUpAfterLease(): Promise<void> {
  now += 61_000
  await node.app.cleanUp()
}

async function expectNoteGone(): Promise<void> {
  for (const user of [author, friend]) {
    expect(await user.request(getNote, { noteNo })).toMatchObject({ status: 404 })
    expect(await user.call(getSharedNotes, { selectedHubNo: hubNo })).toMatchObject({ total: 0, notes: [] })
    expect(await user.call(getUnread, {})).toMatchObject({ total: 0 })
  }
}

const stepsOfNote: [string, () => void][] = [
  ['its shares were read', () => killBefore(repositories.shares, 'findLiveByNote')],
  ['its share was withdrawn', () => killBefore(repositories.shares, 'withdraw')],
  ['the hub counted the withdrawal', () => killBefore(repositories.hubs, 'recordWithdrawal')],
  ['the note was deleted', () => killBefore(repositories.notes, 'delete')],
]

test.each(stepsOfNote)(
  'a note whose deletion was killed before %s is deleted by the cleanup',
  async (_, kill) => {
    await requestAndKill(kill, deletingNote)
    await cleanUpAfterLease()
    await expectNoteGone()
  },
)

test.each([
  ['the topic was deleted', () => killBefore(repositories.topics, 'delete')],
  ['its notes were read', () => killBefore(repositories.notes, 'findNosByTopic')],
  ...stepsOfNote,
] as const)('a topic whose deletion was killed before %s is deleted by the cleanup', async (_, kill) => {
  await requestAndKill(kill, deletingTopic)
  await cleanUpAfterLease()
  expect(await author.call(getTopics, {})).toMatchObject({ subjects: [] })
  expect(await repositories.notes.findNosByTopic(topicNo)).toEqual([])
  await expectNoteGone()
})

test.each<[string, () => void]>([
  ['the membership ended', () => killBefore(repositories.hubs, 'removeMember')],
  ['the shares were read', () => killBefore(repositories.shares, 'findLiveByAuthor')],
  ['the share was withdrawn', () => killBefore(repositories.shares, 'withdraw')],
  ['the hub counted the withdrawal', () => killBefore(repositories.hubs, 'recordWithdrawal')],
  ['the change was published', () => killBefore(node.app.context.people, 'getMany')],
])('leaving a hub that was killed before %s is finished by the cleanup', async (_, kill) => {
  await requestAndKill(kill, leaveHub)
  await cleanUpAfterLease()
  expect(await author.call(getHubs, {})).toMatchObject({ hubs: [] })
  expect(await friend.request(getNote, { noteNo })).toMatchObject({ status: 404 })
  expect(await friend.call(getSharedNotes, { selectedHubNo: hubNo })).toMatchObject({ total: 0 })
  expect(await friend.call(getUnread, {})).toMatchObject({ total: 0 })
  expect((await friend.call(getHubInfo, { hubNo })).participants).toMatchObject([{ userNo: friend.userNo }])
})

test.each([
  ['leaving', leaveHub],
  ['a deletion', deletingNote],
] as const)(
  '%s that was killed after the share was withdrawn ends the right to write',
  async (_, request) => {
    await author.call(setSharedWriting, { hubNo, noteNo, isOn: true })
    const { document } = await friend.call(openDocument, { subject: { noteNo } })
    await requestAndKill(() => killBefore(repositories.hubs, 'recordWithdrawal'), request)
    await cleanUpAfterLease()
    const { documentId, generation } = document
    const update = toBase64(updateTo(document, { text: '그 뒤에 쓴 글' }))
    expect(await friend.request(editDocument, { documentId, generation, update })).toMatchObject({
      status: 404,
    })
  },
)

const addingAuthor = () => addToHub(friend, hubNo, author, friend)

test.each([
  ['before', () => killBefore(repositories.hubs, 'removeMember')],
  ['after', () => killBefore(repositories.shares, 'findLiveByAuthor')],
] as const)(
  'leaving with decline that was killed %s the membership ended is finished by the cleanup',
  async (when, kill) => {
    await requestAndKill(kill, declining)
    if (when === 'after') expect(await addingAuthor()).toMatchObject({ success: false })
    await cleanUpAfterLease()
    expect(await author.call(getHubs, {})).toMatchObject({ hubs: [] })
    expect(await addingAuthor()).toMatchObject({ success: false })
  },
)

/** Adds the author to the hub again and shares another note. */
async function rejoinAndShare(): Promise<number> {
  now += 1_000
  await addingAuthor()
  return shareNewNote(author, hubNo)
}

async function expectReturned(newNoteNo: number): Promise<void> {
  const { participants } = await friend.call(getHubInfo, { hubNo })
  expect(participants.map(({ userNo }) => userNo).toSorted()).toEqual(
    [author.userNo, friend.userNo].toSorted(),
  )
  const { notes } = await friend.call(getSharedNotes, { selectedHubNo: hubNo })
  expect(notes.map(note => note.noteNo)).toEqual([newNoteNo])
  expect(await friend.call(getUnread, {})).toMatchObject({ total: 1 })
}

test('leaving that was killed before the membership ended does not end a later membership', async () => {
  await requestAndKill(() => killBefore(repositories.hubs, 'removeMember'), leaveHub)
  expect(await leaveHub()).toMatchObject({ status: 200 })
  const newNoteNo = await rejoinAndShare()
  await cleanUpAfterLease()
  await expectReturned(newNoteNo)
})

test('leaving that was killed after the membership ended withdraws earlier shares, and no later ones', async () => {
  await requestAndKill(() => killBefore(repositories.shares, 'withdraw'), leaveHub)
  const newNoteNo = await rejoinAndShare()
  const tab = await author.openSocket()
  await cleanUpAfterLease()
  await expectReturned(newNoteNo)
  expect(tab.received.map(({ name }) => name)).not.toContain('hub:removed')
})

test('a hub whose last member was leaving is removed by the cleanup', async () => {
  await friend.call(disjoin, { targetHubNo: hubNo })
  await requestAndKill(() => killBefore(repositories.hubs, 'deleteEmpty'), leaveHub)
  expect(await author.call(getHubs, {})).toMatchObject({ hubs: [] })
  await cleanUpAfterLease()
  expect(await repositories.hubs.findByNo(hubNo)).toBeNull()
})

test('jobs that may still be running are left alone, and a job that fails is retried later', async () => {
  await requestAndKill(() => killBefore(repositories.shares, 'findLiveByNote'), deletingNote)
  now += 59_000
  await node.app.cleanUp()
  expect(await author.request(getNote, { noteNo })).toMatchObject({ status: 200 })
  // A job whose steps fail again is retried later.
  killBefore(repositories.shares, 'findLiveByNote')
  await cleanUpAfterLease()
  expect(await author.request(getNote, { noteNo })).toMatchObject({ status: 200 })
  await cleanUpAfterLease()
  await expectNoteGone()
})

test('each job is taken by one node, and removed once it is done', async () => {
  const { jobs } = node.app.context
  await requestAndKill(() => killBefore(repositories.topics, 'delete'), deletingTopic)
  await requestAndKill(() => killBefore(repositories.hubs, 'removeMember'), leaveHub)
  now += 61_000
  const steps = createJobRunner(node.app.context)
  const resumed = await Promise.all([jobs.resume(steps), jobs.resume(steps)])
  expect(resumed.reduce((sum, count) => sum + count)).toBe(2)
  now += 61_000
  expect(await jobs.resume(steps)).toBe(0)
})

test('a job that fails again does not block the others', async () => {
  await requestAndKill(() => killBefore(repositories.topics, 'delete'), deletingTopic)
  await requestAndKill(() => killBefore(repositories.hubs, 'removeMember'), leaveHub)
  now += 61_000
  const { context } = node.app
  const begun: string[] = []
  const failing: JobRunner = async work => {
    begun.push(work.kind)
    throw new Error(work.kind)
  }
  const failed = await context.jobs.resume(failing).catch(error => error)
  expect(begun.sort()).toEqual(['deleteTopic', 'leaveHub'])
  expect(failed).toMatchObject({ errors: [{ message: 'deleteTopic' }, { message: 'leaveHub' }] })

  now += 61_000
  expect(await context.jobs.resume(createJobRunner(context))).toBe(2)
})

test('successful requests leave no jobs behind', async () => {
  expect(await deletingNote()).toMatchObject({ status: 200 })
  expect(await deletingTopic()).toMatchObject({ status: 200 })
  expect(await leaveHub()).toMatchObject({ status: 200 })
  now += 61_000
  expect(await node.app.context.jobs.resume(createJobRunner(node.app.context))).toBe(0)
})
