import type { Connection } from 'mongoose'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { answerSuggestion, setSuggestionReaction } from '#protocol/agora.ts'
import { blockPerson } from '#protocol/blocking.ts'
import { deleteComment, markCommentsRead } from '#protocol/comments.ts'
import { saveDocument } from '#protocol/documents.ts'
import { encodeText } from '#protocol/encoding.ts'
import { createFeed } from '#protocol/feeds.ts'
import { disjoin, markAsRead } from '#protocol/hubs.ts'
import { makeInvitation, removeMember } from '#protocol/invitations.ts'
import { setMailDigest } from '#protocol/mailNotifications.ts'
import { deleteAccount, updateMyInfo } from '#protocol/myInfo.ts'
import { uploadPicture } from '#protocol/notePictures.ts'
import { deleteNote, getNote, updateNote } from '#protocol/notes.ts'
import { choosePush, FIRST_CHOICES, subscribePush } from '#protocol/push.ts'
import { setReaction } from '#protocol/reactions.ts'
import { getReports, sendReport, settleReport } from '#protocol/reports.ts'
import { setSharedWriting, shareNote, unshareNote } from '#protocol/shares.ts'
import { purgeTrash } from '#protocol/trash.ts'
import { connectMongo } from '#server/platform/mongo/connect.ts'
import { newApiToken } from '#tests/support/apiTokens.ts'
import { registerPasskey } from '#tests/support/authenticator.ts'
import { editTo, openDocument, unsavedDocument } from '#tests/support/documents.ts'
import { picture, upload } from '#tests/support/images.ts'
import { insertSentMail } from '#tests/support/mailPlans.ts'
import { emptyDatabase, startNode, type TestNode } from '#tests/support/node.ts'
import { insertLink } from '#tests/support/oidcLinks.ts'
import { highlight, passageOf } from '#tests/support/passages.ts'
import { newBrowser } from '#tests/support/pushService.ts'
import { writeSeries } from '#tests/support/series.ts'
import { hubFields, noteFields, userFields } from '#tests/support/storedFields.ts'
import { tracesOf } from '#tests/support/traces.ts'
import {
  comment,
  invite,
  joinByLink,
  lookUp,
  makeHub,
  newAdministrator,
  newUser,
  PASSWORD,
  shareNewNote,
  signInUser,
  suggest,
  type TestUser,
} from '#tests/support/users.ts'

/** Searches the whole database for traces of deleted data, so that no collection can be forgotten. */

let node: TestNode
let mongo: Connection

beforeAll(async () => {
  const mongoUrl = await emptyDatabase()
  mongo = await connectMongo(mongoUrl)
  // Numbers that occur nowhere else by chance.
  await mongo.collection<{ _id: string; last: number }>('counters').insertMany([
    { _id: 'hub', last: 6_000_000 },
    { _id: 'user', last: 7_000_000 },
    { _id: 'note', last: 8_000_000 },
    { _id: 'comment', last: 9_000_000 },
  ])
  node = await startNode({ mongoUrl })
})
afterAll(async () => {
  await node.stop()
  await mongo.close()
})

/** Creates a note with an earlier version, opened and commented by a reader. */
async function createNoteWithAll(author: TestUser, reader: TestUser, hubNo: number): Promise<number> {
  const noteNo = await shareNewNote(author, hubNo)
  await author.call(updateNote, {
    noteNo,
    title: '회의록',
    text: encodeText('다시 쓴 글'),
    keepEarlier: true,
  })
  await reader.call(getNote, { noteNo })
  const commentNo = await comment(reader, { hubNo, noteNo })
  await author.call(markCommentsRead, { hubNo, noteNo, commentNo })
  await author.call(setReaction, { hubNo, noteNo, commentNo, isOn: true })
  await highlight(reader, { hubNo, noteNo }, passageOf('다시 쓴 글', '쓴 글', 2))
  return noteNo
}

/** Creates a series whose second part has an earlier version and an unsaved text. */
async function createSeries(author: TestUser): Promise<[head: number, ...later: number[]]> {
  const nos = await writeSeries(author, ['첫 편', '둘째 편'])
  const noteNo = nos[1] ?? 0
  const text = encodeText('다시 쓴 둘째 편')
  await author.call(updateNote, { noteNo, title: '회의록', text, keepEarlier: true })
  await unsavedDocument(author, noteNo)
  return nos
}

/** Creates data of a friend, and of nobody, with the number of the user. */
async function createSharedData(user: TestUser, friend: TestUser, hubNo: number): Promise<void> {
  const noteNo = await shareNewNote(friend, hubNo)
  await comment(friend, { hubNo, noteNo }, `@${user.name} 봐 주세요`)
  await friend.call(setSharedWriting, { hubNo, noteNo, isOn: true })
  const tab = await user.openSocket()
  for (const text of ['함께 쓴 글', '더 쓴 글']) {
    const opened = await openDocument(tab, { noteNo })
    await editTo(tab, opened, { text })
    await friend.call(saveDocument, { documentId: opened.documentId })
  }
  tab.close()
  const ownNo = await shareNewNote(user, hubNo)
  await user.call(setSharedWriting, { hubNo, noteNo: ownNo, isOn: true })
  const { address } = await friend.call(uploadPicture, { picture: upload(await picture('jpeg')) })
  const friendsTab = await friend.openSocket()
  const opened = await openDocument(friendsTab, { noteNo: ownNo })
  await editTo(friendsTab, opened, { text: `![그림](${address})` })
  await user.call(saveDocument, { documentId: opened.documentId })
  friendsTab.close()
  // Sharing it again stores who has read it.
  await user.call(getNote, { noteNo })
  await friend.call(unshareNote, { hubNo, noteNo })
  await friend.call(shareNote, { hubNo, noteNo })

  const otherHubNo = await makeHub(friend, await newUser(node.url), await newUser(node.url))
  await joinByLink(await invite(friend, otherHubNo), user)
  await friend.call(removeMember, { hubNo: otherHubNo, userNo: user.userNo })
}

/** Creates data of what an administrator did, and of what another one did about them. */
async function createAdministratorsData(administrator: TestUser, friend: TestUser): Promise<void> {
  const { suggestionNo } = await suggest(friend)
  await administrator.call(answerSuggestion, { suggestionNo, answer: '고마워요. 다음에 고칠게요.' })
  const reported = await newUser(node.url)
  const hubNo = await makeHub(friend, reported)
  await friend.call(sendReport, { hubNo, userNo: reported.userNo, words: '자꾸 욕을 해요.' })
  const other = await newAdministrator(node)
  for (const { reportNo, aboutNo } of (await other.call(getReports, {})).itemList) {
    const settler = aboutNo === administrator.userNo ? other : administrator
    await settler.call(settleReport, { reportNo, outcome: '살펴봤어요.' })
  }
}

/**
 * Creates a user with data in every place that can have data of a user. Returns them with the numbers of their notes.
 */
async function createUserWithAllData() {
  const deletedUser = await newAdministrator(node, '떠나는 사람')
  const friend = await newUser(node.url, '남는 사람')
  const hubNo = await makeHub(deletedUser, friend)
  const declinedHubNo = await makeHub(deletedUser, friend, await newUser(node.url))
  await deletedUser.call(disjoin, { targetHubNo: declinedHubNo, declineInvitations: true })

  await deletedUser.call(uploadPicture, { picture: upload(await picture('jpeg')) })
  const noteNo = await createNoteWithAll(deletedUser, friend, hubNo)
  await unsavedDocument(deletedUser, noteNo)
  const trashedNo = await createNoteWithAll(deletedUser, friend, hubNo)
  await deletedUser.call(deleteNote, { noteNo: trashedNo })
  const seriesNos = await createSeries(deletedUser)
  const trashedSeriesNos = await createSeries(deletedUser)
  await deletedUser.call(deleteNote, { noteNo: trashedSeriesNos[0] })
  const friendsNoteNo = await shareNewNote(friend, hubNo)
  await deletedUser.call(getNote, { noteNo: friendsNoteNo })
  const commentNo = await comment(deletedUser, { hubNo, noteNo: friendsNoteNo })
  await deletedUser.call(markCommentsRead, { hubNo, noteNo: friendsNoteNo, commentNo })
  await deletedUser.call(setReaction, { hubNo, noteNo: friendsNoteNo, isOn: true })
  await highlight(deletedUser, { hubNo, noteNo: friendsNoteNo }, passageOf('오늘 이야기한 것', '오늘'))
  const deletedNoteNo = await shareNewNote(friend, hubNo)
  await deletedUser.call(getNote, { noteNo: deletedNoteNo })
  await deletedUser.call(markAsRead, { hubNo })
  await friend.call(deleteNote, { noteNo: deletedNoteNo })

  await createSharedData(deletedUser, friend, hubNo)
  await deletedUser.call(makeInvitation, { hubNo })
  await deletedUser.call(sendReport, { hubNo, userNo: friend.userNo, words: '자꾸 욕을 해요.' })
  await friend.call(sendReport, { hubNo, userNo: deletedUser.userNo, words: '나도 들었어요.' })
  await createAdministratorsData(deletedUser, friend)
  await suggest(deletedUser)
  await deletedUser.call(setSuggestionReaction, {
    suggestionNo: (await suggest(friend)).suggestionNo,
    isOn: true,
  })
  const [blocked, blocker] = [await newUser(node.url), await newUser(node.url)]
  await lookUp(deletedUser, blocked)
  await lookUp(blocker, deletedUser)
  await deletedUser.call(blockPerson, { userNo: blocked.userNo })
  await blocker.call(blockPerson, { userNo: deletedUser.userNo })
  await registerPasskey(deletedUser)
  await newApiToken(deletedUser)
  await deletedUser.call(createFeed, {})
  await insertLink(deletedUser)
  const phone = await signInUser(node.url, deletedUser.email, true)
  await phone.call(subscribePush, newBrowser('https://fcm.googleapis.com/fcm/send/').subscription)
  await shareNewNote(friend, hubNo)
  await deletedUser.call(setMailDigest, { hubNo, isOn: true })
  await insertSentMail(node, deletedUser)
  await deletedUser.call(updateMyInfo, { imagefile0: upload(await picture('jpeg')) })
  return { deletedUser, noteNos: [noteNo, trashedNo], seriesNos: [...seriesNos, ...trashedSeriesNos] }
}

const WITH_A_NOTE = 'Delete these in removeNoteData (server/features/notes/notes.removal.ts)'

const WITH_A_COMMENT = 'Delete these in removeComment (server/features/comments/comments.removal.ts)'

/** Only a user’s number may remain here, and no name or address. */
const ALLOWED_REFERENCES = [
  // Withdrawn shares, which are needed to count unread numbers.
  'shares: authorNo',
  'shares: seenBy',
  // A note of another user, until it is purged from their trash.
  'trash: shares.seenBy',
  // The user who added others to a hub, in their notifications, for 90 days at most.
  'news: byNos',
  // Who wrote along in the notes of other users.
  'notes: sitting.writerNos',
  'revisions: writerNos',
  // The administrator who answered a suggestion or settled a report.
  'suggestions: answer.writerNo',
  'reports: outcome.administratorNo',
]

/** Exists only during a job. */
const RUNNING_JOB = 'pending: userNo'

/** Stay unless the user requests otherwise. */
const CONTRIBUTIONS = ['comments: writerNo', 'suggestions: writerNo']

test.each([
  { deleteContributions: true, stays: ALLOWED_REFERENCES },
  { deleteContributions: false, stays: [...ALLOWED_REFERENCES, ...CONTRIBUTIONS] },
])('nothing remains of a deleted account, $deleteContributions', async ({ deleteContributions, stays }) => {
  const { deletedUser, noteNos, seriesNos } = await createUserWithAllData()
  const before = await tracesOf(mongo, deletedUser.userNo)
  const unfilled = userFields.filter(field => !before.includes(field) && field !== RUNNING_JOB)
  expect(
    unfilled,
    'Add data of these to createUserWithAllData(), so that the test sees its deletion',
  ).toEqual([])

  await deletedUser.call(deleteAccount, { password: PASSWORD, deleteContributions })
  await node.app.context.jobs.releaseAll()
  await node.app.cleanUp()

  const remaining = await tracesOf(mongo, deletedUser.userNo)
  expect(
    remaining.filter(trace => !stays.includes(trace)),
    'Delete these in removeAccount (server/features/myInfo/accountDeletion.service.ts)',
  ).toEqual([])
  expect(await tracesOf(mongo, deletedUser.email)).toEqual([])
  // A friend’s comment that mentions the user keeps its text.
  expect(await tracesOf(mongo, deletedUser.name)).toEqual(['comments: text'])
  expect(await tracesOf(mongo, ...noteNos), WITH_A_NOTE).toEqual(['shares: noteNo'])
  expect(await tracesOf(mongo, ...seriesNos), WITH_A_NOTE).toEqual([])
})

/** Numbers of linked notes, which lead nowhere after the deletion; and a job. */
const NOTE_LINKS_AND_JOB = ['notes: links.noteNo', 'trash: links.noteNo', 'topics: unsettled.noteNo']

test('nothing remains of a note that is purged from the trash', async () => {
  const [author, reader] = [await newUser(node.url), await newUser(node.url)]
  const noteNo = await createNoteWithAll(author, reader, await makeHub(author, reader))
  await unsavedDocument(author, noteNo)
  const before = await tracesOf(mongo, noteNo)
  await author.call(deleteNote, { noteNo })
  before.push(...(await tracesOf(mongo, noteNo)), ...NOTE_LINKS_AND_JOB)
  expect(
    noteFields.filter(field => !before.includes(field)),
    'Add data of these to createNoteWithAll(), so that the test sees its deletion',
  ).toEqual([])
  await author.call(purgeTrash, { noteNosJSON: JSON.stringify([noteNo]) })
  await node.app.cleanUp()
  expect(await tracesOf(mongo, noteNo), WITH_A_NOTE).toEqual(['shares: noteNo'])
})

test('nothing remains of a series that is purged from the trash', async () => {
  const author = await newUser(node.url)
  const nos = await createSeries(author)
  await author.call(deleteNote, { noteNo: nos[0] })
  await author.call(purgeTrash, { noteNosJSON: JSON.stringify([nos[0]]) })
  await node.app.cleanUp()
  expect(await tracesOf(mongo, ...nos), WITH_A_NOTE).toEqual([])
})

test('nothing remains of a deleted comment', async () => {
  const [author, writer] = [await newUser(node.url), await newUser(node.url)]
  const hubNo = await makeHub(author, writer)
  const noteNo = await shareNewNote(author, hubNo)
  const commentNo = await comment(writer, { hubNo, noteNo }, `@${author.name} 봐 주세요`)
  await author.call(markCommentsRead, { hubNo, noteNo, commentNo })
  await author.call(setReaction, { hubNo, noteNo, commentNo, isOn: true })
  await comment(author, { hubNo, noteNo })
  await writer.call(deleteComment, { commentNo })
  await node.app.cleanUp()
  // How far a member has read stays true.
  expect(await tracesOf(mongo, commentNo), WITH_A_COMMENT).toEqual(['commentReads: readCommentNo'])
})

/** Only a hub’s number may remain here. */
const ALLOWED_HUB_REFERENCES = [
  // Withdrawn shares, which the data export contains.
  'shares: hubNo',
  // A note, until it is purged from the trash.
  'trash: shares.hubNo',
  // Settings of former members.
  'sessions: push.offHubNos',
  'users: mail.digests.hubNo',
]

/** Exists only with a mail server, and expires. */
const PLANNED_MAIL = 'mailPlans: hubNo'

test('nothing remains of a hub that its last member has left', async () => {
  const [author, reader] = [await newUser(node.url), await newUser(node.url)]
  const hubNo = await makeHub(author, reader)
  await createNoteWithAll(author, reader, hubNo)
  await author.call(deleteNote, { noteNo: await shareNewNote(author, hubNo) })
  await author.call(makeInvitation, { hubNo })
  await reader.call(createFeed, { hubNo })
  await reader.call(setMailDigest, { hubNo, isOn: true })
  const phone = await signInUser(node.url, reader.email, true)
  await phone.call(subscribePush, newBrowser('https://fcm.googleapis.com/fcm/send/').subscription)
  await phone.call(choosePush, { ...FIRST_CHOICES, offHubNos: [hubNo] })
  const before = await tracesOf(mongo, hubNo)
  expect(
    hubFields.filter(field => !before.includes(field) && field !== PLANNED_MAIL),
    'Add data of these to the hub of this test, so that it sees their deletion',
  ).toEqual([])

  for (const user of [author, reader]) await user.call(disjoin, { targetHubNo: hubNo })
  await node.app.cleanUp()
  const remaining = await tracesOf(mongo, hubNo)
  expect(
    remaining.filter(trace => !ALLOWED_HUB_REFERENCES.includes(trace)),
    'Delete these in removeThreadsOfHub (server/features/comments/comments.removal.ts)',
  ).toEqual([])
})
