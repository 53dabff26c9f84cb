import { sampleNotes } from '#client/features/lookaround/content/notes.ts'
import { minho, sampleMe, sampleRooms } from '#client/features/lookaround/content/rooms.ts'
import { documentOf } from '#client/features/lookaround/lookaround.documents.ts'
import { minuteAt, NOTHING_SEEN, newClock } from '#client/features/lookaround/lookaround.minute.ts'
import { noteOf, roomOf, roomPage, threadOf } from '#client/features/lookaround/lookaround.views.ts'
import type { AdminUserView, AuditEntryView, DailyCount, ServerStatus } from '#protocol/administration.ts'
import type { SuggestionView } from '#protocol/agora.ts'
import { type NotificationView, notificationTargets } from '#protocol/inbox.ts'
import type { NoteItemView } from '#protocol/notes.ts'
import { noteText } from '#protocol/noteText.ts'
import type { NoticeView } from '#protocol/notices.ts'
import { pageIndexOf } from '#protocol/paging.ts'
import { passageAt } from '#protocol/passageAnchor.ts'
import type { PolicyLine } from '#protocol/policies.ts'
import type { ReportView } from '#protocol/reports.ts'
import { SAMPLE } from './screens.ts'

const PER_PAGE = 9
export const pageIndex = pageIndexOf(1, PER_PAGE, PER_PAGE)

export const room = orFail(roomOf(SAMPLE.hubNo) ?? sampleRooms[0])
export const note = orFail(noteOf(SAMPLE.noteNo) ?? sampleNotes[0])

function orFail<Sample>(sample: Sample | undefined): Sample {
  if (sample === undefined) throw new Error('the samples lack the room or the note that the gallery shows')
  return sample
}

const nothingPlayed = { minute: minuteAt([], 0), clock: newClock(true) }
export const sharedNotes = roomPage(room, { ...nothingPlayed, seen: NOTHING_SEEN }).notes
export const comments = threadOf(room.hubNo, note.noteNo, nothingPlayed).map(comment => ({
  ...comment,
  requestKey: `sample ${comment.commentNo}`,
}))
/** Two sentences of the note: everybody has highlighted the first, one member the second. */
export function passageViews() {
  const text = noteText(documentOf(note.document))
  const sentences = text.split(/[.\n]/).filter(sentence => sentence.length > 11)
  const passages = sentences.slice(0, 2).flatMap(sentence => {
    const start = text.indexOf(sentence)
    return passageAt(text, start, start + sentence.length, 1) ?? []
  })
  return passages.flatMap((passage, place) =>
    room.people
      .slice(0, place === 0 ? undefined : 1)
      .map(({ userNo }, index) => ({ highlightNo: 100 * place + index + 1, userNo, passage })),
  )
}

export const myNotes = sampleNotes.filter(({ writer }) => writer === 'me')

const line = (content: string, isBold = false): PolicyLine => ({
  content,
  isBold,
  numLeadingSpaces: isBold ? 0 : 2,
  numFollowingEmptyLines: isBold ? 0 : 1,
})
export const policyLines = [
  line('제1조 (목적)', true),
  line('친구들이 글마루에서 노트를 나눌 때 서로 지킬 것을 적어요.'),
]

export function hubViews() {
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

export function meView() {
  return { userNo: sampleMe.userNo, userName: sampleMe.name, profPic: '' }
}

export function topicViews() {
  const titles = [...new Set(sampleNotes.map(({ topic }) => topic))]
  return titles.map((title, place) => ({
    subjectNo: place + 1,
    title,
    noteCount: sampleNotes.filter(({ topic }) => topic === title).length,
  }))
}

export function noteItemView({ noteNo, title, lastUpdate }: (typeof sampleNotes)[number]): NoteItemView {
  const sharedCount = sampleRooms.filter(({ noteNos }) => noteNos.includes(noteNo)).length
  const excerpt = '지난주에 이야기한 것을 다시 읽어 보고, 다음에 무엇을 할지 함께 정했다.'
  const listed = { noteNo, title, excerpt, createdAt: lastUpdate, lastUpdate }
  return { ...listed, length: 1_204, isPinned: noteNo === 1, sharedCount }
}

export function suggestionViews(): SuggestionView[] {
  const asked = { suggestionNo: 2, state: 0, opinion: '방마다 이름을 붙일 수 있으면 좋겠어요.' }
  const answered = { suggestionNo: 1, state: 1, opinion: '좋은 생각이에요. 다음 판에서 만나요.' }
  const timeCreated = note.lastUpdate
  return [
    { ...asked, timeCreated, writer: sampleMe.name, writerNo: sampleMe.userNo },
    { ...answered, timeCreated, writer: minho.name, writerNo: minho.userNo },
  ]
}

export function noticeViews(): NoticeView[] {
  const timeCreated = note.lastUpdate
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

export function adminUserViews(): AdminUserView[] {
  const joinedAt = note.lastUpdate
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

export function dailyCounts(): DailyCount[] {
  return Array.from({ length: 30 }, (_, index) => ({
    day: `2026-06-${String(index + 1).padStart(2, '0')}`,
    people: index % 7,
    notes: 20 + ((index * 17) % 31),
    shares: (index * 11) % 23,
    comments: 40 + ((index * 29) % 53),
    opinions: 0,
  }))
}

export function serverStatus(): ServerStatus {
  const at = note.lastUpdate
  const nodeId = (digit: string) => `${digit.repeat(8)}-0000-4000-8000-000000000000`
  return {
    node: { state: 'good', nodeId: nodeId('1'), release: '1.1.0', uptimeS: 270_000 },
    nodes: {
      state: 'good',
      others: [
        { nodeId: nodeId('2'), release: '1.2.0' },
        { nodeId: nodeId('3'), release: null },
      ],
    },
    database: { state: 'good', isEmbedded: false, latencyMs: 1.8, bytes: 48_300_000 },
    redis: { state: 'good', latencyMs: 0.6 },
    disk: { state: 'warning', freeBytes: 800_000_000, totalBytes: 42_000_000_000 },
    mail: { state: 'off' },
    push: { state: 'good' },
    backup: {
      state: 'good',
      latest: { at, verifiedAt: at, bytes: 7_200_000, place: 's3://geulmaru/backups/' },
      failure: null,
      isLate: false,
    },
  }
}

export function auditEntryViews(): AuditEntryView[] {
  const at = note.lastUpdate
  return [
    { kind: 'settledReport', at, by: sampleMe.name, about: minho.name, thingNo: 1 },
    { kind: 'postedNotice', at, by: '', about: '', thingNo: 2 },
  ]
}

export function reportViews(): ReportView[] {
  const reportedAt = note.lastUpdate
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

export function notificationViews(): NotificationView[] {
  const at = note.lastUpdate
  const people = [{ userNo: minho.userNo, userName: minho.name, profPic: '' }]
  const about = {
    ...{ at, people, peopleCount: 1 },
    note: { noteNo: SAMPLE.noteNo, title: note.title },
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
