import { rm } from 'node:fs/promises'
import { toBase64 } from 'lib0/buffer'
import type { Connection } from 'mongoose'
import { expect, test } from 'vitest'
import { getComments } from '#protocol/comments.ts'
import { editDocument, openDocument } from '#protocol/documents.ts'
import { encodeText } from '#protocol/encoding.ts'
import { disjoin, getHubInfo } from '#protocol/hubs.ts'
import { deleteAccount } from '#protocol/myInfo.ts'
import { deleteNote, getNote, updateNote } from '#protocol/notes.ts'
import { setSharedWriting, shareNote } from '#protocol/shares.ts'
import { restoreTrash } from '#protocol/trash.ts'
import { type IncludedCollection, includedCollections } from '#server/backup/backup.collections.ts'
import { dependentReferences, findMissing, ownerReferences } from '#server/backup/repair.ts'
import { createBackup, openAllCollections, restoreInto, resumeJobs } from '#tests/support/backups.ts'
import { expectCommentCounts } from '#tests/support/commentCounts.ts'
import { updateTo } from '#tests/support/documents.ts'
import { dumpDatabase } from '#tests/support/dumpDatabase.ts'
import { fuzz } from '#tests/support/fuzz/fuzz.ts'
import { killBefore } from '#tests/support/interleave.ts'
import { openNodes, ownDatabase, startNode } from '#tests/support/node.ts'
import { textsOf, writeSeries } from '#tests/support/series.ts'
import {
  comment,
  makeHub,
  newUser,
  newUsers,
  PASSWORD,
  shareNewNote,
  signInUser,
  type TestUser,
  writeNote,
} from '#tests/support/users.ts'

const mongoUrl = await ownDatabase()
const [node] = await openNodes({ mongoUrl })

interface AcknowledgedNote {
  noteNo: number
  hubNo: number
  text: string
}

async function expectNothingMissing(mongo: Connection): Promise<void> {
  for (const reference of [...ownerReferences, ...dependentReferences])
    for await (const missing of findMissing(mongo, reference))
      expect(missing, `${reference.from}.${reference.field}`).toEqual([])
}

/** Fails if a reference has no target, or a stored count is wrong. */
async function expectConsistent(url: string, hubNos: number[]): Promise<void> {
  const mongo = await openAllCollections(url)
  await expectNothingMissing(mongo)
  const ofTopics = new Map<number, number>()
  for (const { subjectNo } of await mongo.collection('notes').find().sort({ _id: 1 }).toArray())
    ofTopics.set(subjectNo, (ofTopics.get(subjectNo) ?? 0) + 1)
  for (const { subjectNo, noteCount } of await mongo.collection('topics').find().sort({ _id: 1 }).toArray())
    expect(noteCount).toBe(ofTopics.get(subjectNo) ?? 0)
  for (const { hubNo, seq } of await mongo.collection('shares').find().sort({ _id: 1 }).toArray()) {
    const hub = await mongo.collection('hubs').findOne({ hubNo })
    expect(hub?.lastSeq).toBeGreaterThanOrEqual(seq)
  }
  await mongo.close()
  await expectCommentCounts(url, hubNos)
}

async function expectAcknowledged(url: string, reader: TestUser, all: AcknowledgedNote[]): Promise<void> {
  const newSession = await signInUser(url, reader.email)
  for (const { noteNo, hubNo, text } of all) {
    expect((await newSession.call(getNote, { noteNo })).title).toBe(text)
    const { comments } = await newSession.call(getComments, { hubNo, noteNo })
    expect(comments.map(({ text }) => text)).toContain(text)
  }
}

test('a backup taken under writes has every write acknowledged before it began, and nothing incomplete', async () => {
  const [ada, ben, cho, dan] = (await Promise.all(
    ['하나', '둘', '셋', '넷'].map(name => newUser(node.url, `${name} 사람`)),
  )) as [TestUser, TestUser, TestUser, TestUser]
  const hubNo = await makeHub(ada, ben, cho, dan)
  const acknowledgedNotes: AcknowledgedNote[] = []
  async function shareAndComment(writer: TestUser, text: string): Promise<AcknowledgedNote> {
    const noteNo = await shareNewNote(writer, hubNo, text)
    await comment(ben, { hubNo, noteNo }, text)
    return { noteNo, hubNo, text }
  }
  for (const text of ['첫째', '둘째', '셋째']) acknowledgedNotes.push(await shareAndComment(ada, text))
  // One note moves from the trash to its topic, one the other way, and the author of one is deleted.
  const trashed = await writeNote(ada, '되살릴 노트')
  await ada.call(deleteNote, { noteNo: trashed })
  const going = await shareAndComment(ada, '버릴 노트')
  await shareAndComment(dan, '떠날 사람의 노트')

  const met: IncludedCollection[] = []
  const path = await createBackup(mongoUrl, {
    async onRead(collection) {
      // The backup reads `notes` and `trash` twice.
      if (!met.includes(collection)) await race(collection)
      met.push(collection)
    },
  })
  async function race(collection: IncludedCollection): Promise<void> {
    const { noteNo } = await shareAndComment(ada, `${collection} 뒤`)
    await shareAndComment(ben, `${collection} 뒤에 둘째가`)
    await ada.call(deleteNote, { noteNo })
    await ada.call(updateNote, {
      noteNo: acknowledgedNotes[0]?.noteNo ?? 0,
      title: '첫째',
      text: encodeText(collection),
    })
    if (collection === 'notes') {
      await ada.call(restoreTrash, { noteNosJSON: JSON.stringify([trashed]) })
      await ada.call(deleteNote, { noteNo: going.noteNo })
    }
    if (collection === 'trash') {
      await dan.call(deleteAccount, { password: PASSWORD, deleteContributions: false })
      await cho.call(disjoin, { targetHubNo: hubNo })
    }
  }
  expect(new Set(met)).toEqual(new Set(includedCollections))

  const target = await ownDatabase()
  await restoreInto(target, path)
  const restored = await startNode({ mongoUrl: target })
  await resumeJobs(restored)
  await expectConsistent(target, [hubNo])
  await expectAcknowledged(restored.url, ada, acknowledgedNotes)
  const newSession = await signInUser(restored.url, ada.email)
  expect((await newSession.call(getNote, { noteNo: trashed })).title).toBe('되살릴 노트')
  const { participants } = await newSession.call(getHubInfo, { hubNo })
  expect(participants.map(({ userNo }) => userNo)).not.toContain(dan.userNo)
  // The source continues as if there had been no backup.
  const next = await writeNote(newSession, '그다음')
  await newSession.call(shareNote, { hubNo, noteNo: next })
  await comment(newSession, { hubNo, noteNo: next })
  await expectConsistent(target, [hubNo])
  await restored.stop()
  await rm(path)
}, 120_000)

test('members who leave while a backup is made have neither shares nor the right to write after its restore', async () => {
  const [author, friend, leaver] = await newUsers(node.url, node.url, node.url)
  const hubNo = await makeHub(author, friend, leaver)
  const [noteNo, leaversNo] = [await shareNewNote(author, hubNo), await shareNewNote(leaver, hubNo)]
  await author.call(setSharedWriting, { hubNo, noteNo, isOn: true })
  const { document } = await friend.call(openDocument, { subject: { noteNo } })
  const path = await createBackup(mongoUrl, {
    async onRead(collection) {
      if (collection !== 'documents') return
      for (const member of [friend, leaver]) await member.call(disjoin, { targetHubNo: hubNo })
    },
  })
  const target = await ownDatabase()
  await restoreInto(target, path)
  const restored = await startNode({ mongoUrl: target })
  await resumeJobs(restored)
  const [reader, formerWriter] = [
    await signInUser(restored.url, author.email),
    await signInUser(restored.url, friend.email),
  ]
  expect(await reader.request(getNote, { noteNo: leaversNo })).toMatchObject({ status: 404 })
  const { documentId, generation } = document
  const update = toBase64(updateTo(document, { text: '나간 뒤에 쓴 글' }))
  const edit = { documentId, generation, update }
  expect(await formerWriter.request(editDocument, edit)).toMatchObject({ status: 404 })
  await restored.stop()
  await rm(path)
})

test('a series whose restore from the trash was interrupted before the backup can be restored as a whole after its restore', async () => {
  const author = await newUser(node.url)
  const texts = ['하나', '둘', '셋'] as const
  const [noteNo] = await writeSeries(author, texts)
  await author.call(deleteNote, { noteNo })
  const restoring = { noteNosJSON: JSON.stringify([noteNo]) }
  killBefore(node.app.context.repositories.notes, 'insertPart')
  expect(await author.request(restoreTrash, restoring)).toMatchObject({ status: 500 })
  const path = await createBackup(mongoUrl)
  const target = await ownDatabase()
  await restoreInto(target, path)
  const restored = await startNode({ mongoUrl: target })
  const newSession = await signInUser(restored.url, author.email)
  await newSession.call(restoreTrash, restoring)
  expect(await textsOf(newSession, noteNo)).toEqual(texts)
  await restored.stop()
  await rm(path)
})

const BODIES = 150
const SEED = 20_261
const DURATION_MS = 10_000

test('backups taken during random actions are consistent after a restore, and a later one loses nothing', async () => {
  const source = await ownDatabase()
  const fuzzedNode = await startNode({ mongoUrl: source })
  const { users } = fuzzedNode.app.context.repositories
  const fuzzed = fuzz({ url: fuzzedNode.url, users, bodies: BODIES, seed: SEED, durationMs: DURATION_MS })
  const backups = [await createBackup(source), await createBackup(source)]
  await fuzzed
  await resumeJobs(fuzzedNode)

  const last = await createBackup(source)
  const target = await ownDatabase()
  const { repaired, skipped } = await restoreInto(target, last)
  expect({ repaired, skipped }).toEqual({ repaired: {}, skipped: {} })
  const [before, after] = [await openAllCollections(source), await openAllCollections(target)]
  const [stored, restored] = [await dumpDatabase(before), await dumpDatabase(after)]
  for (const name of includedCollections)
    if (name !== 'counters') expect(restored[name]?.length, name).toBe(stored[name]?.length)
  await Promise.all([before.close(), after.close(), fuzzedNode.stop()])

  for (const path of backups) {
    const into = await ownDatabase()
    await restoreInto(into, path)
    const restarted = await startNode({ mongoUrl: into })
    await resumeJobs(restarted)
    await expectNothingMissing(restarted.mongo)
    await restarted.stop()
    await rm(path)
  }
  await rm(last)
}, 120_000)
