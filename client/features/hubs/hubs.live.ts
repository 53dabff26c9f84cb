import { type QueryClient, useQuery } from '@tanstack/react-query'
import { getDefaultStore } from 'jotai'
import { asOne, onEvent, onResync } from '#client/live/eventBus.ts'
import { createFollower, unlessFollowed, useFollower } from '#client/live/follower.ts'
import { createPatching } from '#client/live/patching.ts'
import { refetchQueries } from '#client/platform/calls/refetch.ts'
import { authAtom } from '#client/session/session.ts'
import type { CommentView } from '#protocol/comments.ts'
import type { SharedNoteView } from '#protocol/discussion.ts'
import type { LatestView } from '#protocol/hubs.ts'
import { withHubAdded, withHubRemoved, withKept, withLatest, withMembers, withName } from './hubs.cache.ts'
import { type FriendsPage, type HubListing, hubKeys, hubPageQuery } from './hubs.queries.ts'

const hubsFollower = createFollower(followHubs)

/** A page of the hub list, true while it is on the screen. */
export function useHubPage(listing: HubListing) {
  useFollower(hubsFollower)
  return useQuery({ ...hubPageQuery(listing), refetchOnMount: unlessFollowed(hubsFollower) })
}

/** Patches the pages at once, and soon has them asked for again, for their order and page index. */
function followHubs(cache: QueryClient): () => void {
  const { patch, refetchSoon, stop } = createPatching<FriendsPage>(cache, hubKeys.pages)

  const unsubscribe = asOne([
    onEvent('hub:added', ({ hub }) => patch(hubKeys.firstPage, page => withHubAdded(page, hub))),
    onEvent('hub:removed', ({ hubNo }) => patch(hubKeys.pages, page => withHubRemoved(page, hubNo))),
    onEvent('members:changed', members => {
      const { userNo } = getDefaultStore().get(authAtom)
      patch(hubKeys.pages, page => withMembers(page, members, userNo))
    }),
    onEvent('hub:named', named => patch(hubKeys.pages, page => withName(page, named))),
    // Of what is seen on another tab a list of the unread alone tells no more.
    onEvent('unread:changed', () => {
      if (isShown(cache, hubKeys.unreadPages)) refetchSoon()
      else void cache.invalidateQueries({ queryKey: hubKeys.unreadPages })
    }),
    onEvent('hub:kept', kept => patch(hubKeys.pages, page => withKept(page, kept))),
    // A hub in which something is shared or said comes to the top.
    onEvent('note:shared', ({ hubNo, note }) =>
      patch(hubKeys.pages, page => withLatest(page, hubNo, latestOfShare(note))),
    ),
    onEvent('comment:posted', ({ hubNo, comment }) =>
      patch(hubKeys.pages, page => withLatest(page, hubNo, latestOfComment(comment))),
    ),
    // What then is the last, only the server knows.
    onEvent('note:withdrawn', refetchSoon),
    onEvent('note:changed', refetchSoon),
    onEvent('comment:changed', refetchSoon),
    onEvent('comment:deleted', refetchSoon),
    onResync(() => refetchQueries(cache, hubKeys.pages)),
  ])
  return () => {
    stop()
    unsubscribe()
  }
}

const isShown = (cache: QueryClient, queryKey: readonly unknown[]) =>
  cache.getQueryCache().findAll({ queryKey, type: 'active' }).length > 0

const latestOfShare = ({ articleTitle, author, authorNo, sharedAt }: SharedNoteView): LatestView => ({
  kind: 'note',
  writerNo: authorNo,
  writer: author,
  text: articleTitle,
  at: sharedAt,
})

const latestOfComment = ({ text, writer, writerNo, postedAt }: CommentView): LatestView => ({
  kind: 'comment',
  writerNo,
  writer,
  text: text.trimStart().split('\n', 1)[0] ?? '',
  at: postedAt,
})
