import { randomBytes } from 'node:crypto'
import type { Viewer } from '#protocol/access.ts'
import type { TextKey } from '#protocol/text/index.ts'
import type { Context } from '#server/context.ts'
import { recordAuditEntry } from '#server/features/administration/audit.service.ts'
import { notifyTakenDown } from '#server/features/inbox/inbox.events.ts'
import { ownNote } from '#server/features/notes/notes.service.ts'
import { requireHead } from '#server/features/series/series.rules.ts'
import { notFound } from '#server/platform/errors.ts'
import { createWithinQuota } from '#server/quotas.ts'
import type { PublicLinkRecord } from './publicLinks.record.ts'
import type { PublicNote } from './publicLinks.repository.ts'

const LINK_BYTES = 16

/** Publishes the note unless it is public already. */
export async function createPublicLink(
  context: Context,
  viewer: Viewer,
  noteNo: number,
): Promise<PublicLinkRecord | { rejected: TextKey }> {
  const { publicLinks } = context.repositories
  const { userNo: authorNo } = viewer
  const { takenDown } = requireHead(await ownNote(context, viewer, noteNo))
  if (takenDown) return { rejected: 'publicLinks.takenDown' }
  const link = { linkId: randomBytes(LINK_BYTES).toString('base64url'), since: context.clock() }
  return createWithinQuota(context, ['publicLinks', authorNo], {
    // A repeated request succeeds at the limit, too.
    count: () => publicLinks.countOthers(authorNo, noteNo),
    recount: () => publicLinks.count(authorNo),
    async create() {
      const current = await publicLinks.publish({ noteNo, authorNo }, link)
      // Moved to the trash, or taken down, meanwhile.
      if (current === null) throw notFound()
      publishLinks(context, authorNo)
      return current
    },
    rollback: () => publicLinks.endLink(link.linkId),
  })
}

/** Idempotent. */
export async function endPublicLink(context: Context, viewer: Viewer, noteNo: number): Promise<void> {
  await ownNote(context, viewer, noteNo)
  await context.repositories.publicLinks.end(noteNo, viewer.userNo)
  publishLinks(context, viewer.userNo)
}

/** Throws `notFound` if the note is not public. */
export async function indexPublicLink(
  context: Context,
  viewer: Viewer,
  { noteNo, isIndexed }: { noteNo: number; isIndexed: boolean },
): Promise<void> {
  await ownNote(context, viewer, noteNo)
  if (!(await context.repositories.publicLinks.setIndexed(noteNo, viewer.userNo, isIndexed))) throw notFound()
  publishLinks(context, viewer.userNo)
}

/** To all devices of the author, which refetch. */
function publishLinks({ live }: Context, authorNo: number): void {
  live.emitToUser(authorNo, 'publicLinks:changed', {})
}

export interface FoundPublicNote {
  /** Of a series with the text and the last change of one part. */
  note: PublicNote
  author: string
  /** Only of a series. From 1. */
  part?: { noteNo: number; place: number; count: number; version: number }
}

/**
 * The note of a link, with the name of its author. Null if the link is unknown or has ended, and while the author is
 * suspended or deleted. Both take the same queries, so that an answer takes as long. Null also without such a part.
 */
export async function findPublicNote(
  { repositories, people }: Context,
  linkId: string,
  place = 1,
): Promise<FoundPublicNote | null> {
  const note = await repositories.publicLinks.findNote(linkId)
  const authorNo = note?.authorNo ?? 0
  if ((await repositories.users.findPrivilege(authorNo)) === null || note === null) return null
  const author = (await people.getMany([authorNo])).get(authorNo)
  if (author === undefined) return null
  const parts = note.series ? await repositories.series.findTexts(note.noteNo) : []
  if (parts.length < 2) return place === 1 ? { note, author: author.username } : null
  const part = parts[place - 1]
  if (part === undefined) return null
  const { noteNo, text, lastUpdate, version } = part
  return {
    note: { ...note, text, lastUpdate },
    author: author.username,
    part: { noteNo, place, count: parts.length, version },
  }
}

/** Throws `notFound` if the link has ended. */
export async function takeDownPublicLink(
  context: Context,
  viewer: Viewer,
  { linkId, reason }: { linkId: string; reason: string },
): Promise<void> {
  const at = context.clock()
  const note = await context.repositories.publicLinks.takeDown(linkId, { at, reason })
  if (note === null) throw notFound()
  const { noteNo, authorNo } = note
  publishLinks(context, authorNo)
  await recordAuditEntry(context, viewer, { kind: 'tookDownLink', aboutNo: authorNo, thingNo: noteNo })
  await notifyTakenDown(context, { noteNo, authorNo, reason })
}
