import type { Disclosure, Words } from './disclosures.ts'
import * as by from './disclosures.ts'

/** Fields, separated by blanks, that have the same disclosure. */
function rows(disclosure: Disclosure, fields: string): Record<string, Disclosure> {
  return Object.fromEntries(fields.split(' ').map(field => [field, disclosure]))
}

/** Fields that a list of the data export contains under their own names. */
function exportedAs(
  list: string,
  fields: string,
  words?: { policyWords: Words },
): Record<string, Disclosure> {
  return Object.fromEntries(
    fields.split(' ').map(field => [field, { exportedAt: `${list}.${field}`, ...words }]),
  )
}

/** Where a passage is, beside its words. */
const PASSAGE_POSITION =
  'passage.prefix passage.suffix passage.start passage.end passage.noteVersion passage.isRepeated'

/** Every stored field of every collection, except `_id`. */
export const storedFields: Record<string, Record<string, Disclosure>> = {
  users: {
    ...exportedAs('profile', 'userNo createdAt'),
    email: { exportedAt: 'profile.email', ...by.EMAIL },
    emailKey: by.EMAIL,
    username: { exportedAt: 'profile.username', ...by.NAME },
    ...rows(by.NAME, 'nameKey uniqueNameKey'),
    mobile: { exportedAt: 'profile.mobile', ...by.MOBILE },
    passwordHash: by.PASSWORD,
    ...rows(
      by.TEMPORARY_PASSWORD,
      'temporaryPassword.hash temporaryPassword.mark temporaryPassword.expiresAt',
    ),
    ...rows(by.TEMPORARY_PASSWORD, 'earlierTemporaryPasswords.hash earlierTemporaryPasswords.mark'),
    'earlierTemporaryPasswords.expiresAt': by.TEMPORARY_PASSWORD,
    withoutPassword: by.LINKED_SIGN_INS,
    emailUnconfirmed: by.CONFIRMED,
    ...rows(by.CONFIRMATION_LINK, 'emailConfirmation.hash emailConfirmation.expiresAt'),
    emailConfirmedAt: { exportedAt: 'profile.emailConfirmedAt', ...by.CONFIRMED },
    privilege: { reason: 'set by the operators; the administrator knows it' },
    suspendedAt: by.SUSPENDED,
    'mail.language': { exportedAt: 'mail.language', ...by.MAIL_CHOICES },
    ...rows(
      { exportedAt: 'mail.choices', ...by.MAIL_CHOICES },
      'mail.choices.mention mail.choices.reply mail.choices.comment mail.choices.invited mail.choices.note',
    ),
    'mail.digests.hubNo': { exportedAt: 'mail.digests', ...by.MAIL_CHOICES },
    'mail.digests.joinedAt': by.MAIL_CHOICES,
    'mail.bounces': { exportedAt: 'mail.bounces', ...by.MAIL_OFF },
    'mail.off.reason': { exportedAt: 'mail.off', ...by.MAIL_OFF },
    'mail.off.at': { exportedAt: 'mail.off', ...by.MAIL_OFF },
    pictureId: by.PICTURE,
  },
  pictures: { ...rows(by.PICTURE, 'pictureId bytes'), userNo: by.OWNER },
  notePictures: {
    pictureId: { exportedAt: 'pictures.address', ...by.NOTE_PICTURES },
    ownerNo: by.OWNER,
    authorNos: by.PICTURES_OF_OTHERS,
    bytes: { exportedAt: 'pictures.file', ...by.NOTE_PICTURES },
    size: { exportedAt: 'pictures.bytes' },
    ...exportedAs('pictures', 'width height uploadedAt'),
    requestKey: by.REQUEST_KEY,
    ...rows(by.PICTURE_CHECKS, 'unheldSince wasHeld checkAt'),
  },
  pictureSpace: {
    ownerNo: by.OWNER,
    bytes: { reason: 'the size of the user’s pictures, which are all exported' },
    ...rows(by.RUNNING_JOB, 'unsettled.pictureId unsettled.bytes unsettled.since'),
  },
  sessions: {
    ...rows(by.SIGN_INS, 'tokenId device createdAt expiresAt lastSeen'),
    userNo: by.OWNER,
    deviceHash: by.HASHED_VALUES,
    temporaryPasswordHash: by.TEMPORARY_PASSWORD,
    ...rows(by.REMEMBER_ME, 'stay.hash stay.before stay.since'),
    ...rows(by.PUSH, 'push.endpoint push.p256dh push.auth'),
    'push.since': { exportedAt: 'notifications.since', ...by.PUSH },
    'push.language': { exportedAt: 'notifications.language', ...by.PUSH_CHOICES },
    'push.timeZone': { exportedAt: 'notifications.timeZone', ...by.PUSH_CHOICES },
    'push.kinds': { exportedAt: 'notifications.kinds', ...by.PUSH_CHOICES },
    'push.quiet.from': { exportedAt: 'notifications.quiet', ...by.PUSH_CHOICES },
    'push.quiet.to': { exportedAt: 'notifications.quiet', ...by.PUSH_CHOICES },
    'push.showsText': { exportedAt: 'notifications.showsText', ...by.PUSH_CHOICES },
    'push.offHubNos': { exportedAt: 'notifications.roomsOff', ...by.PUSH_CHOICES },
    provenUntil: { reason: 'set for some minutes after the password step' },
  },
  mailPlans: {
    userNo: by.OWNER,
    ...exportedAs('sentMails', 'kind hubNo sentAt', by.SENT_MAILS),
    ...rows(by.PLANNED_MAIL, 'slot from until state dueAt lease attempts'),
    unsubscribeHash: by.SENT_MAILS,
    expiresAt: by.PLANNED_MAIL,
  },
  duePushes: { userNo: by.OWNER, ...rows(by.RUNNING_JOB, 'since dueAt taken') },
  devices: {
    userNo: by.OWNER,
    ...rows(by.HASHED_VALUES, 'deviceHash addressHash'),
    ...exportedAs('devices', 'device firstSeen lastSeen', by.DEVICES),
  },
  passkeys: {
    userNo: by.OWNER,
    ...rows(by.PASSKEYS, 'passkeyId userHandle publicKey counter transports'),
    ...exportedAs('passkeys', 'name createdAt lastUsedAt', by.PASSKEYS),
  },
  apiTokens: {
    userNo: by.OWNER,
    ...rows(by.API_TOKENS, 'tokenId hash'),
    ...exportedAs('apiTokens', 'name scopes createdAt expiresAt lastUsedAt', by.API_TOKENS),
  },
  feeds: {
    userNo: by.OWNER,
    ...rows(by.FEEDS, 'hash joinedAt'),
    ...exportedAs('feeds', 'hubNo createdAt', by.FEEDS),
  },
  passkeyChallenges: { ...rows(by.CEREMONY, 'challengeHash ceremony tokenId userHandle expiresAt') },
  oidcLinks: {
    userNo: by.OWNER,
    linkId: { reason: 'a random number that names the row' },
    ...exportedAs('linkedSignIns', 'issuer subject createdAt lastUsedAt', by.LINKED_SIGN_INS),
    tokenId: by.SIGN_INS,
  },
  oidcTransactions: {
    ...rows(by.OIDC_SIGN_INS, 'stateHash browserHash provider nonce codeVerifier purpose rememberMe'),
    ...rows(by.OIDC_SIGN_INS, 'tokenId begunAt expiresAt'),
  },
  oidcTickets: {
    ...rows(by.OIDC_SIGN_INS, 'ticketHash browserHash issuer subject email isEmailVerified purpose'),
    ...rows(by.OIDC_SIGN_INS, 'rememberMe tokenId expiresAt'),
  },
  topics: {
    ...exportedAs('topics', 'subjectNo createdAt'),
    ownerNo: by.OWNER,
    title: { exportedAt: 'topics.title', ...by.NOTES },
    noteCount: { reason: 'the number of the topic’s notes, which are all exported' },
    ...rows(by.RUNNING_JOB, 'unsettled.noteNo unsettled.since broughtAt'),
  },
  notes: {
    ...exportedAs('notes', 'noteNo subjectNo textLength version createdAt lastUpdate pinned'),
    authorNo: by.OWNER,
    title: { exportedAt: 'notes.title', ...by.NOTES },
    text: { exportedAt: 'notes.file', ...by.NOTES },
    requestKey: by.REQUEST_KEY,
    ...rows(by.HISTORY, 'sitting.sessionId sitting.since sitting.cut sitting.writerNos'),
    everShared: by.SHARES,
    ...rows(by.SEARCH_FIELDS, 'sought.text sought.initials'),
    ...rows(by.EXCERPT, 'excerpt.version excerpt.text'),
    pictureIds: by.PICTURE_REFERENCES,
    'publicLink.linkId': { exportedAt: 'notes.publicLink', ...by.PUBLIC_LINKS },
    ...rows(by.PUBLIC_LINKS, 'publicLink.since publicLink.isIndexed'),
    'takenDown.reason': { exportedAt: 'notes.takenDown', ...by.PUBLIC_LINKS },
    'takenDown.at': by.PUBLIC_LINKS,
    ...rows(by.NOTE_LINKS, 'links.key links.noteNo links.hasHeading links.titles'),
    tags: by.NOTE_TAGS,
    ...rows(by.SERIES, 'series.headNo series.place'),
  },
  revisions: {
    ...rows(by.HISTORY, 'noteNo version title text textLength lastUpdate losesText writerNos'),
    authorNo: by.OWNER,
    pictureIds: by.PICTURE_REFERENCES,
  },
  documents: {
    ...exportedAs('unsavedTexts', 'noteNo topicNo changedAt', by.UNSAVED),
    ownerNo: by.OWNER,
    snapshot: { exportedAt: 'unsavedTexts.title', ...by.UNSAVED },
    updates: { exportedAt: 'unsavedTexts.text', ...by.UNSAVED },
    ...rows(by.UNSAVED, 'writers editedBy clients.id clients.userNo'),
    documentId: by.REQUEST_KEY,
    headNo: by.SERIES,
    ...rows(by.COUNTER, 'generation bytes structs revision savedRevision compactions'),
    isUnsaved: { reason: 'whether the export contains it' },
  },
  trash: {
    ...exportedAs('trash', 'noteNo deletedAt', by.TRASH),
    subjectNo: by.TRASH,
    ...exportedAs('trash', 'subjectTitle title textLength version createdAt lastUpdate pinned'),
    authorNo: by.OWNER,
    text: { exportedAt: 'trash.file' },
    everShared: by.SHARES,
    'takenDown.reason': { exportedAt: 'trash.takenDown', ...by.PUBLIC_LINKS },
    'takenDown.at': by.PUBLIC_LINKS,
    ...rows(by.TRASH_SHARES, 'shares.hubNo shares.sharedAt shares.isWritable shares.seenBy'),
    ...rows(by.RUNNING_JOB, 'keptAt claimedAt'),
    pictureIds: by.PICTURE_REFERENCES,
    ...rows(by.NOTE_LINKS, 'links.key links.noteNo links.hasHeading links.titles'),
    ...rows(by.SERIES, 'series.headNo series.place withHeadNo'),
  },
  noteReads: { noteNo: { exportedAt: 'openedNotes.noteNo', ...by.OPENED_NOTES }, userNo: by.OWNER },
  acquaintances: {
    userNo: by.OWNER,
    foundNo: { exportedAt: 'foundPeople.name', ...by.CONTACTS },
    foundAt: { exportedAt: 'foundPeople.foundAt', ...by.CONTACTS },
  },
  personBlocks: {
    userNo: by.OWNER,
    blockedNo: { exportedAt: 'blockedPeople.name', ...by.BLOCKED },
    blockedAt: { exportedAt: 'blockedPeople.blockedAt', ...by.BLOCKED },
  },
  hubs: {
    hubNo: { exportedAt: 'hubs.hubNo' },
    makerNo: { exportedAt: 'hubs.madeByMe', ...by.ROOMS },
    name: { exportedAt: 'hubs.name', ...by.ROOM_NAMES },
    'members.userNo': { exportedAt: 'hubs.members', ...by.ROOMS },
    'members.readSeq': { exportedAt: 'hubs.readUpToShare', ...by.READ_POSITIONS },
    'members.seen.from': { exportedAt: 'hubs.readShares', ...by.READ_POSITIONS },
    'members.seen.to': { exportedAt: 'hubs.readShares', ...by.READ_POSITIONS },
    'members.muted': { exportedAt: 'hubs.muted', ...by.HUB_SETTINGS },
    'members.pinned': { exportedAt: 'hubs.pinned', ...by.HUB_SETTINGS },
    'members.joinedAt': { exportedAt: 'hubs.joinedAt', ...by.ROOMS },
    'members.cameByLink': { exportedAt: 'hubs.cameByLink', ...by.JOINED_BY_LINK },
    ...rows(by.ROOMS, 'memberKey uniqueKey'),
    ...rows(by.HUB_DATA, 'version revision lastSeq lastActivity activeMinute pinnedSeq'),
    declinedNos: by.DECLINED,
    expelledNos: by.REMOVED_MEMBERS,
  },
  invitations: {
    ...rows(by.INVITATION_LINKS, 'tokenHash makerJoinedAt'),
    ...exportedAs('inviteLinks', 'hubNo madeAt expiresAt', by.INVITATION_LINKS),
    makerNo: by.OWNER,
    invitedNos: { exportedAt: 'inviteLinks.people', ...by.JOINED_BY_LINK },
  },
  shares: {
    ...exportedAs('shares', 'hubNo noteNo sharedAt withdrawnAt', by.SHARES),
    ...rows(by.SHARES, 'seq live isWritable'),
    authorNo: by.OWNER,
    noteVersion: by.SHARES,
    seenBy: by.OPENED_NOTES,
  },
  comments: {
    ...exportedAs('comments', 'commentNo hubNo noteNo postedAt replyTo'),
    writerNo: by.OWNER,
    text: { exportedAt: 'comments.text', ...by.CONTRIBUTIONS },
    editedAt: by.CONTRIBUTIONS,
    mentionedNos: { exportedAt: 'comments.mentioned' },
    'passage.exact': { exportedAt: 'comments.passage', ...by.PASSAGES },
    ...rows(by.PASSAGES, PASSAGE_POSITION),
    requestKey: by.REQUEST_KEY,
  },
  threads: {
    ...rows(by.HUB_DATA, 'hubNo noteNo'),
    ...rows(by.COUNTER, 'count changes'),
    ...rows(by.RUNNING_JOB, 'marks.mark marks.since'),
  },
  commentReads: {
    userNo: by.OWNER,
    ...exportedAs('readThreads', 'hubNo noteNo'),
    readCommentNo: { exportedAt: 'readThreads.readUpToComment', ...by.READ_POSITIONS },
  },
  empathies: {
    ...exportedAs('empathies', 'hubNo noteNo commentNo'),
    userNo: by.OWNER,
    since: { exportedAt: 'empathies.since', ...by.REACTIONS },
  },
  highlights: {
    ...exportedAs('highlights', 'hubNo noteNo since', by.PASSAGES),
    'passage.exact': { exportedAt: 'highlights.passage', ...by.PASSAGES },
    ...rows(by.PASSAGES, PASSAGE_POSITION),
    highlightNo: { reason: 'a number by which clients refer to the highlight' },
    userNo: by.OWNER,
  },
  news: {
    userNo: by.OWNER,
    thing: { reason: 'a key of the other fields, so that a target has one entry' },
    ...exportedAs('inbox', 'kind at hasActed reason device', by.NOTIFICATIONS),
    unseen: { exportedAt: 'inbox.isNew', ...by.NOTIFICATIONS },
    gone: by.RUNNING_JOB,
    ...exportedAs('inbox', 'hubNo noteNo commentNos suggestionNo'),
    byNos: { exportedAt: 'inbox.by', ...by.NOTIFICATIONS },
  },
  suggestions: {
    ...exportedAs('suggestions', 'suggestionNo timeCreated'),
    opinion: { exportedAt: 'suggestions.opinion', ...by.CONTRIBUTIONS },
    writerNo: by.OWNER,
    writerSeq: { reason: 'a counter of the writer’s suggestions, which detects concurrent ones' },
    'answer.opinion': { exportedAt: 'suggestions.answer' },
    ...rows(by.OPERATOR_DATA, 'answer.writerNo answer.timeCreated'),
    empathyCount: { reason: 'the number of reactions, which everybody sees' },
    empathyVersion: by.COUNTER,
  },
  backupSchedule: { ...rows(by.BACKUPS, 'holder takenUntil failedAt failure notifiedAt') },
  scheduledBackups: { ...rows(by.BACKUPS, 'name place at verifiedAt bytes documents') },
  dailyCounts: { ...rows(by.COUNTER, 'day people notes shares comments opinions') },
  deeds: { ...rows(by.AUDIT_LOG, 'kind at byNo aboutNo thingNo') },
  opinionEmpathies: {
    suggestionNo: { exportedAt: 'opinionEmpathies.suggestionNo', ...by.OPINION_REACTIONS },
    userNo: by.OWNER,
    since: { exportedAt: 'opinionEmpathies.since' },
  },
  suggestionCounts: { ...rows(by.COUNTER, 'countings counted counts') },
  notices: { ...rows(by.OPERATOR_DATA, 'noticeNo display title content timeCreated') },
  reports: {
    ...exportedAs('reports', 'reportNo kind'),
    reporterNo: by.OWNER,
    aboutNo: { exportedAt: 'reports.about', ...by.REPORTS },
    ...exportedAs('reports', 'copy words reportedAt', by.REPORTS),
    linkId: by.PUBLIC_LINKS,
    ...rows(by.REPORTS, 'outcome.hasActed outcome.text outcome.administratorNo outcome.at'),
  },
  counters: { last: by.COUNTER },
  pending: {
    ...rows(
      by.RUNNING_JOB,
      'kind entityNo userNo joinedAt declines expels deleteContributions since until sharedSince takenUntil',
    ),
  },
}

const fieldNames = Object.entries(storedFields).flatMap(([collection, fields]) =>
  Object.keys(fields).map(field => ({ collection, field })),
)
const withCollection = ({ collection, field }: (typeof fieldNames)[number]) => `${collection}: ${field}`

/** The fields that identify the owner of a document, as 'collection: field'. */
export const ownerFields = fieldNames
  .filter(({ collection, field }) => storedFields[collection]?.[field] === by.OWNER)
  .map(withCollection)

/** Fields with the numbers of users, by their names, such as `writerNo`, `byNos` and `seenBy`. */
const isUserField = (field: string) => /(?:Nos?|By)$/.test(field) && !OTHER_NUMBERS.test(field)
const OTHER_NUMBERS =
  /(?:^|\.)(?:hub|offHub|topic|subject|note|head|withHead|comment|readComment|highlight|suggestion|notice|report|entity|thing)Nos?$/

/** The fields that contain numbers of users, as 'collection: field'. */
export const userFields = fieldNames.filter(({ field }) => isUserField(field)).map(withCollection)

/** The fields that contain numbers of hubs, or of notes, as 'collection: field'. */
export const hubFields = fieldNames.filter(({ field }) => /hubNos?$/i.test(field)).map(withCollection)
export const noteFields = fieldNames.filter(({ field }) => /noteNos?$/i.test(field)).map(withCollection)

/** The fields that refer to pictures in texts, as [collection, field]; not those of the pictures themselves and of profile pictures. */
export const pictureFields = fieldNames
  .filter(({ field }) => /pictureIds?$/i.test(field))
  .filter(({ collection }) => !['notePictures', 'pictures', 'pictureSpace', 'users'].includes(collection))
  .map(({ collection, field }) => [collection, field] as const)

export const allDisclosures: Disclosure[] = Object.values(storedFields).flatMap(Object.values)
