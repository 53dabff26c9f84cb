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
const CEREMONY = { neither: 'what a browser is to sign by a passkey; gone within minutes' }
const SOUGHT = {
  neither: 'title and text once more, in the form in which they are looked through; gone with them',
}
const REQUEST_KEY = { neither: 'drawn by lot for one sending, so that it is saved once' }

const named = (words: Words) => ({ named: words })
const EMAIL = named({ ko: '이메일 주소:', en: 'Email address:' })
const NAME = named({ ko: '사용자 이름', en: 'Username' })
const MOBILE = named({ ko: '휴대폰 번호', en: 'Mobile number' })
const PICTURE = named({ ko: '프로필 사진', en: 'profile picture' })
const NOTE_PICTURES = named({ ko: '노트에 넣은 그림', en: 'Pictures in your notes' })
const PICTURE_CHECKS = {
  neither: 'when it was looked at whether a note still holds the picture, and what was found',
}
const PICTURES_HELD = { neither: 'which pictures stand in the text, once more; gone with it' }
const PASSWORD = named({ ko: '되돌릴 수 없는 값(argon2id)', en: 'cannot be turned back (argon2id)' })
const TEMPORARY_PASSWORD = named({ ko: '임시 비밀번호는', en: 'A temporary password' })
const CONFIRMED = named({ ko: '확인한 시각', en: 'once you have confirmed it' })
const SUSPENDED = named({ ko: '이용을 멈춘 시각', en: 'since when an account is suspended' })
const DEEDS = named({ ko: '관리 기록:', en: 'Administration log:' })
const LINK = named({ ko: '주소를 확인하는 링크', en: 'the link that confirms an address' })
const SIGN_INS = named({ ko: '로그인 기록:', en: 'Sign-ins:' })
const STAYING = named({ ko: '로그인을 유지하기로 한 기기', en: 'devices that stay signed in' })
const PUSH = named({
  ko: '브라우저의 알림 주소와 열쇠',
  en: 'the address and keys of your browser for notifications',
})
const PUSH_CHOICES = named({ ko: '무엇을 언제 알릴지', en: 'what to tell you, and when' })
const DEVICES = named({ ko: '로그인한 적이 있는 기기:', en: 'Devices on which you have signed in:' })
const PASSKEYS = named({ ko: '패스키:', en: 'Passkeys:' })
const UNREADABLE = named({ ko: '알아볼 수 없게 바꾼 값', en: 'unreadable values' })
const NOTES = named({ ko: '주제와 노트', en: 'Topics and notes' })
const HISTORY = named({ ko: '이전 글', en: 'earlier versions of notes' })
const TRASH = named({ ko: '휴지통에 둔', en: 'in the trash' })
const TRASH_SHARES = named({ ko: '나뉘어 있던 방', en: 'rooms in which it was shared' })
const OPENED = named({ ko: '열어 본 노트', en: 'which notes were opened' })
const READ = named({ ko: '읽은 위치', en: 'what has been read' })
const ROOM_NAMES = named({ ko: '방의 이름', en: 'what rooms are called' })
const KEPT = named({ ko: '고정하거나 알림을 끈 방', en: 'rooms you pinned or muted' })
const ROOMS = named({ ko: '방을 만든 사람과 구성원', en: 'who made a room and who is in it' })
const DECLINED = named({ ko: '다시 초대받지 않기로 한 방', en: 'declined to be invited again' })
const LINKS = named({ ko: '방에 초대하는 링크:', en: 'Invite links:' })
const CAME_BY_LINK = named({ ko: '누가 초대 링크로 들어왔는지', en: 'who came in by an invite link' })
const EXPELLED = named({
  ko: '초대 링크로 들어왔다가 내보내진 방',
  en: 'one was removed after coming by an invite link',
})
const SHARES = named({ ko: '공유한 기록', en: 'records of sharing' })
const WRITTEN = named({ ko: '댓글과 의견', en: 'comments and suggestions' })
const EMPATHIES = named({ ko: '공감한 노트와 댓글', en: 'notes and comments you empathized with' })
const OPINION_EMPATHIES = named({ ko: '공감한 의견', en: 'opinions you empathized with' })
const NEWS = named({ ko: '소식:', en: 'Inbox:' })
const FOUND = named({ ko: '찾은 친구:', en: 'People you found:' })
const REPORTS = named({ ko: '신고: 누가 누구를', en: 'Reports: who reported whom' })
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
    suspendedAt: SUSPENDED,
    pictureId: PICTURE,
    createdAt: { taken: 'profile.createdAt' },
  },
  pictures: { pictureId: PICTURE, userNo: OWNER, bytes: PICTURE },
  notePictures: {
    pictureId: { taken: 'pictures.address', ...NOTE_PICTURES },
    ownerNo: OWNER,
    bytes: { taken: 'pictures.file', ...NOTE_PICTURES },
    size: { taken: 'pictures.bytes' },
    width: { taken: 'pictures.width' },
    height: { taken: 'pictures.height' },
    uploadedAt: { taken: 'pictures.uploadedAt' },
    requestKey: REQUEST_KEY,
    unheldSince: PICTURE_CHECKS,
    wasHeld: PICTURE_CHECKS,
    checkAt: PICTURE_CHECKS,
  },
  pictureSpace: {
    ownerNo: OWNER,
    bytes: { neither: 'how much room one’s pictures take, which are all taken' },
    'unsettled.pictureId': WORK,
    'unsettled.bytes': WORK,
    'unsettled.since': WORK,
  },
  sessions: {
    tokenId: SIGN_INS,
    userNo: OWNER,
    device: SIGN_INS,
    deviceHash: UNREADABLE,
    createdAt: SIGN_INS,
    expiresAt: SIGN_INS,
    lastSeen: SIGN_INS,
    temporaryPasswordHash: TEMPORARY_PASSWORD,
    'stay.hash': STAYING,
    'stay.before': STAYING,
    'stay.since': STAYING,
    'push.endpoint': PUSH,
    'push.p256dh': PUSH,
    'push.auth': PUSH,
    'push.since': { taken: 'notifications.since', ...PUSH },
    'push.language': { taken: 'notifications.language', ...PUSH_CHOICES },
    'push.timeZone': { taken: 'notifications.timeZone', ...PUSH_CHOICES },
    'push.kinds': { taken: 'notifications.kinds', ...PUSH_CHOICES },
    'push.quiet.from': { taken: 'notifications.quiet', ...PUSH_CHOICES },
    'push.quiet.to': { taken: 'notifications.quiet', ...PUSH_CHOICES },
    'push.showsText': { taken: 'notifications.showsText', ...PUSH_CHOICES },
    'push.offHubNos': { taken: 'notifications.roomsOff', ...PUSH_CHOICES },
    provenUntil: { neither: 'for some minutes after the password was shown again' },
  },
  duePushes: { userNo: OWNER, since: WORK, dueAt: WORK, taken: WORK },
  devices: {
    userNo: OWNER,
    deviceHash: UNREADABLE,
    device: { taken: 'devices.device', ...DEVICES },
    addressHash: UNREADABLE,
    firstSeen: { taken: 'devices.firstSeen', ...DEVICES },
    lastSeen: { taken: 'devices.lastSeen', ...DEVICES },
  },
  passkeys: {
    userNo: OWNER,
    passkeyId: PASSKEYS,
    userHandle: PASSKEYS,
    publicKey: PASSKEYS,
    counter: PASSKEYS,
    transports: PASSKEYS,
    name: { taken: 'passkeys.name', ...PASSKEYS },
    createdAt: { taken: 'passkeys.createdAt', ...PASSKEYS },
    lastUsedAt: { taken: 'passkeys.lastUsedAt', ...PASSKEYS },
  },
  passkeyChallenges: {
    challengeHash: CEREMONY,
    ceremony: CEREMONY,
    tokenId: CEREMONY,
    userHandle: CEREMONY,
    expiresAt: CEREMONY,
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
    pinned: { taken: 'notes.pinned' },
    'sought.text': SOUGHT,
    'sought.initials': SOUGHT,
    pictureIds: PICTURES_HELD,
  },
  revisions: {
    noteNo: HISTORY,
    authorNo: OWNER,
    version: HISTORY,
    title: HISTORY,
    text: HISTORY,
    textLength: HISTORY,
    lastUpdate: HISTORY,
    pictureIds: PICTURES_HELD,
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
    pinned: { taken: 'trash.pinned' },
    'shares.hubNo': TRASH_SHARES,
    'shares.sharedAt': TRASH_SHARES,
    'shares.seenBy': TRASH_SHARES,
    keptAt: WORK,
    deletedAt: { taken: 'trash.deletedAt', ...TRASH },
    claimedAt: WORK,
    pictureIds: PICTURES_HELD,
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
    name: { taken: 'hubs.name', ...ROOM_NAMES },
    'members.userNo': { taken: 'hubs.members', ...ROOMS },
    'members.readSeq': { taken: 'hubs.readUpToShare', ...READ },
    'members.seen.from': { taken: 'hubs.readShares', ...READ },
    'members.seen.to': { taken: 'hubs.readShares', ...READ },
    'members.muted': { taken: 'hubs.muted', ...KEPT },
    'members.pinned': { taken: 'hubs.pinned', ...KEPT },
    'members.joinedAt': { taken: 'hubs.joinedAt', ...ROOMS },
    'members.cameByLink': { taken: 'hubs.cameByLink', ...CAME_BY_LINK },
    memberKey: ROOMS,
    uniqueKey: ROOMS,
    version: OF_THE_ROOM,
    revision: OF_THE_ROOM,
    lastSeq: OF_THE_ROOM,
    lastActivity: OF_THE_ROOM,
    pinnedSeq: OF_THE_ROOM,
    declinedNos: DECLINED,
    expelledNos: EXPELLED,
  },
  invitations: {
    tokenHash: LINKS,
    hubNo: { taken: 'inviteLinks.hubNo', ...LINKS },
    makerNo: OWNER,
    makerJoinedAt: LINKS,
    madeAt: { taken: 'inviteLinks.madeAt', ...LINKS },
    expiresAt: { taken: 'inviteLinks.expiresAt', ...LINKS },
    invitedNos: { taken: 'inviteLinks.people', ...CAME_BY_LINK },
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
    commentNo: { taken: 'comments.commentNo' },
    hubNo: { taken: 'comments.hubNo' },
    noteNo: { taken: 'comments.noteNo' },
    writerNo: OWNER,
    text: { taken: 'comments.text', ...WRITTEN },
    postedAt: { taken: 'comments.postedAt' },
    editedAt: WRITTEN,
    replyTo: { taken: 'comments.replyTo' },
    mentionedNos: { taken: 'comments.mentioned' },
    requestKey: REQUEST_KEY,
  },
  threads: {
    hubNo: OF_THE_ROOM,
    noteNo: OF_THE_ROOM,
    count: COUNTER,
    'marks.mark': WORK,
    'marks.since': WORK,
    changes: COUNTER,
  },
  commentReads: {
    userNo: OWNER,
    hubNo: { taken: 'readThreads.hubNo' },
    noteNo: { taken: 'readThreads.noteNo' },
    readCommentNo: { taken: 'readThreads.readUpToComment', ...READ },
  },
  empathies: {
    hubNo: { taken: 'empathies.hubNo' },
    noteNo: { taken: 'empathies.noteNo' },
    commentNo: { taken: 'empathies.commentNo' },
    userNo: OWNER,
    since: { taken: 'empathies.since', ...EMPATHIES },
  },
  news: {
    userNo: OWNER,
    thing: { neither: 'a name made of the other fields, so that of one thing there is one entry' },
    kind: { taken: 'inbox.kind', ...NEWS },
    at: { taken: 'inbox.at', ...NEWS },
    unseen: { taken: 'inbox.isNew', ...NEWS },
    gone: WORK,
    hubNo: { taken: 'inbox.hubNo' },
    noteNo: { taken: 'inbox.noteNo' },
    commentNos: { taken: 'inbox.commentNos' },
    byNos: { taken: 'inbox.by', ...NEWS },
    suggestionNo: { taken: 'inbox.suggestionNo' },
    hasActed: { taken: 'inbox.hasActed', ...NEWS },
    device: { taken: 'inbox.device', ...NEWS },
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
  dailyCounts: {
    day: COUNTER,
    people: COUNTER,
    notes: COUNTER,
    shares: COUNTER,
    comments: COUNTER,
    opinions: COUNTER,
  },
  deeds: { kind: DEEDS, at: DEEDS, byNo: DEEDS, aboutNo: DEEDS, thingNo: DEEDS },
  opinionEmpathies: {
    suggestionNo: { taken: 'opinionEmpathies.suggestionNo', ...OPINION_EMPATHIES },
    userNo: OWNER,
    since: { taken: 'opinionEmpathies.since' },
  },
  suggestionCounts: { countings: COUNTER, counted: COUNTER, counts: COUNTER },
  notices: {
    noticeNo: OF_THE_PRODUCT,
    display: OF_THE_PRODUCT,
    title: OF_THE_PRODUCT,
    content: OF_THE_PRODUCT,
    timeCreated: OF_THE_PRODUCT,
  },
  reports: {
    reportNo: { taken: 'reports.reportNo' },
    kind: { taken: 'reports.kind' },
    reporterNo: OWNER,
    aboutNo: { taken: 'reports.about', ...REPORTS },
    copy: { taken: 'reports.copy', ...REPORTS },
    words: { taken: 'reports.words', ...REPORTS },
    reportedAt: { taken: 'reports.reportedAt', ...REPORTS },
    'outcome.hasActed': REPORTS,
    'outcome.text': REPORTS,
    'outcome.administratorNo': REPORTS,
    'outcome.at': REPORTS,
  },
  counters: { last: COUNTER },
  pending: {
    kind: WORK,
    entityNo: WORK,
    userNo: WORK,
    joinedAt: WORK,
    declines: WORK,
    expels: WORK,
    deleteContributions: WORK,
    takenUntil: WORK,
  },
}

/** The fields that say whose a document is, as 'collection: field'. */
export const ownerFields = Object.entries(storedFields).flatMap(([collection, fields]) =>
  Object.keys(fields)
    .filter(field => fields[field] === OWNER)
    .map(field => `${collection}: ${field}`),
)

export const allDisclosures: Disclosure[] = Object.values(storedFields).flatMap(Object.values)
