import { sampleNotes } from '#client/features/lookaround/content/notes.ts'
import { minho, sampleMe } from '#client/features/lookaround/content/people.ts'
import { sampleRooms } from '#client/features/lookaround/content/rooms.ts'
import { documentOf } from '#client/features/lookaround/lookaround.documents.ts'
import { minuteAt, newClock } from '#client/features/lookaround/lookaround.minute.ts'
import { NOTHING_SEEN } from '#client/features/lookaround/lookaround.unread.ts'
import {
  membersOf,
  noteOf,
  roomOf,
  roomPage,
  sheetOf,
  threadOf,
} from '#client/features/lookaround/lookaround.views.ts'
import { checkSignIn, confirmEmail } from '#protocol/accounts.ts'
import {
  type AdminUserView,
  type AuditEntryView,
  type DailyCount,
  getAuditLog,
  getCounts,
  getDailyCounts,
  lookUpPeople,
} from '#protocol/administration.ts'
import { getSuggestions, getUnanswered, type SuggestionView } from '#protocol/agora.ts'
import { getBlocked } from '#protocol/blocking.ts'
import type { Call, ReplyOf } from '#protocol/call.ts'
import { getComments, markCommentsRead } from '#protocol/comments.ts'
import { getSharedNotes } from '#protocol/discussion.ts'
import { encodeText } from '#protocol/encoding.ts'
import { getHubInfo, getHubs, getUnread, markAsRead } from '#protocol/hubs.ts'
import { countInbox, getInbox, type NotificationView, notificationTargets } from '#protocol/inbox.ts'
import { getInvitations, lookAtInvitation } from '#protocol/invitations.ts'
import { LATEST_NOTES_SHOWN } from '#protocol/limits.ts'
import { getHistory } from '#protocol/noteHistory.ts'
import { getLatestNotes, getNote, getNotes, type NoteItemView } from '#protocol/notes.ts'
import { getHiddenNotices, getNotices, type NoticeView } from '#protocol/notices.ts'
import { pageIndexOf, suggestionPageIndexOf } from '#protocol/paging.ts'
import { getPrivacyPolicy, getTermsOfContract, type PolicyLine } from '#protocol/policies.ts'
import { countReports, getReports, type ReportView } from '#protocol/reports.ts'
import { getShareHubs } from '#protocol/shares.ts'
import { getTopics } from '#protocol/topics.ts'
import { getTrash } from '#protocol/trash.ts'
import { SAMPLE, type Screen } from './screens.ts'

export interface Answer {
  call: Call
  reply: unknown
}

const answer = <C extends Call>(call: C, reply: ReplyOf<C>): Answer => ({ call, reply })

const success = true as const
const PER_PAGE = 9
const pageIndex = pageIndexOf(1, PER_PAGE, PER_PAGE)

const room = roomOf(SAMPLE.hubNo) ?? sampleRooms[0]
const note = noteOf(SAMPLE.noteNo) ?? sampleNotes[0]
if (!room || !note) throw new Error('the samples lack the room or the note that the gallery shows')

const nothingPlayed = { minute: minuteAt([], 0), clock: newClock(true) }
const shared = roomPage(room, { ...nothingPlayed, seen: NOTHING_SEEN }).notes
const comments = threadOf(room.hubNo, note.noteNo, nothingPlayed).map(comment => ({
  ...comment,
  requestKey: `sample ${comment.commentNo}`,
}))
const myNotes = sampleNotes.filter(({ writer }) => writer === 'me')

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

const line = (content: string, isBold = false): PolicyLine => ({
  content,
  isBold,
  numLeadingSpaces: isBold ? 0 : 2,
  numFollowingEmptyLines: isBold ? 0 : 1,
})
const policyLines = [
  line('제1조 (목적)', true),
  line('친구들이 글마루에서 노트를 나눌 때 서로 지킬 것을 적어요.'),
]

/** The replies with content, as far as screens request them on load. */
export const fullAnswers: readonly Answer[] = [
  answer(getTermsOfContract, { success, terms: policyLines }),
  answer(getPrivacyPolicy, { success, policy: policyLines }),
  answer(getInbox, { success, news: notificationSamples(), next: null }),
  answer(countInbox, { success, count: 1, revision: 1 }),
  answer(getHubs, { success, hubs: hubs(), me: meView(), pageIndex }),
  answer(getShareHubs, {
    success,
    hubs: hubs(),
    shared: [room.hubNo],
    readCounts: sampleRooms.map((_, place) => place),
    pageIndex,
  }),
  answer(getUnread, { success, total: 3, hubs: hubs() }),
  answer(getHubInfo, { success, hubNo: room.hubNo, version: 1, participants: membersOf(room) }),
  answer(markAsRead, {
    success,
    hubs: hubs(),
    pageIndex,
    hubNo: room.hubNo,
    numUnreadArticles: 0,
    revision: 2,
  }),
  answer(getSharedNotes, {
    success,
    version: 1,
    lastSeq: shared[0]?.seq ?? 0,
    total: shared.length,
    notes: shared,
    pinned: shared[1] ?? null,
    pageIndex,
  }),
  answer(getComments, { success, version: 1, count: comments.length, comments, hasOlder: false }),
  answer(markCommentsRead, { success }),
  answer(getTopics, { success, subjects: topics(), pageIndex }),
  answer(getNotes, {
    success,
    subjectTitle: note.topic,
    noteCount: myNotes.length,
    notes: myNotes.map(noteItem),
    pageIndex,
  }),
  answer(getLatestNotes, {
    success,
    notes: myNotes.slice(0, LATEST_NOTES_SHOWN).map(one => ({ ...noteItem(one), subjectTitle: one.topic })),
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
    itemList: suggestions(),
    empathies: [{ suggestionNo: 2, count: 24, isMine: true }],
    pageIndexes: suggestionPageIndexOf(pageIndex),
    total: 2,
    version: 1,
  }),
  answer(getNotices, { success, version: 1, itemList: notices() }),
  answer(getHiddenNotices, { success, itemList: notices().slice(1) }),
  answer(getCounts, { success, people: 128, notes: 2_431, hubs: 57, sockets: 23 }),
  answer(getDailyCounts, { success, days: dailyCounts() }),
  answer(getUnanswered, { success, total: 1, itemList: suggestions().slice(0, 1) }),
  answer(getReports, { success, total: 2, pageIndex, itemList: reports() }),
  answer(countReports, { success, waiting: 1 }),
  answer(getAuditLog, { success, total: 2, pageIndex, itemList: auditSamples() }),
  answer(lookUpPeople, { success, people: supervised() }),
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

function hubs() {
  return sampleRooms.map(({ hubNo, people }, place) => ({
    hubNo,
    userNos: people.map(({ userNo }) => userNo),
    names: people.map(({ name }) => name),
    pics: people.map(() => ''),
    numUnreadArticles: place === 0 ? 3 : 0,
    revision: 1,
    version: 1,
  }))
}

function meView() {
  return { userNo: sampleMe.userNo, userName: sampleMe.name, profPic: '' }
}

function topics() {
  const titles = [...new Set(sampleNotes.map(({ topic }) => topic))]
  return titles.map((title, place) => ({
    subjectNo: place + 1,
    title,
    noteCount: sampleNotes.filter(({ topic }) => topic === title).length,
  }))
}

function noteItem({ noteNo, title, lastUpdate }: (typeof sampleNotes)[number]): NoteItemView {
  const sharedCount = sampleRooms.filter(({ noteNos }) => noteNos.includes(noteNo)).length
  const excerpt = '지난주에 이야기한 것을 다시 읽어 보고, 다음에 무엇을 할지 함께 정했다.'
  const listed = { noteNo, title, excerpt, createdAt: lastUpdate, lastUpdate }
  return { ...listed, length: 1_204, isPinned: noteNo === 1, sharedCount }
}

function suggestions(): SuggestionView[] {
  const asked = { suggestionNo: 2, state: 0, opinion: '방마다 이름을 붙일 수 있으면 좋겠어요.' }
  const answered = { suggestionNo: 1, state: 1, opinion: '좋은 생각이에요. 다음 판에서 만나요.' }
  const timeCreated = note?.lastUpdate ?? ''
  return [
    { ...asked, timeCreated, writer: sampleMe.name, writerNo: sampleMe.userNo },
    { ...answered, timeCreated, writer: minho.name, writerNo: minho.userNo },
  ]
}

function notices(): NoticeView[] {
  const timeCreated = note?.lastUpdate ?? ''
  return [
    {
      noticeNo: 2,
      title: '새 기능: 초성으로 찾기',
      content: '노트를 첫소리만으로 찾을 수 있어요.',
      timeCreated,
    },
    { noticeNo: 1, title: '글마루를 열었어요', content: '친구들과 함께 써 보세요.', timeCreated },
  ]
}

function supervised(): AdminUserView[] {
  const joinedAt = note?.lastUpdate ?? ''
  const one = {
    profPic: '',
    isAdministrator: false,
    joinedAt,
    suspendedAt: null,
    sessions: 2,
    lastSeen: joinedAt,
  }
  return [
    {
      ...one,
      userNo: sampleMe.userNo,
      userName: sampleMe.name,
      email: 'ji•••@example.com',
      isAdministrator: true,
    },
    { ...one, userNo: minho.userNo, userName: minho.name, email: 'mi•••@example.com' },
    {
      ...one,
      userNo: 99,
      userName: '아주아주 긴 이름으로 가입해서 한 줄에 다 들어가지 않는 사람',
      email: 'su•••@example.com',
      suspendedAt: joinedAt,
      sessions: 0,
      lastSeen: null,
    },
  ]
}

function dailyCounts(): DailyCount[] {
  return Array.from({ length: 30 }, (_, index) => ({
    day: `2026-06-${String(index + 1).padStart(2, '0')}`,
    people: index % 7,
    notes: 20 + ((index * 17) % 31),
    shares: (index * 11) % 23,
    comments: 40 + ((index * 29) % 53),
    opinions: 0,
  }))
}

function auditSamples(): AuditEntryView[] {
  const at = note?.lastUpdate ?? ''
  return [
    { kind: 'settledReport', at, by: sampleMe.name, about: minho.name, thingNo: 1 },
    { kind: 'postedNotice', at, by: '', about: '', thingNo: 2 },
  ]
}

function reports(): ReportView[] {
  const reportedAt = note?.lastUpdate ?? ''
  const about = { aboutNo: minho.userNo, about: minho.name, reporter: sampleMe.name, reportedAt }
  const outcome = {
    text: '글쓴이에게 주의를 주었어요.',
    hasActed: true,
    administrator: sampleMe.name,
    at: reportedAt,
  }
  const copy = '그 말은 너무했어요.\n다시는 오지 마세요.'
  return [
    { reportNo: 2, kind: 'comment', copy, words: '방에서 자꾸 이래요.', outcome: null, ...about },
    { reportNo: 1, kind: 'person', copy: '', words: '계속 모르는 방에 초대해요.', outcome, ...about },
  ]
}

function notificationSamples(): NotificationView[] {
  const at = note?.lastUpdate ?? ''
  const people = [{ userNo: minho.userNo, userName: minho.name, profPic: '' }]
  const about = {
    ...{ at, people, peopleCount: 1 },
    note: { noteNo: SAMPLE.noteNo, title: note?.title ?? '' },
    room: { hubNo: SAMPLE.hubNo, name: '', names: [minho.name], memberCount: 2 },
  }
  const said = { commentNo: 1, line: '지은님은 어떻게 생각해요?' }
  const [called, talk] = [
    notificationTargets.comment(1),
    notificationTargets.talk(SAMPLE.hubNo, SAMPLE.noteNo),
  ]
  return [
    { ...about, thing: called, kind: 'mention', isNew: true, commentCount: 1, comment: said },
    { ...about, thing: talk, kind: 'comment', isNew: false, commentCount: 3 },
    {
      thing: notificationTargets.report(1),
      kind: 'report',
      at,
      isNew: false,
      people: [],
      peopleCount: 0,
      commentCount: 0,
      hasActed: true,
    },
  ]
}
