import type { Connection } from 'mongoose'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { encodeText } from '#protocol/encoding.ts'
import {
  DROPPED_PICTURE_MS,
  NOTE_PICTURES_BYTES_MAX,
  TRASH_KEPT_MS,
  UNUSED_PICTURE_MS,
} from '#protocol/limits.ts'
import { deleteAccount } from '#protocol/myInfo.ts'
import { getHistory } from '#protocol/noteHistory.ts'
import { uploadPicture } from '#protocol/notePictures.ts'
import { deleteNote, updateNote } from '#protocol/notes.ts'
import { purgeTrash, restoreTrash } from '#protocol/trash.ts'
import { connectMongo } from '#server/platform/mongo/connect.ts'
import { picture, upload } from '#tests/support/images.ts'
import { justAfter, killBefore, runBefore } from '#tests/support/interleave.ts'
import { emptyDatabase, startNode, type TestNode } from '#tests/support/node.ts'
import { newPerson, PASSWORD, type Person, signedIn, writeNote } from '#tests/support/person.ts'

/** How long pictures are kept, how much room they have, and that neither depends on luck. */
let node: TestNode
let otherNode: TestNode
let mongo: Connection
let author: Person
let now = Date.now()

beforeAll(async () => {
  const mongoUrl = await emptyDatabase()
  node = await startNode({ mongoUrl, clock: () => new Date(now) })
  otherNode = await startNode({ mongoUrl, clock: () => new Date(now) })
  mongo = await connectMongo(mongoUrl)
})
afterAll(async () => {
  await mongo.close()
  await Promise.all([node.stop(), otherNode.stop()])
})
beforeEach(async () => {
  author = await newPerson(node.url)
})

const HOUR_MS = 60 * 60 * 1000

async function newPicture(person = author): Promise<string> {
  return (await person.does(uploadPicture, { picture: upload(await picture('jpeg', 60, 40)) })).address
}
const isThere = async (address: string) => (await fetch(node.url + address)).status === 200
const shown = (address: string) => `앞 글\n\n![그림 설명](${address}#60x40)`
const save = (noteNo: number, text: string) =>
  author.does(updateNote, { noteNo, title: '그림 노트', text: encodeText(text), keepEarlier: false })

/** The sweeper goes round as time goes by, at both nodes at once: every day, and oftener when the end is near. */
async function goOnFor(ms: number): Promise<void> {
  for (const end = now + ms; now < end; ) {
    const isFar = end - now > 3 * DROPPED_PICTURE_MS
    now = Math.min(now + (isFar ? 24 : 6) * HOUR_MS, end)
    await Promise.all([node.app.cleanUp(), otherNode.app.cleanUp()])
  }
  author = await signedIn(node.url, author.email)
}

/** In bytes, as the room is counted and as it is taken. */
async function room(person = author): Promise<{ counted: number; taken: number }> {
  const space = await mongo.collection('pictureSpace').findOne({ ownerNo: person.userNo })
  const kept = await mongo.collection('notePictures').find({ ownerNo: person.userNo }).toArray()
  expect(space?.unsettled ?? []).toEqual([])
  return { counted: space?.bytes ?? 0, taken: kept.reduce((sum, { size }) => sum + Number(size), 0) }
}

async function expectRoomToBeRight(): Promise<void> {
  const { counted, taken } = await room()
  expect(counted).toBe(taken)
}

test('a picture that no note ever held is gone after thirty days', async () => {
  const address = await newPicture()
  await goOnFor(UNUSED_PICTURE_MS - HOUR_MS)
  expect(await isThere(address)).toBe(true)
  await goOnFor(DROPPED_PICTURE_MS)
  expect(await isThere(address)).toBe(false)
  expect(await room()).toEqual({ counted: 0, taken: 0 })
})

test('a note, then its history, then the trash hold a picture, and a day after them it is gone', async () => {
  const address = await newPicture()
  const noteNo = await writeNote(author, '그림 노트', shown(address))
  await goOnFor(UNUSED_PICTURE_MS + DROPPED_PICTURE_MS)
  expect(await isThere(address), 'in the note').toBe(true)

  await save(noteNo, '그림 없이')
  expect((await author.does(getHistory, { noteNo })).versions).toHaveLength(2)
  await goOnFor(2 * DROPPED_PICTURE_MS)
  expect(await isThere(address), 'in its history').toBe(true)

  await save(noteNo, shown(address))
  await author.does(deleteNote, { noteNo })
  await goOnFor(2 * DROPPED_PICTURE_MS)
  expect(await isThere(address), 'in the trash').toBe(true)
  await author.does(restoreTrash, { noteNosJSON: JSON.stringify([noteNo]) })
  await goOnFor(2 * DROPPED_PICTURE_MS)
  expect(await isThere(address), 'restored').toBe(true)

  await author.does(deleteNote, { noteNo })
  await author.does(purgeTrash, {})
  await goOnFor(DROPPED_PICTURE_MS - 7 * HOUR_MS)
  expect(await isThere(address), 'not yet a day after').toBe(true)
  await goOnFor(14 * HOUR_MS)
  expect(await isThere(address), 'a day after').toBe(false)
  await expectRoomToBeRight()
})

test('what is in the trash for thirty days takes its pictures along', async () => {
  const address = await newPicture()
  const noteNo = await writeNote(author, '그림 노트', shown(address))
  await author.does(deleteNote, { noteNo })
  await goOnFor(TRASH_KEPT_MS + 2 * DROPPED_PICTURE_MS)
  expect(await isThere(address)).toBe(false)
})

test('a picture that comes back into a note in time stays', async () => {
  const address = await newPicture()
  const noteNo = await writeNote(author, '그림 노트', shown(address))
  await goOnFor(7 * HOUR_MS)
  // Of the same sitting, so that no version is kept.
  await save(noteNo, '그림 없이')
  await mongo.collection('revisions').deleteMany({ noteNo })
  await goOnFor(DROPPED_PICTURE_MS - HOUR_MS)
  await save(noteNo, shown(address))
  await goOnFor(2 * DROPPED_PICTURE_MS)
  expect(await isThere(address)).toBe(true)
})

test('a note of somebody else holds nothing', async () => {
  const address = await newPicture()
  const friend = await newPerson(node.url)
  await writeNote(friend, '남의 그림', shown(address))
  await goOnFor(UNUSED_PICTURE_MS + DROPPED_PICTURE_MS)
  expect(await isThere(address)).toBe(false)
})

test('however many come at once, no byte more is kept than there is room for', async () => {
  await newPicture()
  const { taken: size } = await room()
  const AT_ONCE = 6
  const FIT = 3
  await mongo
    .collection('pictureSpace')
    .updateOne({ ownerNo: author.userNo }, { $set: { bytes: NOTE_PICTURES_BYTES_MAX - FIT * size } })
  const elsewhere = await signedIn(otherNode.url, author.email)
  const answers = await Promise.all(
    Array.from({ length: AT_ONCE }, async (_, index) =>
      (index % 2 ? author : elsewhere).asks(uploadPicture, {
        picture: upload(await picture('jpeg', 60, 40)),
      }),
    ),
  )
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(FIT)
  const rejected = answers.find(({ status }) => status === 409)
  expect(rejected?.body).toMatchObject({ code: 'quota', message: expect.stringContaining('200MB') })
  expect((await room()).counted).toBe(NOTE_PICTURES_BYTES_MAX)
})

test('the first pictures of a person may come at once', async () => {
  const elsewhere = await signedIn(otherNode.url, author.email)
  await Promise.all([newPicture(author), newPicture(elsewhere)])
  await expectRoomToBeRight()
})

test.each(['insert', 'settle'] as const)('a node that dies before %s keeps no room', async step => {
  const { notePictures, pictureSpace } = node.app.context.stores
  await newPicture()
  if (step === 'insert') killBefore(notePictures, 'insert')
  else killBefore(pictureSpace, 'settle')
  const answer = await author.asks(uploadPicture, { picture: upload(await picture('jpeg', 60, 40)) })
  expect(answer.status).toBe(500)
  now += 2 * HOUR_MS
  await node.app.cleanUp()
  await expectRoomToBeRight()
})

test.each([
  ['just before it is taken to be deleted', runBefore],
  ['just after', justAfter],
])('a picture that comes into a note %s stays', async (_, at) => {
  const address = await newPicture()
  now += UNUSED_PICTURE_MS - HOUR_MS
  // So that this one alone is due.
  await node.app.cleanUp()
  now += 2 * HOUR_MS
  author = await signedIn(node.url, author.email)
  const raced = at(node.app.context.stores.notePictures, 'recheck', () =>
    writeNote(author, '그림 노트', shown(address)),
  )
  await node.app.cleanUp()
  await raced
  expect(await isThere(address)).toBe(true)
})

test('a node that dies while it deletes a picture leaves that to the next', async () => {
  const { notePictures } = node.app.context.stores
  const address = await newPicture()
  now += UNUSED_PICTURE_MS + HOUR_MS
  killBefore(notePictures, 'delete')
  await node.app.cleanUp()
  expect(await isThere(address)).toBe(true)
  now += HOUR_MS
  await otherNode.app.cleanUp()
  expect(await isThere(address)).toBe(false)
  await expectRoomToBeRight()
})

test('with the account all pictures go at once', async () => {
  const address = await newPicture()
  await writeNote(author, '그림 노트', shown(address))
  await author.does(deleteAccount, { password: PASSWORD })
  expect(await isThere(address)).toBe(false)
  expect(await room()).toEqual({ counted: 0, taken: 0 })
})
