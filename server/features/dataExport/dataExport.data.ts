import { pictureAddress } from '#protocol/pictureAddress.ts'
import { NOTE_ITSELF } from '#protocol/reactions.ts'
import type { Context, Stores } from '#server/context.ts'
import type { UserRecord } from '#server/features/accounts/accounts.store.ts'
import type { NotificationRecord } from '#server/features/inbox/notifications.record.ts'
import type { NotePictureSummary } from '#server/features/notePictures/notePictures.store.ts'
import type { NoteRecord } from '#server/features/notes/notes.store.ts'
import type { TopicRecord } from '#server/features/topics/topics.store.ts'
import type { TrashRecord } from '#server/features/trash/trash.store.ts'

export type WrittenNote = ReturnType<typeof describeNote>
export type WrittenTrash = ReturnType<typeof describeTrashed>
export type WrittenPicture = ReturnType<typeof describePicture>

/** A note whose text lies in a file of the archive, every field named. */
export function describeNote(note: NoteRecord, file: string) {
  const { noteNo, subjectNo, title, textLength, version, createdAt, lastUpdate, pinned = false } = note
  return { noteNo, subjectNo, title, textLength, version, createdAt, lastUpdate, pinned, file }
}

/** The same of a deleted note. */
export function describeTrashed(note: TrashRecord & { deletedAt: Date }, file: string) {
  const { noteNo, subjectTitle, title, textLength, version, createdAt, lastUpdate, deletedAt } = note
  const { pinned = false } = note
  return { noteNo, subjectTitle, title, textLength, version, createdAt, lastUpdate, pinned, deletedAt, file }
}

/** A picture of a note: by its address it is found in the texts. */
export function describePicture(picture: NotePictureSummary, file: string) {
  const { pictureId, size, width, height, uploadedAt } = picture
  return { address: pictureAddress(pictureId), bytes: size, width, height, uploadedAt, file }
}

/** What data.json says, every field named: nothing that only the server needs, and of others only their names. */
export async function describeTheRest(
  { stores, clock }: Context,
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
  const { userNo } = user
  const [
    hubs,
    links,
    shares,
    opened,
    comments,
    readThreads,
    reactions,
    news,
    suggestions,
    opinionReactions,
    reports,
    devices,
    passkeys,
    pushDevices,
    picture,
  ] = await Promise.all([
    stores.hubs.ofMember(userNo),
    stores.invitations.ofMaker(userNo, clock()),
    stores.shares.ofAuthor(userNo),
    stores.noteReads.allOpenedBy(userNo),
    stores.comments.ofWriter(userNo),
    stores.commentReads.allOf(userNo),
    stores.reactions.ofUser(userNo),
    stores.notifications.allOf(userNo, clock()),
    stores.suggestions.ofWriter(userNo),
    stores.opinionReactions.ofUser(userNo),
    stores.reports.ofReporter(userNo),
    stores.devices.ofUser(userNo),
    stores.passkeys.ofUser(userNo),
    stores.pushDevices.ofUser(userNo, clock()),
    user.pictureId === undefined ? null : stores.pictures.bytesOf(user.pictureId),
  ])
  const { found, blocked } = await foundAndBlocked(stores, userNo, clock())
  const people = await stores.users.people([
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
    comments: comments.map(({ commentNo, hubNo, noteNo, text, postedAt, replyTo, mentionedNos = [] }) => ({
      commentNo,
      hubNo,
      noteNo,
      text,
      postedAt,
      replyTo: replyTo ?? null,
      mentioned: mentionedNos.map(nameOf),
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
    inbox: news.map(({ byNos = [], ...told }) => describeNotifications(told, byNos.map(nameOf))),
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
    passkeys: passkeys.map(({ name, createdAt, lastUsedAt }) => ({
      name,
      createdAt,
      lastUsedAt: lastUsedAt ?? null,
    })),
    foundPeople: found.map(({ foundNo, foundAt }) => ({ name: nameOf(foundNo), foundAt })),
    blockedPeople: blocked.map(({ blockedNo, blockedAt }) => ({ name: nameOf(blockedNo), blockedAt })),
  }
  return { data, picture }
}

/** An entry of the inbox, every field named; `by`: names. */
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
  }
}

/** Whom one found and whom one blocked. Without those found who have blocked one since: nobody learns here that they did. */
async function foundAndBlocked({ contacts, personBlocks }: Stores, userNo: number, now: Date) {
  const [all, blocked] = await Promise.all([contacts.of(userNo, now), personBlocks.of(userNo)])
  const blockers = await personBlocks.blockersAmong(
    all.map(({ foundNo }) => foundNo),
    userNo,
  )
  return { found: all.filter(({ foundNo }) => !blockers.has(foundNo)), blocked }
}
