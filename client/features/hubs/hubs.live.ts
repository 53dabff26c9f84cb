import { type QueryClient, type QueryKey, useQuery } from '@tanstack/react-query'
import { getDefaultStore } from 'jotai'
import { createCacheUpdater } from '#client/live/cacheUpdater.ts'
import { combineCleanups, onEvent, onResync } from '#client/live/eventBus.ts'
import { subscribeToHubEvents } from '#client/live/hubEvents.ts'
import {
  createSharedSubscription,
  refetchUnlessSubscribed,
  useSharedSubscription,
} from '#client/live/sharedSubscription.ts'
import { refetchQueries } from '#client/platform/calls/queryClient.tsx'
import { authAtom } from '#client/session/session.ts'
import type { CommentView } from '#protocol/comments.ts'
import type { SharedNoteView } from '#protocol/discussion.ts'
import type { LatestView } from '#protocol/hubs.ts'
import {
  withHubAdded,
  withHubRemoved,
  withLatest,
  withMembers,
  withName,
  withPreferences,
} from './hubs.cache.ts'
import { type FriendsPage, type HubListing, hubKeys, hubPageQuery } from './hubs.queries.ts'

const hubsSubscription = createSharedSubscription(subscribeToHubs)

/** A page of the hub list that live events keep current while it is shown. */
export function useHubPage(listing: HubListing) {
  useSharedSubscription(hubsSubscription)
  return useQuery({ ...hubPageQuery(listing), refetchOnMount: refetchUnlessSubscribed(hubsSubscription) })
}

/** Patches the pages at once and refetches them soon for their order and page index. */
function subscribeToHubs(cache: QueryClient): () => void {
  const { patch, refetchSoon, stop } = createCacheUpdater<FriendsPage>(cache, hubKeys.pages)

  const unsubscribe = combineCleanups([
    onEvent('hub:added', ({ hub }) => patch(hubKeys.firstPage, page => withHubAdded(page, hub))),
    onEvent('hub:removed', ({ hubNo }) => patch(hubKeys.pages, page => withHubRemoved(page, hubNo))),
    // A list of unread hubs shrinks when notes are seen in another tab.
    onEvent('unread:changed', () => {
      if (isShown(cache, hubKeys.unreadPages)) refetchSoon()
      else void cache.invalidateQueries({ queryKey: hubKeys.unreadPages })
    }),
    onEvent('hub:kept', preferences => patch(hubKeys.pages, page => withPreferences(page, preferences))),
    subscribeToHubEvents({
      'members:changed'(members) {
        const { userNo } = getDefaultStore().get(authAtom)
        patch(hubKeys.pages, page => withMembers(page, members, userNo))
      },
      'hub:named': event => patch(hubKeys.pages, page => withName(page, event)),
      // New activity moves a hub to the top.
      'note:shared': ({ hubNo, note }) =>
        patch(hubKeys.pages, page => withLatest(page, hubNo, latestOfShare(note))),
      'comment:posted': ({ hubNo, comment }) =>
        patch(hubKeys.pages, page => withLatest(page, hubNo, latestOfComment(comment))),
      // Only the server knows the latest activity after these events.
      'note:withdrawn': refetchSoon,
      'note:changed': refetchSoon,
      'comment:changed': refetchSoon,
      'comment:deleted': refetchSoon,
      'note:pinned': 'ignored',
      'readers:changed': 'ignored',
      'empathy:changed': 'ignored',
      'passage:highlighted': 'ignored',
      'passage:unhighlighted': 'ignored',
    }),
    onResync(() => refetchQueries(cache, hubKeys.pages)),
  ])
  return () => {
    stop()
    unsubscribe()
  }
}

const isShown = (cache: QueryClient, queryKey: QueryKey) =>
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
