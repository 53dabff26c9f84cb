import type { Language } from '#protocol/text/languages.ts'

/** Words by which the privacy policy names something, in each language. */
type Words = Record<Language, string>

/**
 * What people can know of a stored field. `taken`: the path in the take-away's data.json under which they find what it
 * holds. `named`: words of the privacy policy. `neither`: why it needs neither.
 */
export type Disclosure = { taken: string; named?: Words } | { named: Words } | { neither: string }

const OWNER = { neither: 'whose it is; a take-away holds one person’s own' }
const OF_THE_ROOM = { neither: 'of a room as a whole, and of nobody in it' }
const COUNTER = { neither: 'a counter, of nobody' }
const OF_THE_PRODUCT = { neither: 'said by those who run the product to everybody' }
const WORK = { neither: 'of work under way; gone within a minute or so' }
const SOUGHT = {
  neither: 'title and text once more, in the form in which they are looked through; gone with them',
}
const REQUEST_KEY = { neither: 'drawn by lot for one sending, so that it is saved once' }

const named = (words: Words) => ({ named: words })
const EMAIL = named({ ko: '이메일 주소:', en: 'E-mail address:' })
const NAME = named({ ko: '사용자 이름', en: 'Username' })
const MOBILE = named({ ko: '휴대폰 번호', en: 'Mobile number' })
const PICTURE = named({ ko: '프로필 사진', en: 'profile picture' })
const PASSWORD = named({ ko: '되돌릴 수 없는 값(argon2id)', en: 'cannot be turned back (argon2id)' })
const TEMPORARY_PASSWORD = named({ ko: '임시 비밀번호는', en: 'A temporary password' })
const CONFIRMED = named({ ko: '확인한 시각', en: 'once you have confirmed it' })
const LINK = named({ ko: '주소를 확인하는 링크', en: 'the link that confirms an address' })
const SIGN_INS = named({ ko: '로그인 기록:', en: 'Sign-ins:' })
const DEVICES = named({ ko: '로그인한 적이 있는 기기:', en: 'Devices on which you have signed in:' })
const UNREADABLE = named({ ko: '알아볼 수 없게 바꾼 값', en: 'unreadable values' })
const NOTES = named({ ko: '주제와 노트', en: 'Topics and notes' })
const HISTORY = named({ ko: '이전 글', en: 'earlier versions of notes' })
const TRASH = named({ ko: '휴지통에 둔', en: 'in the trash' })
const TRASH_SHARES = named({ ko: '나뉘어 있던 방', en: 'rooms in which it was shared' })
const OPENED = named({ ko: '열어 본 노트', en: 'which notes were opened' })
const READ = named({ ko: '읽은 위치', en: 'what has been read' })
const ROOMS = named({ ko: '방을 만든 사람과 구성원', en: 'who made a room and who is in it' })
const DECLINED = named({ ko: '다시 초대받지 않기로 한 방', en: 'declined to be invited again' })
const SHARES = named({ ko: '공유한 기록', en: 'records of sharing' })
const WRITTEN = named({ ko: '댓글과 의견', en: 'comments and suggestions' })
const FOUND = named({ ko: '찾은 친구:', en: 'People you found:' })
const BLOCKED = named({ ko: '차단한 친구:', en: 'People you blocked:' })

/** Every stored field of every collection, but for the database's own `_id`. */
export const storedFields: Record<string, Record<string, Disclosure>> = {
  users: {
    userNo: { taken: 'profile.userNo' },
    email: { taken: 'profile.email', ...EMAIL },
    emailKey: EMAIL,
    username: { taken: 'profile.username', ...NAME },
    nameKey: NAME,
    uniqueNameKey: NAME,
    mobile: { taken: 'profile.mobile', ...MOBILE },
    passwordHash: PASSWORD,
    'temporaryPassword.hash': TEMPORARY_PASSWORD,
    'temporaryPassword.mark': TEMPORARY_PASSWORD,
    'temporaryPassword.expiresAt': TEMPORARY_PASSWORD,
    'earlierTemporaryPasswords.hash': TEMPORARY_PASSWORD,
    'earlierTemporaryPasswords.mark': TEMPORARY_PASSWORD,
    'earlierTemporaryPasswords.expiresAt': TEMPORARY_PASSWORD,
    emailUnconfirmed: CONFIRMED,
    'emailConfirmation.hash': LINK,
    'emailConfirmation.expiresAt': LINK,
    emailConfirmedAt: { taken: 'profile.emailConfirmedAt', ...CONFIRMED },
    privilege: { neither: 'who runs the product made somebody an administrator, who knows it' },
    pictureId: PICTURE,
    createdAt: { taken: 'profile.createdAt' },
  },
  pictures: { pictureId: PICTURE, userNo: OWNER, bytes: PICTURE },
  sessions: {
    tokenId: SIGN_INS,
    userNo: OWNER,
    device: SIGN_INS,
    createdAt: SIGN_INS,
    expiresAt: SIGN_INS,
    lastSeen: SIGN_INS,
    temporaryPasswordHash: TEMPORARY_PASSWORD,
    provenUntil: { neither: 'for some minutes after the password was shown again' },
  },
  devices: {
    userNo: OWNER,
    deviceHash: UNREADABLE,
    device: { taken: 'devices.device', ...DEVICES },
    addressHash: UNREADABLE,
    firstSeen: { taken: 'devices.firstSeen', ...DEVICES },
    lastSeen: { taken: 'devices.lastSeen', ...DEVICES },
  },
  topics: {
    subjectNo: { taken: 'topics.subjectNo' },
    ownerNo: OWNER,
    title: { taken: 'topics.title', ...NOTES },
    createdAt: { taken: 'topics.createdAt' },
    noteCount: { neither: 'how many notes the topic has, which are all taken' },
    'unsettled.noteNo': WORK,
    'unsettled.since': WORK,
  },
  notes: {
    noteNo: { taken: 'notes.noteNo' },
    subjectNo: { taken: 'notes.subjectNo' },
    authorNo: OWNER,
    title: { taken: 'notes.title', ...NOTES },
    text: { taken: 'notes.file', ...NOTES },
    textLength: { taken: 'notes.textLength' },
    version: { taken: 'notes.version' },
    createdAt: { taken: 'notes.createdAt' },
    lastUpdate: { taken: 'notes.lastUpdate' },
    requestKey: REQUEST_KEY,
    'sitting.sessionId': HISTORY,
    'sitting.since': HISTORY,
    everShared: SHARES,
    'sought.text': SOUGHT,
    'sought.initials': SOUGHT,
  },
  revisions: {
    noteNo: HISTORY,
    authorNo: OWNER,
    version: HISTORY,
    title: HISTORY,
    text: HISTORY,
    textLength: HISTORY,
    lastUpdate: HISTORY,
  },
  trash: {
    noteNo: { taken: 'trash.noteNo', ...TRASH },
    subjectNo: TRASH,
    subjectTitle: { taken: 'trash.subjectTitle' },
    authorNo: OWNER,
    title: { taken: 'trash.title' },
    text: { taken: 'trash.file' },
    textLength: { taken: 'trash.textLength' },
    version: { taken: 'trash.version' },
    createdAt: { taken: 'trash.createdAt' },
    lastUpdate: { taken: 'trash.lastUpdate' },
    everShared: SHARES,
    'shares.hubNo': TRASH_SHARES,
    'shares.sharedAt': TRASH_SHARES,
    'shares.seenBy': TRASH_SHARES,
    keptAt: WORK,
    deletedAt: { taken: 'trash.deletedAt', ...TRASH },
    claimedAt: WORK,
  },
  noteReads: { noteNo: { taken: 'openedNotes.noteNo', ...OPENED }, userNo: OWNER },
  acquaintances: {
    userNo: OWNER,
    foundNo: { taken: 'foundPeople.name', ...FOUND },
    foundAt: { taken: 'foundPeople.foundAt', ...FOUND },
  },
  personBlocks: {
    userNo: OWNER,
    blockedNo: { taken: 'blockedPeople.name', ...BLOCKED },
    blockedAt: { taken: 'blockedPeople.blockedAt', ...BLOCKED },
  },
  hubs: {
    hubNo: { taken: 'hubs.hubNo' },
    makerNo: { taken: 'hubs.madeByMe', ...ROOMS },
    'members.userNo': { taken: 'hubs.members', ...ROOMS },
    'members.readSeq': { taken: 'hubs.readUpToShare', ...READ },
    'members.joinedAt': { taken: 'hubs.joinedAt', ...ROOMS },
    memberKey: ROOMS,
    uniqueKey: ROOMS,
    version: OF_THE_ROOM,
    revision: OF_THE_ROOM,
    lastSeq: OF_THE_ROOM,
    lastActivity: OF_THE_ROOM,
    pinnedSeq: OF_THE_ROOM,
    declinedNos: DECLINED,
  },
  shares: {
    hubNo: { taken: 'shares.hubNo', ...SHARES },
    seq: SHARES,
    noteNo: { taken: 'shares.noteNo', ...SHARES },
    authorNo: OWNER,
    sharedAt: { taken: 'shares.sharedAt', ...SHARES },
    live: SHARES,
    withdrawnAt: { taken: 'shares.withdrawnAt', ...SHARES },
    seenBy: OPENED,
  },
  comments: {
    commentNo: { neither: 'a number by which the product knows a comment' },
    hubNo: { taken: 'comments.hubNo' },
    noteNo: { taken: 'comments.noteNo' },
    writerNo: OWNER,
    text: { taken: 'comments.text', ...WRITTEN },
    postedAt: { taken: 'comments.postedAt' },
    editedAt: WRITTEN,
    requestKey: REQUEST_KEY,
  },
  commentReads: {
    userNo: OWNER,
    hubNo: { taken: 'readThreads.hubNo' },
    noteNo: { taken: 'readThreads.noteNo' },
    readCommentNo: { taken: 'readThreads.readUpToComment', ...READ },
  },
  suggestions: {
    suggestionNo: { taken: 'suggestions.suggestionNo' },
    opinion: { taken: 'suggestions.opinion', ...WRITTEN },
    writerNo: OWNER,
    timeCreated: { taken: 'suggestions.timeCreated' },
    writerSeq: { neither: 'counts a writer’s suggestions, so that two at once are noticed' },
    'answer.opinion': { taken: 'suggestions.answer' },
    'answer.writerNo': OF_THE_PRODUCT,
    'answer.timeCreated': OF_THE_PRODUCT,
  },
  suggestionCounts: { countings: COUNTER, counted: COUNTER, counts: COUNTER },
  notices: {
    noticeNo: OF_THE_PRODUCT,
    display: OF_THE_PRODUCT,
    title: OF_THE_PRODUCT,
    content: OF_THE_PRODUCT,
    timeCreated: OF_THE_PRODUCT,
  },
  counters: { last: COUNTER },
  pending: {
    kind: WORK,
    entityNo: WORK,
    userNo: WORK,
    joinedAt: WORK,
    declines: WORK,
    deleteContributions: WORK,
    takenUntil: WORK,
  },
}

export const allDisclosures: Disclosure[] = Object.values(storedFields).flatMap(Object.values)
