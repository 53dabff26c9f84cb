import { rm } from 'node:fs/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { getComments } from '#protocol/comments.ts'
import { encodeText } from '#protocol/encoding.ts'
import { disjoin, getHubInfo } from '#protocol/hubs.ts'
import { deleteAccount } from '#protocol/myInfo.ts'
import { deleteNote, getNote, updateNote } from '#protocol/notes.ts'
import { shareNote } from '#protocol/shares.ts'
import { restoreTrash } from '#protocol/trash.ts'
import { type IncludedCollection, includedCollections } from '#server/backup/backup.collections.ts'
import { dependentReferences, findMissing, ownerReferences } from '#server/backup/repair.ts'
import { createBackup, openAllCollections, restoreInto, resumeJobs } from '#tests/support/backups.ts'
import { expectCommentCounts } from '#tests/support/commentCounts.ts'
import { ownDatabase, startNode, type TestNode } from '#tests/support/node.ts'
import {
  comment,
  makeHub,
  newUser,
  PASSWORD,
  shareNewNote,
  signInUser,
  type TestUser,
  writeNote,
} from '#tests/support/users.ts'

let node: TestNode
let mongoUrl: string
beforeAll(async () => {
  mongoUrl = await ownDatabase()
  node = await startNode({ mongoUrl })
})
afterAll(() => node.stop())

interface AcknowledgedNote {
  noteNo: number
  hubNo: number
  text: string
}

/** Fails if a reference has no target, or a stored count is wrong. */
async function expectConsistent(url: string, hubNos: number[]): Promise<void> {
  const mongo = await openAllCollections(url)
  for (const reference of [...ownerReferences, ...dependentReferences])
    for await (const missing of findMissing(mongo, reference))
      expect(missing, `${reference.from}.${reference.field}`).toEqual([])
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
    expect(comments.map(said => said.text)).toContain(text)
  }
}

test('a backup taken under writes has every write acknowledged before it began, and nothing incomplete', async () => {
  const [ada, ben, cho, dan] = (await Promise.all(
    ['하나', '둘', '셋', '넷'].map(name => newUser(node.url, `${name} 사람`)),
  )) as [TestUser, TestUser, TestUser, TestUser]
  const hubNo = await makeHub(ada, ben, cho, dan)
  const kept: AcknowledgedNote[] = []
  async function shareAndComment(writer: TestUser, text: string): Promise<AcknowledgedNote> {
    const noteNo = await shareNewNote(writer, hubNo, text)
    await comment(ben, { hubNo, noteNo }, text)
    return { noteNo, hubNo, text }
  }
  for (const text of ['첫째', '둘째', '셋째']) kept.push(await shareAndComment(ada, text))
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
    await ada.call(updateNote, { noteNo: kept[0]?.noteNo ?? 0, title: '첫째', text: encodeText(collection) })
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
  await expectAcknowledged(restored.url, ada, kept)
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
})
