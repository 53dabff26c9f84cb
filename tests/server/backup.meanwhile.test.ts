import { rm } from 'node:fs/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { getComments } from '#protocol/comments.ts'
import { encodeText } from '#protocol/encoding.ts'
import { disjoin, getHubInfo } from '#protocol/hubs.ts'
import { deleteAccount } from '#protocol/myInfo.ts'
import { deleteNote, getNote, updateNote } from '#protocol/notes.ts'
import { shareNote } from '#protocol/shares.ts'
import { restoreTrash } from '#protocol/trash.ts'
import { type BackedUp, backedUp } from '#server/backup/backup.collections.ts'
import { hanging, missing, owners } from '#server/backup/repair.ts'
import { backUp, finishWork, openAll, restoreInto } from '#tests/support/backups.ts'
import { ownDatabase, startNode, type TestNode } from '#tests/support/node.ts'
import {
  comment,
  makeHub,
  newPerson,
  PASSWORD,
  type Person,
  shareNewNote,
  signedIn,
  writeNote,
} from '#tests/support/person.ts'
import { expectThreadsCounted } from '#tests/support/threadsCounted.ts'

let node: TestNode
let mongoUrl: string
beforeAll(async () => {
  mongoUrl = await ownDatabase()
  node = await startNode({ mongoUrl })
})
afterAll(() => node.stop())

interface Kept {
  noteNo: number
  hubNo: number
  text: string
}

/** Fails where something names what is not there, or is counted otherwise than it is. */
async function expectWhole(url: string, hubNos: number[]): Promise<void> {
  const mongo = await openAll(url)
  for (const reference of [...owners, ...hanging])
    for await (const left of missing(mongo, reference))
      expect(left, `${reference.from}.${reference.field}`).toEqual([])
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
  await expectThreadsCounted(url, hubNos)
}

async function expectKept(url: string, reader: Person, all: Kept[]): Promise<void> {
  const again = await signedIn(url, reader.email)
  for (const { noteNo, hubNo, text } of all) {
    expect((await again.does(getNote, { noteNo })).title).toBe(text)
    const { comments } = await again.does(getComments, { hubNo, noteNo })
    expect(comments.map(said => said.text)).toContain(text)
  }
}

test('under writes, what was acknowledged before it began is there, and nothing is half there', async () => {
  const [ada, ben, cho, dan] = (await Promise.all(
    ['하나', '둘', '셋', '넷'].map(name => newPerson(node.url, `${name} 사람`)),
  )) as [Person, Person, Person, Person]
  const hubNo = await makeHub(ada, ben, cho, dan)
  const kept: Kept[] = []
  async function talk(writer: Person, text: string): Promise<Kept> {
    const noteNo = await shareNewNote(writer, hubNo, text)
    await comment(ben, { hubNo, noteNo }, text)
    return { noteNo, hubNo, text }
  }
  for (const text of ['첫째', '둘째', '셋째']) kept.push(await talk(ada, text))
  // One that goes from the trash to its topic, one that goes the other way, and one whose author goes.
  const trashed = await writeNote(ada, '되살릴 노트')
  await ada.does(deleteNote, { noteNo: trashed })
  const going = await talk(ada, '버릴 노트')
  await talk(dan, '떠날 사람의 노트')

  const met: BackedUp[] = []
  const path = await backUp(mongoUrl, {
    async onRead(collection) {
      // `notes` and `trash` are read a second time.
      if (!met.includes(collection)) await interleave(collection)
      met.push(collection)
    },
  })
  async function interleave(collection: BackedUp): Promise<void> {
    const { noteNo } = await talk(ada, `${collection} 뒤`)
    await talk(ben, `${collection} 뒤에 둘째가`)
    await ada.does(deleteNote, { noteNo })
    await ada.does(updateNote, { noteNo: kept[0]?.noteNo ?? 0, title: '첫째', text: encodeText(collection) })
    if (collection === 'notes') {
      await ada.does(restoreTrash, { noteNosJSON: JSON.stringify([trashed]) })
      await ada.does(deleteNote, { noteNo: going.noteNo })
    }
    if (collection === 'trash') {
      await dan.does(deleteAccount, { password: PASSWORD, deleteContributions: false })
      await cho.does(disjoin, { targetHubNo: hubNo })
    }
  }
  expect(new Set(met)).toEqual(new Set(backedUp))

  const target = await ownDatabase()
  await restoreInto(target, path)
  const restored = await startNode({ mongoUrl: target })
  await finishWork(restored)
  await expectWhole(target, [hubNo])
  await expectKept(restored.url, ada, kept)
  const again = await signedIn(restored.url, ada.email)
  expect((await again.does(getNote, { noteNo: trashed })).title).toBe('되살릴 노트')
  const { participants } = await again.does(getHubInfo, { hubNo })
  expect(participants.map(({ userNo }) => userNo)).not.toContain(dan.userNo)
  // It goes on as if nothing had been.
  const next = await writeNote(again, '그다음')
  await again.does(shareNote, { hubNo, noteNo: next })
  await comment(again, { hubNo, noteNo: next })
  await expectWhole(target, [hubNo])
  await restored.stop()
  await rm(path)
})
