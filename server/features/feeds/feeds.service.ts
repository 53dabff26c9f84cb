import { randomBytes } from 'node:crypto'
import type { Viewer } from '#protocol/access.ts'
import { FEEDS_DIRECTORY } from '#protocol/feeds.ts'
import type { Context } from '#server/context.ts'
import { listSharedNotes } from '#server/features/discussion/discussion.service.ts'
import { memberOf, ownHub } from '#server/features/hubs/hubs.listing.ts'
import { beginningOf, firstWordsOf } from '#server/features/notes/notes.excerpt.ts'
import { listNotices } from '#server/features/notices/notices.service.ts'
import { notSignedIn } from '#server/platform/errors.ts'
import { sha256 } from '#server/platform/secrets.ts'
import type { Session } from '#server/platform/session.ts'
import type { AtomFeed } from './atom.ts'
import { type FeedRecord, PUBLIC_NOTES } from './feeds.repository.ts'

/** 128 bits. */
const SECRET_BYTES = 16
const ENTRIES_MAX = 50

/** Returns the path of the new feed. Throws `notFound` for a room of others. */
export async function createFeed(
  context: Context,
  { viewer, tokenId }: Pick<Session, 'viewer' | 'tokenId'>,
  hubNo = PUBLIC_NOTES,
): Promise<string> {
  const { repositories, clock } = context
  const { userNo } = viewer
  const secret = randomBytes(SECRET_BYTES).toString('base64url')
  const membership =
    hubNo === PUBLIC_NOTES
      ? {}
      : { joinedAt: memberOf(await ownHub(context, viewer, hubNo), userNo).joinedAt }
  await repositories.feeds.replace({ hash: sha256(secret), userNo, hubNo, ...membership, createdAt: clock() })
  // `revokeOtherCredentials` ends sessions before it deletes feeds: it may have run meanwhile.
  if ((await repositories.sessions.findById(tokenId)) === null) {
    await repositories.feeds.remove(userNo, hubNo)
    throw notSignedIn()
  }
  return `${FEEDS_DIRECTORY}/${secret}.atom`
}

/** The feeds of a user that work. */
export async function listFeeds(context: Context, { userNo }: Viewer): Promise<FeedRecord[]> {
  const [feeds, hubs] = await Promise.all([
    context.repositories.feeds.findByUser(userNo),
    context.repositories.hubs.findMemberships(userNo),
  ])
  return feeds.filter(feed => {
    const hub = hubs.find(({ hubNo }) => hubNo === feed.hubNo)
    return feed.hubNo === PUBLIC_NOTES || (hub !== undefined && isSameMembership(feed, memberOf(hub, userNo)))
  })
}

export async function endFeed(
  { repositories }: Context,
  { userNo }: Viewer,
  hubNo = PUBLIC_NOTES,
): Promise<void> {
  await repositories.feeds.remove(userNo, hubNo)
}

function isSameMembership({ joinedAt }: FeedRecord, member: { joinedAt: Date }): boolean {
  return joinedAt?.getTime() === member.joinedAt.getTime()
}

/** The notices, which everybody can read. */
export async function noticesFeed(context: Context): Promise<AtomFeed> {
  const { notices } = await listNotices(context)
  return {
    id: 'notices',
    title: { sentence: 'feeds.noticesTitle' },
    path: '/home',
    entries: notices.map(({ noticeNo, title, content, timeCreated }) => ({
      id: `notices/${noticeNo}`,
      title,
      path: '/home',
      updated: timeCreated,
      summary: content,
    })),
  }
}

/** Null for an unknown or ended feed, and while its user is suspended. */
export async function findFeed(context: Context, secret: string): Promise<AtomFeed | null> {
  const { repositories } = context
  const feed = await repositories.feeds.findByHash(sha256(secret))
  if (feed === null || (await repositories.users.findPrivilege(feed.userNo)) === null) return null
  return feed.hubNo === PUBLIC_NOTES ? publicNotesFeed(context, feed) : roomFeed(context, feed)
}

async function publicNotesFeed(
  { repositories, people }: Context,
  { userNo, hash }: FeedRecord,
): Promise<AtomFeed | null> {
  const [notes, names] = await Promise.all([
    repositories.publicLinks.findNewestByAuthor(userNo, ENTRIES_MAX),
    people.getMany([userNo]),
  ])
  const author = names.get(userNo)?.username
  if (author === undefined) return null
  return {
    id: hash,
    title: { sentence: 'feeds.publicTitle', name: author },
    path: '/',
    entries: notes.map(({ title, text, lastUpdate, publicLink }) => ({
      id: `p/${publicLink.linkId}`,
      title,
      author,
      path: `/p/${publicLink.linkId}`,
      updated: lastUpdate,
      summary: firstWordsOf(beginningOf(text)),
    })),
  }
}

/** Titles and authors of what is shared in a room. Feed readers store what they fetch, so no text leaves the room. */
async function roomFeed(context: Context, feed: FeedRecord): Promise<AtomFeed | null> {
  const { userNo, hubNo, hash } = feed
  const hub = await context.repositories.hubs.findByNo(hubNo)
  const member = hub?.members.find(one => one.userNo === userNo)
  if (member === undefined || !isSameMembership(feed, member)) return null
  const { items } = await listSharedNotes(
    context,
    { userNo, privilege: 0 },
    { selectedHubNo: hubNo, curPageNo: 1, numberOfItemsPerPage: ENTRIES_MAX },
  )
  return {
    id: hash,
    title:
      hub?.name === undefined ? { sentence: 'feeds.room' } : { sentence: 'feeds.roomTitle', name: hub.name },
    path: `/discussion?hub=${hubNo}`,
    entries: items.map(({ noteNo, seq, articleTitle, author, sharedAt }) => ({
      id: `${hash}/${seq}`,
      title: articleTitle,
      author,
      path: `/note?no=${noteNo}&hub=${hubNo}`,
      updated: new Date(sharedAt),
    })),
  }
}
