import type { Viewer } from '#protocol/access.ts'
import * as calls from '#protocol/hubs.ts'
import { HUB_CREATED_MEMBERS_MAX, HUB_MEMBERS_MAX } from '#protocol/limits.ts'
import type { Context } from '#server/context.ts'
import { personOrDeleted, personView } from '#server/features/accounts/accounts.presenter.ts'
import { lookUpFriends } from '#server/features/contacts/contacts.service.ts'
import type { Translate } from '#server/platform/i18n.ts'
import { type Route, route } from '#server/platform/serve.ts'
import { type HubListing, listHubs, listUnread, ownHub } from './hubs.listing.ts'
import { listedHubViews, participantsView, preferencesView, unreadView } from './hubs.presenter.ts'
import {
  addFriends,
  createHub,
  leaveHub,
  type MembershipChange,
  type MembershipRejection,
  markAsRead,
} from './hubs.service.ts'
import { muteHub, pinHub, renameHub } from './hubs.settings.ts'

export function hubRoutes(context: Context): Route[] {
  async function hubPage(viewer: Viewer, listing: HubListing, t: Translate) {
    const page = await listHubs(context, viewer, listing)
    return { hubs: await listedHubViews(context, page.items, viewer, t), pageIndex: page.pageIndex }
  }

  async function changedHubs(
    change: MembershipChange,
    max: number,
    viewer: Viewer,
    listing: HubListing,
    t: Translate,
  ) {
    const page = await hubPage(viewer, listing, t)
    if ('hub' in change) return { success: true as const, hubNo: change.hub.hubNo, message: '', ...page }
    const { existingHubNo } = change
    const message = rejectionSentence(change, max, t)
    return { success: false as const, message, ...(existingHubNo && { existingHubNo }), ...page }
  }

  return [
    route(calls.getHubs).handle(async ({ viewer, input, t }) => {
      const people = await context.people.getMany([viewer.userNo])
      const me = personOrDeleted(viewer.userNo, people, t)
      return { success: true, me, ...(await hubPage(viewer, input, t)) }
    }),

    route(calls.searchFriends).handle(async ({ viewer, input }) => {
      const found = await lookUpFriends(context, viewer, input.candidatesJSON)
      return {
        success: true,
        searchResults: found.map(personView),
        searchResultUserNos: found.map(person => person.userNo),
      }
    }),

    route(calls.createHub).handle(async ({ viewer, input, t }) => {
      const { candidatesJSON: candidates, name } = input
      const change = await createHub(context, viewer, { candidates, name })
      return changedHubs(change, HUB_CREATED_MEMBERS_MAX, viewer, input, t)
    }),

    route(calls.addMatching).handle(async ({ viewer, input, t }) => {
      const { hubNo, friendsJSON: friends, expectedResult: expected } = input
      const change = await addFriends(context, viewer, { hubNo, friends, expected })
      return changedHubs(change, HUB_MEMBERS_MAX, viewer, input, t)
    }),

    route(calls.disjoin).handle(async ({ viewer, input, t }) => {
      const { targetHubNo: hubNo, declineInvitations: declines } = input
      await leaveHub(context, viewer, { hubNo, declines })
      return { success: true, ...(await hubPage(viewer, input, t)) }
    }),

    route(calls.getHubInfo).handle(async ({ viewer, input, t }) => {
      const hub = await ownHub(context, viewer, input.hubNo)
      const people = await context.people.getMany(hub.members.map(member => member.userNo))
      return { success: true, ...participantsView(hub, people, t) }
    }),

    route(calls.nameHub).handle(async ({ viewer, input }) => {
      await renameHub(context, viewer, input)
      return { success: true }
    }),

    route(calls.markAsRead).handle(async ({ viewer, input, t }) => {
      const hub = await markAsRead(context, viewer, input.hubNo, input.seq)
      return { success: true, ...unreadView(hub, viewer.userNo), ...(await hubPage(viewer, input, t)) }
    }),

    route(calls.getUnread).handle(async ({ viewer }) => {
      const hubs = await listUnread(context, viewer)
      const loud = hubs.filter(({ isMuted }) => !isMuted)
      return { success: true, total: loud.reduce((sum, hub) => sum + hub.numUnreadArticles, 0), hubs }
    }),

    route(calls.muteHub).handle(async ({ viewer, input }) => {
      return { success: true, ...preferencesView(await muteHub(context, viewer, input), viewer.userNo) }
    }),

    route(calls.pinHub).handle(async ({ viewer, input }) => {
      return { success: true, ...preferencesView(await pinHub(context, viewer, input), viewer.userNo) }
    }),
  ]
}

function rejectionSentence({ rejected, names = [] }: MembershipRejection, max: number, t: Translate): string {
  if (rejected === 'hubs.tooMany') return t(rejected, { max })
  if (rejected === 'hubs.declined') return t(rejected, { names: names.join(', ') })
  return t.any(rejected)
}
