import { defineCall } from './call.ts'
import { done, entityNo } from './fields.ts'
import { z } from './schema.ts'

/** Atom feeds (RFC 4287) for feed readers, which do not sign in: an address with 128 random bits is the key. */
export const NOTICES_FEED_PATH = '/feeds/notices.atom'
/** Feeds have addresses `<directory>/<secret>.atom`. */
export const FEEDS_DIRECTORY = '/feeds'

const feedSchema = z.object({
  /** The room of the feed; null for the feed of the user's public notes. */
  hubNo: z.number().nullable(),
  /** ISO 8601, UTC. */
  createdAt: z.string(),
})
export type FeedView = z.infer<typeof feedSchema>
const feeds = done.extend({ feeds: z.array(feedSchema) })

/** Absent for the feed of the user's public notes. */
const ofRoom = { hubNo: entityNo.optional() }

export const getFeeds = defineCall({
  method: 'POST',
  path: '/api/feed/list',
  access: 'member',
  limit: 'read',
  encoding: 'json',
  summary: "Returns the user's feeds that work, newest first, without their addresses.",
  request: z.object({}),
  reply: feeds,
})

export const createFeed = defineCall({
  method: 'POST',
  path: '/api/feed/create',
  access: 'member',
  limit: 'write',
  encoding: 'json',
  summary:
    'Creates a feed of an own room, or of the public notes of the user. It replaces an earlier one. The response is the only one ' +
    'that contains the address.',
  request: z.object(ofRoom),
  reply: feeds.extend({
    /** The path of the feed. */
    address: z.string(),
  }),
})

export const endFeed = defineCall({
  method: 'POST',
  path: '/api/feed/end',
  access: 'member',
  limit: 'write',
  encoding: 'json',
  isRepeatable: true,
  summary: 'Ends a feed: its address no longer works.',
  request: z.object(ofRoom),
  reply: feeds,
})
