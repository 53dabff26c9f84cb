import { minho, sampleMe, sampleRooms } from '#client/features/lookaround/content/rooms.ts'
import { documentOf } from '#client/features/lookaround/lookaround.documents.ts'
import { membersOf, sheetOf } from '#client/features/lookaround/lookaround.views.ts'
import { checkSignIn, confirmEmail } from '#protocol/accounts.ts'
import { getAuditLog, getCounts, getDailyCounts, lookUpPeople } from '#protocol/administration.ts'
import { getSuggestions, getUnanswered } from '#protocol/agora.ts'
import { getBlocked } from '#protocol/blocking.ts'
import type { Call, ReplyOf } from '#protocol/call.ts'
import { getComments, markCommentsRead } from '#protocol/comments.ts'
import { getSharedNotes } from '#protocol/discussion.ts'
import { encodeText } from '#protocol/encoding.ts'
import { getHubInfo, getHubs, getUnread, markAsRead } from '#protocol/hubs.ts'
import { countInbox, getInbox } from '#protocol/inbox.ts'
import { getInvitations, lookAtInvitation } from '#protocol/invitations.ts'
import { LATEST_NOTES_SHOWN } from '#protocol/limits.ts'
import { getHistory } from '#protocol/noteHistory.ts'
import { getLatestNotes, getNote, getNotes } from '#protocol/notes.ts'
import { getHiddenNotices, getNotices } from '#protocol/notices.ts'
import { suggestionPageIndexOf } from '#protocol/paging.ts'
import { getPrivacyPolicy, getTermsOfContract } from '#protocol/policies.ts'
import { countReports, getReports } from '#protocol/reports.ts'
import { getShareHubs } from '#protocol/shares.ts'
import { getTopics } from '#protocol/topics.ts'
import { getTrash } from '#protocol/trash.ts'
import {
  adminUserViews,
  auditEntryViews,
  comments,
  dailyCounts,
  hubViews,
  meView,
  myNotes,
  note,
  noteItemView,
  noticeViews,
  notificationViews,
  pageIndex,
  policyLines,
  reportViews,
  room,
  sharedNotes,
  suggestionViews,
  topicViews,
} from './sampleViews.ts'
import { SAMPLE, type Screen } from './screens.ts'

export interface Answer {
  call: Call
  reply: unknown
}

const answer = <C extends Call>(call: C, reply: ReplyOf<C>): Answer => ({ call, reply })

const success = true as const

/** The session; the only call that succeeds in every state. */
export function sessionAnswer(as: Screen['as']): Answer {
  return answer(checkSignIn, {
    authenticated: true,
    authToken: 'gallery',
    userNo: sampleMe.userNo,
    email: 'jieun@example.com',
    username: sampleMe.name,
    privilege: as === 'administrator' ? 1 : 0,
    mustChangePassword: false,
    stays: false,
    profPic: '',
    epoch: 'gallery',
  })
}

/** The replies with content, as far as screens request them on load. */
export const fullAnswers: readonly Answer[] = [
  answer(getTermsOfContract, { success, terms: policyLines }),
  answer(getPrivacyPolicy, { success, policy: policyLines }),
  answer(getInbox, { success, news: notificationViews(), next: null }),
  answer(countInbox, { success, count: 1, revision: 1 }),
  answer(getHubs, { success, hubs: hubViews(), me: meView(), pageIndex }),
  answer(getShareHubs, {
    success,
    hubs: hubViews(),
    shared: [room.hubNo],
    readCounts: sampleRooms.map((_, place) => place),
    pageIndex,
  }),
  answer(getUnread, { success, total: 3, hubs: hubViews() }),
  answer(getHubInfo, { success, hubNo: room.hubNo, version: 1, participants: membersOf(room) }),
  answer(markAsRead, {
    success,
    hubs: hubViews(),
    pageIndex,
    hubNo: room.hubNo,
    numUnreadArticles: 0,
    revision: 2,
  }),
  answer(getSharedNotes, {
    success,
    version: 1,
    lastSeq: sharedNotes[0]?.seq ?? 0,
    total: sharedNotes.length,
    notes: sharedNotes,
    pinned: sharedNotes[1] ?? null,
    pageIndex,
  }),
  answer(getComments, { success, version: 1, count: comments.length, comments, hasOlder: false }),
  answer(markCommentsRead, { success }),
  answer(getTopics, { success, subjects: topicViews(), pageIndex }),
  answer(getNotes, {
    success,
    subjectTitle: note.topic,
    noteCount: myNotes.length,
    notes: myNotes.map(noteItemView),
    pageIndex,
  }),
  answer(getLatestNotes, {
    success,
    notes: myNotes
      .slice(0, LATEST_NOTES_SHOWN)
      .map(one => ({ ...noteItemView(one), subjectTitle: one.topic })),
  }),
  answer(getNote, {
    ...sheetOf(note),
    success,
    noteNo: note.noteNo,
    isAuthor: note.writer === 'me',
    text: encodeText(documentOf(note.document)),
    version: 3,
    subjectNo: SAMPLE.topicNo,
    subjectTitle: note.topic,
  }),
  answer(getTrash, {
    success,
    noteCount: myNotes.length,
    notes: myNotes.map(({ noteNo, title, topic, lastUpdate }) => ({
      noteNo,
      title,
      length: 820,
      subjectTitle: topic,
      deletedAt: lastUpdate,
    })),
    pageIndex,
  }),
  answer(getHistory, {
    success,
    versions: [{ version: 3, title: note.title, text: '', length: 1_204, lastUpdate: note.lastUpdate }],
  }),
  answer(getBlocked, { success, people: [] }),
  answer(getSuggestions, {
    success,
    itemList: suggestionViews(),
    empathies: [{ suggestionNo: 2, count: 24, isMine: true }],
    pageIndexes: suggestionPageIndexOf(pageIndex),
    total: 2,
    version: 1,
  }),
  answer(getNotices, { success, version: 1, itemList: noticeViews() }),
  answer(getHiddenNotices, { success, itemList: noticeViews().slice(1) }),
  answer(getCounts, { success, people: 128, notes: 2_431, hubs: 57, sockets: 23 }),
  answer(getDailyCounts, { success, days: dailyCounts() }),
  answer(getUnanswered, { success, total: 1, itemList: suggestionViews().slice(0, 1) }),
  answer(getReports, { success, total: 2, pageIndex, itemList: reportViews() }),
  answer(countReports, { success, waiting: 1 }),
  answer(getAuditLog, { success, total: 2, pageIndex, itemList: auditEntryViews() }),
  answer(lookUpPeople, { success, people: adminUserViews() }),
  answer(confirmEmail, { success }),
  answer(lookAtInvitation, {
    success,
    inviter: { userNo: minho.userNo, userName: minho.name, profPic: '' },
    memberCount: room.people.length,
    expiresAt: note.lastUpdate,
    hubNo: null,
    isWithBlocked: false,
  }),
  answer(getInvitations, { success, invitations: [] }),
]

/** The replies without content; others stay as in `fullAnswers`. */
export const emptyAnswers: readonly Answer[] = [
  answer(getUnanswered, { success, total: 0, itemList: [] }),
  answer(getInbox, { success, news: [], next: null }),
  answer(countInbox, { success, count: 0, revision: 1 }),
  answer(getReports, { success, total: 0, pageIndex, itemList: [] }),
  answer(countReports, { success, waiting: 0 }),
  answer(getHubs, { success, hubs: [], me: meView(), pageIndex }),
  answer(getShareHubs, { success, hubs: [], shared: [], readCounts: [], pageIndex }),
  answer(getUnread, { success, total: 0, hubs: [] }),
  answer(markAsRead, {
    success,
    hubs: [],
    pageIndex,
    hubNo: room.hubNo,
    numUnreadArticles: 0,
    revision: 2,
  }),
  answer(getSharedNotes, { success, version: 1, lastSeq: 0, total: 0, notes: [], pinned: null, pageIndex }),
  answer(getComments, { success, version: 1, count: 0, comments: [], hasOlder: false }),
  answer(getTopics, { success, subjects: [], pageIndex }),
  answer(getNotes, { success, subjectTitle: note.topic, noteCount: 0, notes: [], pageIndex }),
  answer(getLatestNotes, { success, notes: [] }),
  answer(getTrash, { success, noteCount: 0, notes: [], pageIndex }),
  answer(getSuggestions, {
    success,
    itemList: [],
    pageIndexes: suggestionPageIndexOf(pageIndex),
    total: 0,
    version: 1,
  }),
  answer(getNotices, { success, version: 1, itemList: [] }),
  answer(getHiddenNotices, { success, itemList: [] }),
]
