import { pictureAddress } from '#protocol/pictureAddress.ts'
import { publicLinkPath } from '#protocol/publicLinks.ts'
import { NOTE_ITSELF } from '#protocol/reactions.ts'
import type { Context } from '#server/context.ts'
import type { UserRecord } from '#server/features/accounts/accounts.repository.ts'
import { listUnsaved } from '#server/features/documents/documents.service.ts'
import type { NotificationRecord } from '#server/features/inbox/notifications.record.ts'
import type { NotePictureSummary } from '#server/features/notePictures/notePictures.repository.ts'
import type { NoteRecord } from '#server/features/notes/notes.repository.ts'
import type { PublicLinkRecord } from '#server/features/publicLinks/publicLinks.record.ts'
import type { TopicRecord } from '#server/features/topics/topics.repository.ts'
import type { TrashRecord } from '#server/features/trash/trash.repository.ts'
import type { Repositories } from '#server/repositories.ts'

export type WrittenNote = ReturnType<typeof describeNote>
export type WrittenTrash = ReturnType<typeof describeTrashed>
export type WrittenPicture = ReturnType<typeof describePicture>

/** Metadata of a note. Its text is a file of the archive. */
export function describeNote(note: NoteRecord, file: string, link: PublicLinkRecord | undefined) {
  const { noteNo, subjectNo, title, textLength, version, createdAt, lastUpdate, pinned = false } = note
  const { takenDown } = note
  const fields = { noteNo, subjectNo, title, textLength, version, createdAt, lastUpdate, pinned }
  const publicLink = link
    ? { address: publicLinkPath(link.linkId), since: link.since, isIndexed: link.isIndexed ?? false }
    : null
  return { ...fields, publicLink, takenDown: takenDown?.reason ?? null, file }
}

/** Metadata of a deleted note. */
export function describeTrashed(note: TrashRecord & { deletedAt: Date }, file: string) {
  const { noteNo, subjectTitle, title, textLength, version, createdAt, lastUpdate, deletedAt } = note
  const { pinned = false, takenDown } = note
  const fields = {
    noteNo,
    subjectTitle,
    title,
    textLength,
    version,
    createdAt,
    lastUpdate,
    pinned,
    deletedAt,
  }
  return { ...fields, takenDown: takenDown?.reason ?? null, file }
}

/** Metadata of a picture. The path links it to the texts. */
export function describePicture(picture: NotePictureSummary, file: string) {
  const { pictureId, size, width, height, uploadedAt } = picture
  return { address: pictureAddress(pictureId), bytes: size, width, height, uploadedAt, file }
}

/** Contents of data.json: no internal fields, and only the names of other users. */
export async function describeOtherData(
  context: Context,
  user: UserRecord,
  topics: readonly TopicRecord[],
  {
    notes,
    trash,
    pictures,
  }: {
    notes: readonly WrittenNote[]
    trash: readonly WrittenTrash[]
    pictures: readonly WrittenPicture[]
  },
) {
  const { repositories, clock } = context
  const { userNo } = user
  const [
    hubs,
    links,
    shares,
    opened,
    comments,
    readThreads,
    reactions,
    highlights,
    unsaved,
    news,
    suggestions,
    opinionReactions,
    reports,
    devices,
    passkeys,
    apiTokens,
    feeds,
    oidcLinks,
    pushDevices,
    sentMails,
    picture,
  ] = await Promise.all([
    repositories.hubs.findByMember(userNo),
    repositories.invitations.findByMaker(userNo, clock()),
    repositories.shares.findByAuthor(userNo),
    repositories.noteReads.findAllOpenedBy(userNo),
    repositories.comments.findByWriter(userNo),
    repositories.commentReads.findAllByUser(userNo),
    repositories.reactions.findByUser(userNo),
    repositories.highlights.findByUser(userNo),
    listUnsaved(context, userNo, ({ document: { noteNo = null, changedAt }, topicNo, title, text }) => ({
      ...{ noteNo, topicNo, title, text, changedAt },
    })),
    repositories.notifications.findAllByUser(userNo, clock()),
    repositories.suggestions.findByWriter(userNo),
    repositories.opinionReactions.findByUser(userNo),
    repositories.reports.findByReporter(userNo),
    repositories.devices.findByUser(userNo),
    repositories.passkeys.findByUser(userNo),
    repositories.apiTokens.findByUser(userNo, clock()),
    repositories.feeds.findByUser(userNo),
    repositories.oidcLinks.findByUser(userNo),
    repositories.pushDevices.findByUser(userNo, clock()),
    repositories.mailPlans.findSent(userNo),
    user.pictureId === undefined ? null : repositories.pictures.getBytes(user.pictureId),
  ])
  const { found, blocked } = await describeContactsAndBlocks(repositories, userNo, clock())
  const people = await repositories.users.findPeople([
    ...hubs.flatMap(hub => hub.members.map(member => member.userNo)),
    ...found.map(({ foundNo }) => foundNo),
    ...blocked.map(({ blockedNo }) => blockedNo),
    ...comments.flatMap(({ mentionedNos = [] }) => mentionedNos),
    ...reports.map(({ aboutNo }) => aboutNo),
    ...news.flatMap(({ byNos = [] }) => byNos),
  ])
  const nameOf = (no: number) => people.get(no)?.username ?? ''
  const data = {
    madeAt: clock(),
    profile: {
      userNo,
      email: user.email,
      emailConfirmedAt: user.emailConfirmedAt ?? null,
      username: user.username,
      mobile: user.mobile ?? '',
      createdAt: user.createdAt,
    },
    topics: topics.map(({ subjectNo, title, createdAt }) => ({ subjectNo, title, createdAt })),
    notes,
    trash,
    pictures,
    hubs: hubs.map(({ hubNo, makerNo, name = '', members }) => {
      const me = members.find(member => member.userNo === userNo)
      return {
        hubNo,
        name,
        joinedAt: me?.joinedAt,
        madeByMe: makerNo === userNo,
        cameByLink: me?.cameByLink ?? false,
        readUpToShare: me?.readSeq,
        readShares: me?.seen ?? [],
        muted: me?.muted ?? false,
        pinned: me?.pinned ?? false,
        members: members.map(member => nameOf(member.userNo)),
      }
    }),
    unsavedTexts: unsaved,
    inviteLinks: links.map(({ hubNo, madeAt, expiresAt, invitedNos = [] }) => ({
      hubNo,
      madeAt,
      expiresAt,
      people: invitedNos.length,
    })),
    shares: shares.map(({ hubNo, noteNo, sharedAt, withdrawnAt }) => ({
      hubNo,
      noteNo,
      sharedAt,
      withdrawnAt: withdrawnAt ?? null,
    })),
    openedNotes: opened.map(noteNo => ({ noteNo })),
    comments: comments.map(({ commentNo, hubNo, noteNo, text, postedAt, replyTo, passage, ...comment }) => ({
      commentNo,
      hubNo,
      noteNo,
      text,
      postedAt,
      replyTo: replyTo ?? null,
      mentioned: comment.mentionedNos?.map(nameOf) ?? [],
      passage: passage?.exact ?? null,
    })),
    readThreads: readThreads.map(({ hubNo, noteNo, readCommentNo }) => ({
      hubNo,
      noteNo,
      readUpToComment: readCommentNo,
    })),
    empathies: reactions.map(({ hubNo, noteNo, commentNo, since }) => ({
      hubNo,
      noteNo,
      commentNo: commentNo === NOTE_ITSELF ? null : commentNo,
      since,
    })),
    highlights: highlights.map(({ hubNo, noteNo, passage, since }) => ({
      hubNo,
      noteNo,
      passage: passage.exact,
      since,
    })),
    inbox: news.map(({ byNos = [], ...notification }) =>
      describeNotifications(notification, byNos.map(nameOf)),
    ),
    suggestions: suggestions.map(({ suggestionNo, opinion, timeCreated, answer }) => ({
      suggestionNo,
      opinion,
      timeCreated,
      answer: answer?.opinion ?? null,
    })),
    opinionEmpathies: opinionReactions.map(({ suggestionNo, since }) => ({ suggestionNo, since })),
    reports: reports.map(({ reportNo, kind, aboutNo, copy, words, reportedAt }) => ({
      reportNo,
      kind,
      about: nameOf(aboutNo),
      copy,
      words,
      reportedAt,
    })),
    devices: devices.map(({ device, firstSeen, lastSeen }) => ({ device, firstSeen, lastSeen })),
    notifications: pushDevices.map(({ push }) => ({
      since: push.since,
      language: push.language,
      timeZone: push.timeZone,
      kinds: push.kinds,
      quiet: push.quiet ?? null,
      showsText: push.showsText,
      roomsOff: push.offHubNos,
    })),
    mail: {
      language: user.mail?.language ?? null,
      choices: user.mail?.choices ?? null,
      digests: user.mail?.digests?.map(({ hubNo }) => hubNo) ?? [],
      bounces: user.mail?.bounces ?? 0,
      off: user.mail?.off ?? null,
    },
    sentMails: sentMails.map(({ kind, hubNo, sentAt }) => ({ kind, hubNo: hubNo ?? null, sentAt })),
    passkeys: passkeys.map(({ name, createdAt, lastUsedAt }) => ({
      name,
      createdAt,
      lastUsedAt: lastUsedAt ?? null,
    })),
    apiTokens: apiTokens.map(({ name, scopes, createdAt, expiresAt, lastUsedAt }) => ({
      name,
      scopes,
      createdAt,
      expiresAt,
      lastUsedAt: lastUsedAt ?? null,
    })),
    feeds: feeds.map(({ hubNo, createdAt }) => ({ hubNo, createdAt })),
    linkedSignIns: oidcLinks.map(({ issuer, subject, createdAt, lastUsedAt }) => ({
      issuer,
      subject,
      createdAt,
      lastUsedAt: lastUsedAt ?? null,
    })),
    foundPeople: found.map(({ foundNo, foundAt }) => ({ name: nameOf(foundNo), foundAt })),
    blockedPeople: blocked.map(({ blockedNo, blockedAt }) => ({ name: nameOf(blockedNo), blockedAt })),
  }
  return { data, picture }
}

/** A notification; `by` contains names. */
function describeNotifications(
  {
    kind,
    at,
    unseen,
    hubNo,
    noteNo,
    commentNos,
    suggestionNo,
    device,
    hasActed,
    reason,
  }: Omit<NotificationRecord, 'byNos'>,
  by: string[],
) {
  return {
    ...{ kind, at, isNew: unseen === true, by },
    hubNo: hubNo ?? null,
    noteNo: noteNo ?? null,
    commentNos: commentNos ?? [],
    suggestionNo: suggestionNo ?? null,
    device: device ?? null,
    hasActed: hasActed ?? null,
    reason: reason ?? null,
  }
}

/**
 * Contacts and blocks of the user. Excludes contacts who have blocked the user, so that the export does not reveal
 * the block.
 */
async function describeContactsAndBlocks({ contacts, blocks }: Repositories, userNo: number, now: Date) {
  const [all, blocked] = await Promise.all([contacts.findByUser(userNo, now), blocks.findByUser(userNo)])
  const blockers = await blocks.findBlockersAmong(
    all.map(({ foundNo }) => foundNo),
    userNo,
  )
  return { found: all.filter(({ foundNo }) => !blockers.has(foundNo)), blocked }
}
