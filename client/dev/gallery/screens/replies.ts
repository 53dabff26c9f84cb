import { minho, sampleMe, sampleRooms } from '#client/features/lookaround/content/rooms.ts'
import { documentOf } from '#client/features/lookaround/lookaround.documents.ts'
import { membersOf, sheetOf } from '#client/features/lookaround/lookaround.views.ts'
import { checkSignIn, confirmEmail } from '#protocol/accounts.ts'
import { getAuditLog, getCounts, getDailyCounts, getStatus, lookUpPeople } from '#protocol/administration.ts'
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
import { getBacklinks } from '#protocol/links.ts'
import { getHistory } from '#protocol/noteHistory.ts'
import { getLatestNotes, getNote, getNotes } from '#protocol/notes.ts'
import { getHiddenNotices, getNotices } from '#protocol/notices.ts'
import { signInByOidc } from '#protocol/oidc.ts'
import { suggestionPageIndexOf } from '#protocol/paging.ts'
import { getNotePassages, getPassages } from '#protocol/passages.ts'
import { getPrivacyPolicy, getTermsOfContract } from '#protocol/policies.ts'
import { getPublicLinks } from '#protocol/publicLinks.ts'
import { countReports, getReports } from '#protocol/reports.ts'
import { getShareHubs } from '#protocol/shares.ts'
import { getTags } from '#protocol/tags.ts'
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
  passageViews,
  policyLines,
  reportViews,
  room,
  serverStatus,
  sharedNotes,
  suggestionViews,
  topicViews,
} from './sampleViews.ts'
import { SAMPLE, type Screen } from './screens.ts'

export interface SampleReply {
  call: Call
  reply: unknown
}

const sampleReply = <C extends Call>(call: C, reply: ReplyOf<C>): SampleReply => ({ call, reply })

const success = true as const

/** The session; the only call that succeeds in every state. */
export function sessionReply(as: Screen['as']): SampleReply {
  return sampleReply(checkSignIn, {
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
export const fullReplies: readonly SampleReply[] = [
  sampleReply(getTermsOfContract, { success, terms: policyLines }),
  sampleReply(getPrivacyPolicy, { success, policy: policyLines }),
  sampleReply(getInbox, { success, news: notificationViews(), next: null }),
  sampleReply(countInbox, { success, count: 1, revision: 1 }),
  sampleReply(getHubs, { success, hubs: hubViews(), me: meView(), pageIndex }),
  sampleReply(getShareHubs, {
    success,
    hubs: hubViews(),
    shared: [room.hubNo],
    readCounts: sampleRooms.map((_, place) => place),
    pageIndex,
  }),
  sampleReply(getUnread, { success, total: 3, hubs: hubViews() }),
  sampleReply(getHubInfo, { success, hubNo: room.hubNo, version: 1, participants: membersOf(room) }),
  sampleReply(markAsRead, {
    success,
    hubs: hubViews(),
    pageIndex,
    hubNo: room.hubNo,
    numUnreadArticles: 0,
    revision: 2,
  }),
  sampleReply(getSharedNotes, {
    success,
    version: 1,
    lastSeq: sharedNotes[0]?.seq ?? 0,
    total: sharedNotes.length,
    notes: sharedNotes,
    pinned: sharedNotes[1] ?? null,
    pageIndex,
  }),
  sampleReply(getComments, { success, version: 1, count: comments.length, comments, hasOlder: false }),
  sampleReply(getPassages, { success, version: 1, highlights: passageViews(), comments: [] }),
  sampleReply(getNotePassages, { success, rooms: [] }),
  sampleReply(getTags, {
    success,
    tags: [
      { tag: '여행', noteCount: 12 },
      { tag: '읽은책', noteCount: 3 },
    ],
    hasMore: false,
  }),
  sampleReply(getBacklinks, {
    success,
    notes: myNotes.slice(1, 3).map(({ noteNo, title }) => ({ noteNo, title, hubNo: null })),
    hasMore: false,
  }),
  sampleReply(markCommentsRead, { success }),
  sampleReply(getTopics, { success, subjects: topicViews(), pageIndex }),
  sampleReply(getNotes, {
    success,
    subjectTitle: note.topic,
    noteCount: myNotes.length,
    notes: myNotes.map(noteItemView),
    pageIndex,
  }),
  sampleReply(getLatestNotes, {
    success,
    notes: myNotes
      .slice(0, LATEST_NOTES_SHOWN)
      .map(one => ({ ...noteItemView(one), subjectTitle: one.topic })),
    hasShared: true,
  }),
  sampleReply(getNote, {
    ...sheetOf(note),
    success,
    noteNo: note.noteNo,
    isAuthor: note.writer === 'me',
    text: encodeText(documentOf(note.document)),
    version: 3,
    subjectNo: SAMPLE.topicNo,
    subjectTitle: note.topic,
  }),
  sampleReply(getTrash, {
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
  sampleReply(getHistory, {
    success,
    versions: [{ version: 3, title: note.title, text: '', length: 1_204, lastUpdate: note.lastUpdate }],
  }),
  sampleReply(getBlocked, { success, people: [] }),
  sampleReply(getPublicLinks, {
    success,
    links: [
      {
        noteNo: note.noteNo,
        linkId: 'sampleOfAPublicLink-01',
        title: note.title,
        since: note.lastUpdate,
        lastUpdate: note.lastUpdate,
        isIndexed: false,
      },
    ],
    takenDown: [],
  }),
  sampleReply(getSuggestions, {
    success,
    itemList: suggestionViews(),
    empathies: [{ suggestionNo: 2, count: 24, isMine: true }],
    pageIndexes: suggestionPageIndexOf(pageIndex),
    total: 2,
    version: 1,
  }),
  sampleReply(getNotices, { success, version: 1, itemList: noticeViews() }),
  sampleReply(getHiddenNotices, { success, itemList: noticeViews().slice(1) }),
  sampleReply(getCounts, { success, people: 128, notes: 2_431, hubs: 57, sockets: 23 }),
  sampleReply(getDailyCounts, { success, days: dailyCounts() }),
  sampleReply(getStatus, { success, ...serverStatus() }),
  sampleReply(getUnanswered, { success, total: 1, itemList: suggestionViews().slice(0, 1) }),
  sampleReply(getReports, { success, total: 2, pageIndex, itemList: reportViews() }),
  sampleReply(countReports, { success, waiting: 1 }),
  sampleReply(getAuditLog, { success, total: 2, pageIndex, itemList: auditEntryViews() }),
  sampleReply(lookUpPeople, { success, people: adminUserViews() }),
  sampleReply(confirmEmail, { success }),
  sampleReply(signInByOidc, {
    authenticated: false,
    step: 'signUp',
    provider: 'Google',
    email: 'minho@example.com',
    isEmailVerified: true,
  }),
  sampleReply(lookAtInvitation, {
    success,
    inviter: { userNo: minho.userNo, userName: minho.name, profPic: '' },
    memberCount: room.people.length,
    expiresAt: note.lastUpdate,
    hubNo: null,
    isWithBlocked: false,
  }),
  sampleReply(getInvitations, { success, invitations: [] }),
]

/** The replies without content; others stay as in `fullReplies`. */
export const emptyReplies: readonly SampleReply[] = [
  sampleReply(getUnanswered, { success, total: 0, itemList: [] }),
  sampleReply(getInbox, { success, news: [], next: null }),
  sampleReply(countInbox, { success, count: 0, revision: 1 }),
  sampleReply(getReports, { success, total: 0, pageIndex, itemList: [] }),
  sampleReply(countReports, { success, waiting: 0 }),
  sampleReply(getHubs, { success, hubs: [], me: meView(), pageIndex }),
  sampleReply(getShareHubs, { success, hubs: [], shared: [], readCounts: [], pageIndex }),
  sampleReply(getUnread, { success, total: 0, hubs: [] }),
  sampleReply(markAsRead, {
    success,
    hubs: [],
    pageIndex,
    hubNo: room.hubNo,
    numUnreadArticles: 0,
    revision: 2,
  }),
  sampleReply(getSharedNotes, {
    success,
    version: 1,
    lastSeq: 0,
    total: 0,
    notes: [],
    pinned: null,
    pageIndex,
  }),
  sampleReply(getComments, { success, version: 1, count: 0, comments: [], hasOlder: false }),
  sampleReply(getPassages, { success, version: 1, highlights: [], comments: [] }),
  sampleReply(getTopics, { success, subjects: [], pageIndex }),
  sampleReply(getNotes, { success, subjectTitle: note.topic, noteCount: 0, notes: [], pageIndex }),
  sampleReply(getLatestNotes, { success, notes: [], hasShared: false }),
  sampleReply(getTrash, { success, noteCount: 0, notes: [], pageIndex }),
  sampleReply(getSuggestions, {
    success,
    itemList: [],
    pageIndexes: suggestionPageIndexOf(pageIndex),
    total: 0,
    version: 1,
  }),
  sampleReply(getNotices, { success, version: 1, itemList: [] }),
  sampleReply(getHiddenNotices, { success, itemList: [] }),
]
