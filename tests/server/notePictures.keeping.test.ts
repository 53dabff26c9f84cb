import { beforeEach, expect, test } from 'vitest'
import { saveDocument } from '#protocol/documents.ts'
import { encodeText } from '#protocol/encoding.ts'
import {
  DROPPED_PICTURE_MS,
  NOTE_BODY_MAX,
  NOTE_PICTURES_BYTES_MAX,
  TRASH_KEPT_MS,
  UNUSED_PICTURE_MS,
} from '#protocol/limits.ts'
import { deleteAccount } from '#protocol/myInfo.ts'
import { getHistory } from '#protocol/noteHistory.ts'
import { uploadPicture } from '#protocol/notePictures.ts'
import { deleteNote, updateNote } from '#protocol/notes.ts'
import { setSharedWriting } from '#protocol/shares.ts'
import { purgeTrash, restoreTrash } from '#protocol/trash.ts'
import { editTo, openDocument } from '#tests/support/documents.ts'
import { picture, upload } from '#tests/support/images.ts'
import { killBefore, runAfter, runBefore } from '#tests/support/interleave.ts'
import { openNodes } from '#tests/support/node.ts'
import { writeSeries } from '#tests/support/series.ts'
import { ownerFields, pictureFields } from '#tests/support/storedFields.ts'
import {
  makeHub,
  newUser,
  PASSWORD,
  shareNewNote,
  signInUser,
  type TestUser,
  writeNote,
} from '#tests/support/users.ts'

/** How long pictures are stored, and the storage quota of a user. */
let now = Date.now()
const clock = () => new Date(now)
const [node, otherNode] = await openNodes({ clock }, { clock })
const { mongo } = node
let author: TestUser
const HOUR_MS = 60 * 60 * 1000

beforeEach(async () => {
  author = await newUser(node.url)
})

async function newPicture(user = author): Promise<string> {
  return (await user.call(uploadPicture, { picture: upload(await picture('jpeg', 60, 40)) })).address
}

const isThere = async (address: string) => (await fetch(node.url + address)).status === 200
const markdownOf = (address: string) => `앞 글\n\n![그림 설명](${address}#60x40)`
const save = (noteNo: number, text: string) =>
  author.call(updateNote, { noteNo, title: '그림 노트', text: encodeText(text), keepEarlier: false })

/** Advances the clock and runs the cleanup at both nodes concurrently: every ten days, and four times a day at the end. */
async function advanceTime(ms: number): Promise<void> {
  for (const end = now + ms; now < end; ) {
    const isFar = end - now > 3 * DROPPED_PICTURE_MS
    now = isFar
      ? Math.min(now + 10 * DROPPED_PICTURE_MS, end - 2 * DROPPED_PICTURE_MS)
      : Math.min(now + 6 * HOUR_MS, end)
    await Promise.all([node.app.cleanUp(), otherNode.app.cleanUp()])
  }
  author = await signInUser(node.url, author.email)
}

/** The used storage in bytes: as counted, and as stored. */
async function room(user = author): Promise<{ counted: number; taken: number }> {
  const space = await mongo.collection('pictureSpace').findOne({ ownerNo: user.userNo })
  const stored = await mongo.collection('notePictures').find({ ownerNo: user.userNo }).toArray()
  expect(space?.unsettled ?? []).toEqual([])
  return { counted: space?.bytes ?? 0, taken: stored.reduce((sum, { size }) => sum + Number(size), 0) }
}

async function expectStorageCorrect(): Promise<void> {
  const { counted, taken } = await room()
  expect(counted).toBe(taken)
}

test('a picture that no note of its owner ever referenced, or only a purged one, is deleted after thirty days', async () => {
  const [address, trashed] = [await newPicture(), await newPicture()]
  await writeNote(await newUser(node.url), '남의 그림', markdownOf(address))
  await author.call(deleteNote, { noteNo: await writeNote(author, '그림 노트', markdownOf(trashed)) })
  await advanceTime(UNUSED_PICTURE_MS - HOUR_MS)
  expect(await isThere(address)).toBe(true)
  await advanceTime(DROPPED_PICTURE_MS)
  expect(await isThere(address)).toBe(false)
  expect(await isThere(trashed)).toBe(true)
  await advanceTime(TRASH_KEPT_MS - UNUSED_PICTURE_MS + 2 * DROPPED_PICTURE_MS)
  expect(await isThere(trashed)).toBe(false)
  expect(await room()).toEqual({ counted: 0, taken: 0 })
})

test('a note, then its history, then the trash reference a picture, and a day later it is deleted', async () => {
  const address = await newPicture()
  const noteNo = await writeNote(author, '그림 노트', markdownOf(address))
  await advanceTime(UNUSED_PICTURE_MS + DROPPED_PICTURE_MS)
  expect(await isThere(address), 'in the note').toBe(true)

  await save(noteNo, '그림 없이')
  expect((await author.call(getHistory, { noteNo })).versions).toHaveLength(2)
  await advanceTime(2 * DROPPED_PICTURE_MS)
  expect(await isThere(address), 'in its history').toBe(true)

  await save(noteNo, markdownOf(address))
  await author.call(deleteNote, { noteNo })
  await advanceTime(2 * DROPPED_PICTURE_MS)
  expect(await isThere(address), 'in the trash').toBe(true)
  await author.call(restoreTrash, { noteNosJSON: JSON.stringify([noteNo]) })
  await advanceTime(2 * DROPPED_PICTURE_MS)
  expect(await isThere(address), 'restored').toBe(true)

  await author.call(deleteNote, { noteNo })
  await author.call(purgeTrash, {})
  await advanceTime(DROPPED_PICTURE_MS - 7 * HOUR_MS)
  expect(await isThere(address), 'less than a day after').toBe(true)
  await advanceTime(14 * HOUR_MS)
  expect(await isThere(address), 'a day after').toBe(false)
  await expectStorageCorrect()
})

test('a picture of a later part stays with its series, also in the trash, and is deleted after it', async () => {
  const address = await newPicture()
  const [headNo] = await writeSeries(author, ['첫 편', markdownOf(address)])
  await advanceTime(UNUSED_PICTURE_MS + DROPPED_PICTURE_MS)
  expect(await isThere(address), 'in the part').toBe(true)
  await author.call(deleteNote, { noteNo: headNo })
  await advanceTime(2 * DROPPED_PICTURE_MS)
  expect(await isThere(address), 'in the trash').toBe(true)
  await author.call(restoreTrash, { noteNosJSON: JSON.stringify([headNo]) })
  await advanceTime(2 * DROPPED_PICTURE_MS)
  expect(await isThere(address), 'restored').toBe(true)

  await author.call(deleteNote, { noteNo: headNo })
  await author.call(purgeTrash, {})
  await advanceTime(2 * DROPPED_PICTURE_MS)
  expect(await isThere(address), 'a day after').toBe(false)
  await expectStorageCorrect()
})

/** A friend with a picture may write a note of the author. */
async function letFriendWrite() {
  const friend = await newUser(node.url)
  const address = await newPicture(friend)
  const hubNo = await makeHub(author, friend)
  const noteNo = await shareNewNote(author, hubNo, '함께 쓰는 글')
  await author.call(setSharedWriting, { hubNo, noteNo, isOn: true })
  return { friend, tab: await friend.openSocket(), address, hubNo, noteNo }
}

test.each([
  ['the friend', () => null],
  ['the author', (noteNo: number) => ({ noteNo, title: '함께 쓰는 글', documentRevision: 1 })],
])(
  'a picture of a friend stays in a note that is written together and saved by %s, then is deleted after it',
  async (_, saveOfAuthor) => {
    const { friend, tab, address, noteNo } = await letFriendWrite()
    const opened = await openDocument(tab, { noteNo })
    await editTo(tab, opened, { text: markdownOf(address) })
    const savedByAuthor = saveOfAuthor(noteNo)
    if (savedByAuthor)
      await author.call(updateNote, { ...savedByAuthor, text: encodeText(markdownOf(address)) })
    expect(await friend.call(saveDocument, { documentId: opened.documentId })).toMatchObject({
      isSaved: true,
    })
    tab.close()
    await advanceTime(UNUSED_PICTURE_MS + 2 * DROPPED_PICTURE_MS)
    expect(await isThere(address), 'in the note').toBe(true)

    await author.call(deleteNote, { noteNo })
    await author.call(purgeTrash, {})
    await advanceTime(2 * DROPPED_PICTURE_MS)
    expect(await isThere(address), 'after the note').toBe(false)
  },
)

test('a picture of a friend stays whose right ends while the text is too long to be saved', async () => {
  const { tab, address, hubNo, noteNo } = await letFriendWrite()
  const tooLong = markdownOf(address) + '가'.repeat(NOTE_BODY_MAX)
  await editTo(tab, await openDocument(tab, { noteNo }), { text: tooLong })
  await author.call(setSharedWriting, { hubNo, noteNo, isOn: false })
  const shortened = { text: encodeText(markdownOf(address)), documentRevision: 1 }
  await author.call(updateNote, { noteNo, title: '함께 쓰는 글', ...shortened })
  tab.close()
  await advanceTime(UNUSED_PICTURE_MS + 2 * DROPPED_PICTURE_MS)
  expect(await isThere(address)).toBe(true)
})

test('a picture that returns to a note in time stays', async () => {
  const address = await newPicture()
  const noteNo = await writeNote(author, '그림 노트', markdownOf(address))
  await advanceTime(7 * HOUR_MS)
  // In the same editing session, so that no version is stored.
  await save(noteNo, '그림 없이')
  await mongo.collection('revisions').deleteMany({ noteNo })
  await advanceTime(DROPPED_PICTURE_MS - HOUR_MS)
  await save(noteNo, markdownOf(address))
  await advanceTime(2 * DROPPED_PICTURE_MS)
  expect(await isThere(address)).toBe(true)
})

test('concurrent uploads never exceed the quota by a byte', async () => {
  await newPicture()
  const { taken: size } = await room()
  const CONCURRENCY = 6
  const FIT = 3
  await mongo
    .collection('pictureSpace')
    .updateOne({ ownerNo: author.userNo }, { $set: { bytes: NOTE_PICTURES_BYTES_MAX - FIT * size } })
  const otherSession = await signInUser(otherNode.url, author.email)
  const answers = await Promise.all(
    Array.from({ length: CONCURRENCY }, async (_, index) =>
      (index % 2 ? author : otherSession).request(uploadPicture, {
        picture: upload(await picture('jpeg', 60, 40)),
      }),
    ),
  )
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(FIT)
  const rejected = answers.find(({ status }) => status === 409)
  expect(rejected?.body).toMatchObject({ code: 'quota', message: expect.stringContaining('200MB') })
  expect((await room()).counted).toBe(NOTE_PICTURES_BYTES_MAX)
})

test('the first pictures of a user may be uploaded concurrently', async () => {
  const otherSession = await signInUser(otherNode.url, author.email)
  await Promise.all([newPicture(author), newPicture(otherSession)])
  await expectStorageCorrect()
})

test.each(['insert', 'settle'] as const)(
  'a node that dies before %s leaves no storage reserved',
  async step => {
    const { notePictures, storageUsage } = node.app.context.repositories
    await newPicture()
    if (step === 'insert') killBefore(notePictures, 'insert')
    else killBefore(storageUsage, 'settle')
    const answer = await author.request(uploadPicture, { picture: upload(await picture('jpeg', 60, 40)) })
    expect(answer.status).toBe(500)
    now += 2 * HOUR_MS
    await node.app.cleanUp()
    await expectStorageCorrect()
  },
)

test.each([
  ['just before it is selected for deletion', runBefore],
  ['just after', runAfter],
])('a picture that is inserted into a note %s stays', async (_, at) => {
  const address = await newPicture()
  now += UNUSED_PICTURE_MS - HOUR_MS
  // So that only this picture is due.
  await node.app.cleanUp()
  now += 2 * HOUR_MS
  author = await signInUser(node.url, author.email)
  const race = at(node.app.context.repositories.notePictures, 'saveCheck', () =>
    writeNote(author, '그림 노트', markdownOf(address)),
  )
  await node.app.cleanUp()
  await race
  expect(await isThere(address)).toBe(true)
})

test('if a node dies while it deletes a picture, another node finishes', async () => {
  const { notePictures } = node.app.context.repositories
  const address = await newPicture()
  now += UNUSED_PICTURE_MS + HOUR_MS
  killBefore(notePictures, 'delete')
  await node.app.cleanUp()
  expect(await isThere(address)).toBe(true)
  now += HOUR_MS
  await otherNode.app.cleanUp()
  expect(await isThere(address)).toBe(false)
  await expectStorageCorrect()
})

test('deleting an account deletes all of its pictures immediately', async () => {
  const address = await newPicture()
  await writeNote(author, '그림 노트', markdownOf(address))
  await author.call(deleteAccount, { password: PASSWORD })
  expect(await isThere(address)).toBe(false)
  expect(await room()).toEqual({ counted: 0, taken: 0 })
})

test.each(pictureFields)('a picture in %s.%s is not deleted', async (collection, field) => {
  const pictureId = (await newPicture()).slice('/pictures/'.length)
  const picture = { ownerNo: author.userNo, pictureId }
  const { pictureReferences } = node.app.context.repositories
  expect(await pictureReferences.isReferenced(picture)).toBe(false)
  const owners = ownerFields.flatMap(owner =>
    owner.startsWith(`${collection}: `) ? owner.split(': ')[1] : [],
  )
  const owned = Object.fromEntries(owners.map(owner => [owner, author.userNo]))
  await mongo.collection(collection).insertOne({ ...owned, [field]: pictureId })
  const hint = 'Look for it in isReferenced (server/features/notePictures/pictureReferences.repository.ts)'
  expect(await pictureReferences.isReferenced(picture), hint).toBe(true)
})
