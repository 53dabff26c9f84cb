import { randomBytes } from 'node:crypto'
import { EventEmitter, once } from 'node:events'
import { expect, test, vi } from 'vitest'
import { type Entry, fromBufferPromise } from 'yauzl'
import { createSuggestion, setSuggestionReaction } from '#protocol/agora.ts'
import { blockPerson } from '#protocol/blocking.ts'
import { markCommentsRead } from '#protocol/comments.ts'
import { saveDocument } from '#protocol/documents.ts'
import { encodeText } from '#protocol/encoding.ts'
import { createFeed } from '#protocol/feeds.ts'
import { markAsRead } from '#protocol/hubs.ts'
import { chooseMail, NO_MAIL, setMailDigest } from '#protocol/mailNotifications.ts'
import { exportData, requestMyInfo, updateMyInfo } from '#protocol/myInfo.ts'
import { uploadPicture } from '#protocol/notePictures.ts'
import { deleteNote, getNote, postNote, updateNote } from '#protocol/notes.ts'
import { choosePush, FIRST_CHOICES, subscribePush } from '#protocol/push.ts'
import { setReaction } from '#protocol/reactions.ts'
import { sendReport } from '#protocol/reports.ts'
import { setSharedWriting } from '#protocol/shares.ts'
import { newApiToken } from '#tests/support/apiTokens.ts'
import { registerPasskey } from '#tests/support/authenticator.ts'
import { editTo, openDocument, unsavedDocument } from '#tests/support/documents.ts'
import { picture, upload } from '#tests/support/images.ts'
import { insertSentMail } from '#tests/support/mailPlans.ts'
import { emptyDatabase, openNodes } from '#tests/support/node.ts'
import { ISSUER, insertLink } from '#tests/support/oidcLinks.ts'
import { commentOn, highlight, passageOf } from '#tests/support/passages.ts'
import { newBrowser } from '#tests/support/pushService.ts'
import { allDisclosures } from '#tests/support/storedFields.ts'
import {
  comment,
  invite,
  lookUp,
  makeHub,
  newTopic,
  newUser,
  newUsers,
  PASSWORD,
  shareNewNote,
  signInUser,
  suggest,
  type TestUser,
} from '#tests/support/users.ts'

const mongoUrl = await emptyDatabase()
const [node] = await openNodes({ mongoUrl })

const ask = (token: string, signal?: AbortSignal) =>
  fetch(node.url + exportData.path, {
    method: 'POST',
    headers: { authData: token },
    ...(signal && { signal }),
  })

async function archiveOf(user: TestUser): Promise<Map<string, Buffer>> {
  const response = await ask(user.token)
  expect(response.status).toBe(200)
  expect(response.headers.get('Content-Type')).toBe('application/zip')
  expect(response.headers.get('Content-Disposition')).toBe('attachment; filename=geulmaru.zip')
  expect(response.headers.get('Cache-Control')).toBe('no-store')
  return unzip(Buffer.from(await response.arrayBuffer()))
}

const note = (user: TestUser, topicNo: number, title: string, text: string) =>
  user.call(postNote, { topicNo, title, text: encodeText(text) })

test('a folder for each topic, a file for each note, and the rest beside them', async () => {
  const user = await newUser(node.url)
  const friend = await newUser(node.url)
  const first = await newTopic(user, '첫 주제'.normalize('NFD'))
  const second = await newTopic(user, '../밖으로: 나가기?')
  await newTopic(user, '빈 주제')
  await note(user, first, '회의', '# 하나\n\n**본문** % 👍')
  await note(user, first, '회의', '둘')
  const inNote = await user.call(uploadPicture, { picture: upload(await picture('jpeg')) })
  const { noteNo } = await note(user, second, 'a/b\\c', '하나')
  await user.call(updateNote, { noteNo, title: 'a/b\\c', text: encodeText('셋') })
  const hubNo = await makeHub(user, friend)
  const token = await invite(user, hubNo)
  const shared = await shareNewNote(user, hubNo, '나눈 노트')
  const opened = await shareNewNote(friend, hubNo, '친구의 노트')
  await user.call(getNote, { noteNo: opened })
  await registerPasskey(user)
  await newApiToken(user)
  await user.call(createFeed, { hubNo })
  await insertLink(user)
  const phone = await signInUser(node.url, user.email, true)
  await phone.call(subscribePush, newBrowser('https://fcm.googleapis.com/fcm/send/').subscription)
  await phone.call(choosePush, { ...FIRST_CHOICES, offHubNos: [hubNo] })
  await user.call(chooseMail, { ...NO_MAIL, mention: 'daily' })
  await user.call(setMailDigest, { hubNo, isOn: true })
  await insertSentMail(node, user)
  await shareNewNote(friend, hubNo, '열지 않은 노트')
  const commentNo = await comment(friend, { hubNo, noteNo: shared }, '친구의 말')
  await user.call(markCommentsRead, { hubNo, noteNo: shared, commentNo })
  await user.call(markAsRead, { hubNo })
  await comment(user, { hubNo, noteNo: shared }, '내가 한 말')
  await user.call(setReaction, { hubNo, noteNo: shared, isOn: true })
  await highlight(user, { hubNo, noteNo: shared }, passageOf('오늘 이야기한 것', '이야기'))
  await commentOn(user, { hubNo, noteNo: shared }, passageOf('오늘 이야기한 것', '오늘'), { text: '언제요?' })
  await unsavedDocument(user, noteNo)
  const thrown = await note(user, first, '버린 노트', '되살릴 글')
  await user.call(deleteNote, { noteNo: thrown.noteNo })
  await user.call(createSuggestion, { suggestion: '가지고 나갈 수 있는 의견' })
  const agreedWith = (await suggest(friend)).suggestionNo
  await user.call(setSuggestionReaction, { suggestionNo: agreedWith, isOn: true })
  const [blocked, blocker] = await newUsers(node.url, node.url)
  await lookUp(user, blocked, blocker)
  await lookUp(blocker, user)
  await user.call(blockPerson, { userNo: blocked.userNo })
  await blocker.call(blockPerson, { userNo: user.userNo })
  await user.call(sendReport, { hubNo, userNo: friend.userNo, words: '자꾸 욕을 해요.' })
  await user.call(requestMyInfo, { email: user.email, password: PASSWORD })
  await user.call(updateMyInfo, { mobile: '010-1212-3434', imagefile0: upload(await picture('jpeg')) })

  const files = await archiveOf(user)

  expect([...files.keys()].sort()).toEqual(
    [
      '_밖으로_ 나가기_/a_b_c.md',
      '_밖으로_ 나가기_/',
      'data.json',
      `그림/${inNote.address.slice('/pictures/'.length)}.webp`,
      'picture.webp',
      '빈 주제/',
      '주제/',
      '주제/나눈 노트.md',
      '첫 주제/',
      '첫 주제/회의 (2).md',
      '첫 주제/회의.md',
      '휴지통/버린 노트.md',
    ].sort(),
  )
  const textOf = (name: string) => /^---\n[\s\S]*?\n---\n([\s\S]*)\n$/.exec(String(files.get(name)))?.[1]
  expect(textOf('첫 주제/회의.md')).toBe('# 하나\n\n**본문** % 👍')
  expect(textOf('첫 주제/회의 (2).md')).toBe('둘')
  expect(textOf('휴지통/버린 노트.md')).toBe('되살릴 글')
  expect(String(files.get('휴지통/버린 노트.md'))).toMatch(
    /^---\ntitle: "버린 노트"\ntopic: "첫 주제"\ncreated: \S+Z\nupdated: \S+Z\ndeleted: \S+Z\ngeulmaru: /,
  )

  const pictured = files.get(`그림/${inNote.address.slice('/pictures/'.length)}.webp`)
  expect(pictured).toEqual(Buffer.from(await (await fetch(node.url + inNote.address)).arrayBuffer()))

  const data = JSON.parse(String(files.get('data.json')))
  expect(data.profile).toMatchObject({ email: user.email, username: user.name, mobile: '01012123434' })
  expect(data.topics.map((topic: { title: string }) => topic.title)).toContain('../밖으로: 나가기?')
  expect(data.notes).toHaveLength(4)
  expect(data.notes[0]).toMatchObject({ title: '회의', file: '첫 주제/회의.md', version: 1 })
  expect(data.readThreads).toEqual([{ hubNo, noteNo: shared, readUpToComment: commentNo }])
  expect(data.hubs).toMatchObject([{ hubNo, readUpToShare: 3, members: [user.name, friend.name] }])
  expect(data.inviteLinks).toMatchObject([{ hubNo, people: 0 }])
  expect(data.shares).toMatchObject([{ hubNo, noteNo: shared, withdrawnAt: null }])
  expect(data.openedNotes).toEqual([{ noteNo: opened }])
  expect(data.comments).toMatchObject([
    { hubNo, noteNo: shared, text: '내가 한 말', passage: null },
    { hubNo, noteNo: shared, text: '언제요?', passage: '오늘' },
  ])
  expect(data.highlights).toMatchObject([{ hubNo, noteNo: shared, passage: '이야기' }])
  expect(data.unsavedTexts).toMatchObject([{ noteNo, title: 'a/b\\c', text: '셋 쓰는 중' }])
  expect(data.suggestions).toMatchObject([{ opinion: '가지고 나갈 수 있는 의견', answer: null }])
  const seen = expect.any(String)
  expect(data.opinionEmpathies).toEqual([{ suggestionNo: agreedWith, since: seen }])
  expect(data.linkedSignIns).toEqual([
    { issuer: ISSUER, subject: expect.any(String), createdAt: seen, lastUsedAt: null },
  ])
  expect(data.passkeys).toEqual([{ name: '', createdAt: seen, lastUsedAt: null }])
  const device = { device: '', firstSeen: seen, lastSeen: seen }
  expect(data.devices).toEqual([device, device])
  expect(data.notifications).toMatchObject([
    { timeZone: 'Asia/Seoul', quiet: { from: 22, to: 8 }, showsText: false, roomsOff: [hubNo] },
  ])
  expect(data.reports).toMatchObject([
    { kind: 'person', about: friend.name, copy: '', words: '자꾸 욕을 해요.' },
  ])
  expect(data.foundPeople.map(({ name }: { name: string }) => name).toSorted()).toEqual(
    [blocked.name, friend.name].toSorted(),
  )
  expect(data.blockedPeople).toEqual([{ name: blocked.name, blockedAt: expect.any(String) }])
  expect(fieldsIn(data), 'tests/support/storedFields.ts lists the exported fields').toEqual(
    [...new Set(allDisclosures.flatMap(field => ('exportedAt' in field ? field.exportedAt : [])))].toSorted(),
  )
  const everything = JSON.stringify(data)
  for (const secret of [token, 'argon2', 'passwordHash', blocker.name, friend.email, '_id', '친구의 노트'])
    expect(everything).not.toContain(secret)
})

test('links to other notes have the current titles, so that an import finds them', async () => {
  const user = await newUser(node.url)
  const topicNo = await newTopic(user, '여행')
  const { noteNo } = await note(user, topicNo, '제주', '')
  await note(user, topicNo, '시작', '[[제주]] [[제주#첫날|그날]] [[없는 글]]')
  await user.call(updateNote, { noteNo, title: '제주 여행', text: '' })
  const file = (await archiveOf(user)).get('여행/시작.md')?.toString() ?? ''
  expect(file.split('---\n')[2]).toBe('[[제주 여행]] [[제주 여행#첫날|그날]] [[없는 글]]\n')
})

test('the pictures of friends with whom a note was written, as long as a note of the author has them', async () => {
  const [user, friend] = await newUsers(node.url, node.url)
  const hubNo = await makeHub(user, friend)
  const noteNo = await shareNewNote(user, hubNo, '함께 쓰는 글')
  await user.call(setSharedWriting, { hubNo, noteNo, isOn: true })
  const { address } = await friend.call(uploadPicture, { picture: upload(await picture('jpeg')) })
  const tab = await friend.openSocket()
  const opened = await openDocument(tab, { noteNo })
  await editTo(tab, opened, { text: `![바다](${address})` })
  await friend.call(saveDocument, { documentId: opened.documentId })
  tab.close()
  const name = `그림/${address.slice('/pictures/'.length)}.webp`
  const files = await archiveOf(user)
  expect(files.has(name)).toBe(true)
  expect(files.get('주제/함께 쓰는 글.md')?.toString()).toContain(`![바다](../${name})`)
  // As after the last version with the picture was deleted.
  for (const collection of ['notes', 'revisions'])
    await node.mongo.collection(collection).updateMany({ noteNo }, { $unset: { pictureIds: 1 } })
  expect((await archiveOf(user)).has(name)).toBe(false)
})

test('excludes fields that a later release stores, and all data of other users', async () => {
  const [user, friend] = await newUsers(node.url, node.url)
  const hubNo = await makeHub(user, friend)
  await comment(user, { hubNo, noteNo: await shareNewNote(user, hubNo, '노트') }, '말')
  await user.call(createSuggestion, { suggestion: '나중에 더 적히는 의견' })
  await shareNewNote(friend, hubNo, '친구의 노트')
  for (const collection of (await node.mongo.db?.collections()) ?? [])
    await collection.updateMany({}, { $set: { later: 'only for the server' } })
  const files = await archiveOf(user)
  expect(String(files.get('data.json'))).not.toContain('only for the server')
  expect([...files.keys()].toSorted()).toEqual(['data.json', '주제/', '주제/노트.md'])
})

test('many notes are streamed while they are read, never held in memory together', async () => {
  const user = await newUser(node.url)
  const topicNo = await newTopic(user, '많은 노트')
  const { notes } = node.app.context.repositories
  const COUNT = 400
  const many = Array.from({ length: COUNT }, (_, index) => manyNote(user.userNo, topicNo, index))
  await node.mongo.collection('notes').insertMany(many)
  let taken = 0
  const reading = new EventEmitter()
  const ofAuthor = notes.streamByAuthor
  vi.spyOn(notes, 'streamByAuthor').mockImplementation(async function* (authorNo) {
    try {
      for await (const each of ofAuthor(authorNo)) {
        taken += 1
        yield each
      }
    } finally {
      reading.emit('end')
    }
  })

  const leaving = new AbortController()
  const response = await ask(user.token, leaving.signal)
  await response.body?.getReader().read()
  const takenAtFirst = taken
  const ended = once(reading, 'end')
  leaving.abort()
  expect(takenAtFirst).toBeLessThan(COUNT)
  // A client that disconnects in the middle stops the reading as well.
  await ended
  expect(taken).toBeLessThan(COUNT)

  taken = 0
  const files = await archiveOf(user)
  expect(taken).toBe(COUNT)
  expect(files.get('많은 노트/노트.md')?.length).toBeGreaterThan(1_000)
  expect(files.has(`많은 노트/노트 (${COUNT}).md`)).toBe(true)
  vi.restoreAllMocks()
}, 120_000)

/** Compresses badly, so that the archive is larger than the buffers of the connection. */
function manyNote(authorNo: number, subjectNo: number, index: number) {
  const text = randomBytes(3_600).toString('base64')
  const [createdAt, lastUpdate] = [new Date(), new Date()]
  const noteNo = 1_000_000 + index
  return { noteNo, subjectNo, authorNo, title: '노트', text, version: 1, createdAt, lastUpdate }
}

/** The names of the fields in each part, in any of its entries. */
function fieldsIn(data: Record<string, unknown>): string[] {
  const fields = Object.entries(data).flatMap(([part, entries]) =>
    [entries]
      .flat()
      .flatMap(entry => (entry instanceof Object ? Object.keys(entry).map(name => `${part}.${name}`) : [])),
  )
  return [...new Set(fields)].toSorted()
}

async function unzip(bytes: Buffer): Promise<Map<string, Buffer>> {
  const zip = await fromBufferPromise(bytes, { lazyEntries: true })
  const files = new Map<string, Buffer>()
  for await (const entry of zip.eachEntry()) {
    const { fileName }: Entry = entry
    const chunks: Buffer[] = []
    if (!fileName.endsWith('/'))
      for await (const chunk of await zip.openReadStreamPromise(entry)) chunks.push(chunk as Buffer)
    files.set(fileName, Buffer.concat(chunks))
  }
  return files
}
