import type { Viewer } from '#protocol/access.ts'
import * as calls from '#protocol/hubs.ts'
import { HUB_CREATED_MEMBERS_MAX, HUB_MEMBERS_MAX } from '#protocol/limits.ts'
import type { Context } from '#server/context.ts'
import { personOrGone, personView } from '#server/features/accounts/accounts.presenter.ts'
import { searchFriends } from '#server/features/contacts/contacts.domain.ts'
import type { Say } from '#server/platform/say.ts'
import { type Route, route } from '#server/platform/serve.ts'
import {
  addFriends,
  createHub,
  leaveHub,
  type MembershipChange,
  type MembershipRejection,
  markAsRead,
} from './hubs.domain.ts'
import { type HubListing, listHubs, ownHub } from './hubs.listing.ts'
import { nameHub } from './hubs.naming.ts'
import { muteHub, pinHub } from './hubs.preferences.ts'
import { keptView, listedHubViews, participantsView, unreadView } from './hubs.presenter.ts'
import { listUnread } from './hubs.unread.ts'

export function hubRoutes(context: Context): Route[] {
  async function hubPage(viewer: Viewer, asked: HubListing, say: Say) {
    const page = await listHubs(context, viewer, asked)
    return { hubs: await listedHubViews(context, page.items, viewer, say), pageIndex: page.pageIndex }
  }

  async function changedHubs(
    change: MembershipChange,
    max: number,
    viewer: Viewer,
    asked: HubListing,
    say: Say,
  ) {
    const page = await hubPage(viewer, asked, say)
    if ('hub' in change) return { success: true as const, hubNo: change.hub.hubNo, message: '', ...page }
    const { existingHubNo } = change
    const message = rejectionSentence(change, max, say)
    return { success: false as const, message, ...(existingHubNo && { existingHubNo }), ...page }
  }

  return [
    route(calls.getHubs).answer(async ({ viewer, input, say }) => {
      const people = await context.people.of([viewer.userNo])
      const me = personOrGone(viewer.userNo, people, say)
      return { success: true, me, ...(await hubPage(viewer, input, say)) }
    }),

    route(calls.searchFriends).answer(async ({ viewer, input }) => {
      const found = await searchFriends(context, viewer, input.candidatesJSON)
      return {
        success: true,
        searchResults: found.map(personView),
        searchResultUserNos: found.map(person => person.userNo),
      }
    }),

    route(calls.createHub).answer(async ({ viewer, input, say }) => {
      const { candidatesJSON: candidates, name } = input
      const change = await createHub(context, viewer, { candidates, name })
      return changedHubs(change, HUB_CREATED_MEMBERS_MAX, viewer, input, say)
    }),

    route(calls.addMatching).answer(async ({ viewer, input, say }) => {
      const { hubNo, friendsJSON: friends, expectedResult: expected } = input
      const change = await addFriends(context, viewer, { hubNo, friends, expected })
      return changedHubs(change, HUB_MEMBERS_MAX, viewer, input, say)
    }),

    route(calls.disjoin).answer(async ({ viewer, input, say }) => {
      const { targetHubNo: hubNo, declineInvitations: declines } = input
      await leaveHub(context, viewer, { hubNo, declines })
      return { success: true, ...(await hubPage(viewer, input, say)) }
    }),

    route(calls.getHubInfo).answer(async ({ viewer, input, say }) => {
      const hub = await ownHub(context, viewer, input.hubNo)
      const people = await context.people.of(hub.members.map(member => member.userNo))
      return { success: true, ...participantsView(hub, people, say) }
    }),

    route(calls.nameHub).answer(async ({ viewer, input }) => {
      await nameHub(context, viewer, input)
      return { success: true }
    }),

    route(calls.markAsRead).answer(async ({ viewer, input, say }) => {
      const hub = await markAsRead(context, viewer, input.hubNo, input.seq)
      return { success: true, ...unreadView(hub, viewer.userNo), ...(await hubPage(viewer, input, say)) }
    }),

    route(calls.getUnread).answer(async ({ viewer }) => {
      const hubs = await listUnread(context, viewer)
      const loud = hubs.filter(({ isMuted }) => !isMuted)
      return { success: true, total: loud.reduce((sum, hub) => sum + hub.numUnreadArticles, 0), hubs }
    }),

    route(calls.muteHub).answer(async ({ viewer, input }) => {
      return { success: true, ...keptView(await muteHub(context, viewer, input), viewer.userNo) }
    }),

    route(calls.pinHub).answer(async ({ viewer, input }) => {
      return { success: true, ...keptView(await pinHub(context, viewer, input), viewer.userNo) }
    }),
  ]
}

function rejectionSentence({ rejected, names = [] }: MembershipRejection, max: number, say: Say): string {
  if (rejected === 'hubs.tooMany') return say(rejected, { max })
  if (rejected === 'hubs.declined') return say(rejected, { names: names.join(', ') })
  return say.any(rejected)
}
