import type { Context, Stores } from '#server/context.ts'
import type { UserRecord } from '#server/features/accounts/accounts.store.ts'
import type { NoteRecord } from '#server/features/notes/notes.store.ts'
import type { TopicRecord } from '#server/features/topics/topics.store.ts'
import type { TrashRecord } from '#server/features/trash/trash.store.ts'

export type WrittenNote = ReturnType<typeof describeNote>
export type WrittenTrash = ReturnType<typeof describeTrashed>

/** A note whose text lies in a file of the archive, every field named. */
export function describeNote(note: NoteRecord, file: string) {
  const { noteNo, subjectNo, title, textLength, version, createdAt, lastUpdate } = note
  return { noteNo, subjectNo, title, textLength, version, createdAt, lastUpdate, file }
}

/** The same of a deleted note. */
export function describeTrashed(note: TrashRecord & { deletedAt: Date }, file: string) {
  const { noteNo, subjectTitle, title, textLength, version, createdAt, lastUpdate, deletedAt } = note
  return { noteNo, subjectTitle, title, textLength, version, createdAt, lastUpdate, deletedAt, file }
}

/** What data.json says, every field named: nothing that only the server needs, and of others only their names. */
export async function describeTheRest(
  { stores, clock }: Context,
  user: UserRecord,
  topics: readonly TopicRecord[],
  { notes, trash }: { notes: readonly WrittenNote[]; trash: readonly WrittenTrash[] },
) {
  const { userNo } = user
  const [hubs, shares, opened, comments, readThreads, suggestions, devices, picture] = await Promise.all([
    stores.hubs.ofMember(userNo),
    stores.shares.ofAuthor(userNo),
    stores.noteReads.allOpenedBy(userNo),
    stores.comments.ofWriter(userNo),
    stores.commentReads.allOf(userNo),
    stores.suggestions.ofWriter(userNo),
    stores.devices.ofUser(userNo),
    user.pictureId === undefined ? null : stores.pictures.bytesOf(user.pictureId),
  ])
  const { found, blocked } = await foundAndBlocked(stores, userNo, clock())
  const people = await stores.users.people([
    ...hubs.flatMap(hub => hub.members.map(member => member.userNo)),
    ...found.map(({ foundNo }) => foundNo),
    ...blocked.map(({ blockedNo }) => blockedNo),
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
    hubs: hubs.map(({ hubNo, makerNo, members }) => {
      const me = members.find(member => member.userNo === userNo)
      return {
        hubNo,
        joinedAt: me?.joinedAt,
        madeByMe: makerNo === userNo,
        readUpToShare: me?.readSeq,
        members: members.map(member => nameOf(member.userNo)),
      }
    }),
    shares: shares.map(({ hubNo, noteNo, sharedAt, withdrawnAt }) => ({
      hubNo,
      noteNo,
      sharedAt,
      withdrawnAt: withdrawnAt ?? null,
    })),
    openedNotes: opened.map(noteNo => ({ noteNo })),
    comments: comments.map(({ hubNo, noteNo, text, postedAt }) => ({ hubNo, noteNo, text, postedAt })),
    readThreads: readThreads.map(({ hubNo, noteNo, readCommentNo }) => ({
      hubNo,
      noteNo,
      readUpToComment: readCommentNo,
    })),
    suggestions: suggestions.map(({ suggestionNo, opinion, timeCreated, answer }) => ({
      suggestionNo,
      opinion,
      timeCreated,
      answer: answer?.opinion ?? null,
    })),
    devices: devices.map(({ device, firstSeen, lastSeen }) => ({ device, firstSeen, lastSeen })),
    foundPeople: found.map(({ foundNo, foundAt }) => ({ name: nameOf(foundNo), foundAt })),
    blockedPeople: blocked.map(({ blockedNo, blockedAt }) => ({ name: nameOf(blockedNo), blockedAt })),
  }
  return { data, picture }
}

/** Whom one found and whom one blocked. Without those found who have blocked one since: nobody learns here that they did. */
async function foundAndBlocked({ acquaintances, personBlocks }: Stores, userNo: number, now: Date) {
  const [all, blocked] = await Promise.all([acquaintances.of(userNo, now), personBlocks.of(userNo)])
  const blockers = await personBlocks.blockersAmong(
    all.map(({ foundNo }) => foundNo),
    userNo,
  )
  return { found: all.filter(({ foundNo }) => !blockers.has(foundNo)), blocked }
}
